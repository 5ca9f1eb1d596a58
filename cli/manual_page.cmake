# Puts what the program says of its commands and options into its manual page, so that none is missing.
# cmake -DPROGRAM=discreet -DTEMPLATE=discreet.1 -DOUTPUT=discreet.1 -P manual_page.cmake
execute_process(COMMAND "${PROGRAM}" --help-all OUTPUT_VARIABLE help COMMAND_ERROR_IS_FATAL ANY)
# The help of all commands does not go below those of the first level.
execute_process(COMMAND "${PROGRAM}" ledger --help-all OUTPUT_VARIABLE below COMMAND_ERROR_IS_FATAL ANY)
string(APPEND help "${below}")
string(REPLACE "\\" "\\e" help "${help}")
string(REPLACE "-" "\\-" help "${help}")
# A line that begins so would be a request.
string(REGEX REPLACE "(^|\n)([.'])" "\\1\\\\&\\2" help "${help}")
file(READ "${TEMPLATE}" page)
string(REGEX REPLACE "\\.\\\\\" COMMANDS:[^\n]*\n" ".SH COMMANDS\n.nf\n@HELP@.fi\n" page "${page}")
string(REPLACE "@HELP@" "${help}" page "${page}")
file(WRITE "${OUTPUT}" "${page}")
