# For builds that start from nothing and compile once: most of a small source's time goes into the same headers.
foreach(library IN ITEMS discreet discreet_ledger discreet_cli discreet_cli11)
  if(TARGET ${library})
    set_target_properties(${library} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 12)
  endif()
endforeach()
# Highway compiles a source once per vector width by including it in itself.
foreach(source IN LISTS discreet_sources)
  file(STRINGS "${source}" highway REGEX "#include <hwy/foreach_target.h>" LIMIT_COUNT 1)
  if(highway)
    set_source_files_properties("${source}" PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    # Under a sanitizer one of them takes four minutes to optimise, and as it is all its tests take one more; but
    # accounts are made of vectors for longer.
    if(DISCREET_SANITIZE AND NOT source MATCHES "/src/accounting/")
      set_source_files_properties("${source}" PROPERTIES COMPILE_OPTIONS -O0)
    endif()
  endif()
endforeach()
