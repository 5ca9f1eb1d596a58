# Makes a source that declares one function for each name and calls it, so that a file found by its name need not be
# listed: in declaration and call, % stands for the name, and the template says where both go.
function(discreet_call_every names template output declaration call)
  set(declarations "")
  set(calls "")
  foreach(name IN LISTS ${names})
    string(REPLACE "%" "${name}" declared "${declaration}")
    string(REPLACE "%" "${name}" called "${call}")
    string(APPEND declarations "${declared};\n")
    string(APPEND calls "  ${called};\n")
  endforeach()
  configure_file("${template}" "${output}" @ONLY)
endfunction()
