# For the build of every day: most of a small source's time goes into the headers of others, which are compiled once for
# each library here. None of ours is among them, so that a change is seen by whoever includes it and by no one else, and
# the other builds notice a source that does not include what it uses.
set(standard_headers <algorithm> <array> <bit> <cmath> <cstdint> <functional> <limits> <map> <memory> <optional> <span>
    <string> <string_view> <utility> <variant> <vector> <gmpxx.h>)
set(discreet_headers <mpfr.h>)
set(discreet_ledger_headers <charconv> <chrono>)
set(discreet_cli_headers <fmt/format.h>)
foreach(library IN ITEMS discreet discreet_ledger discreet_cli)
  if(TARGET ${library})
    target_precompile_headers(${library} PRIVATE ${standard_headers} ${${library}_headers})
    target_compile_options(${library} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)  # ccache asks for it
  endif()
endforeach()
