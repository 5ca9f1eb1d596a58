# For builds that start from nothing and compile once: most of a small source's time goes into the same headers.
foreach(library IN ITEMS discreet discreet_ledger)
  if(TARGET ${library})
    set_target_properties(${library} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 12)
  endif()
endforeach()
# Highway compiles these once per vector width by including them in themselves.
set_source_files_properties(src/selection/read.cpp src/selection/weigh.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
