# Highway's headers and ours on how they are used. Its library is not linked, so no consumer looks for it, and this is not
# installed.
discreet_find_library(libhwy libhwy-dev)

function(discreet_include_vectors target scope)
  target_include_directories(${target} ${scope} "${PROJECT_SOURCE_DIR}/vectors")
  target_include_directories(${target} SYSTEM ${scope}
    $<TARGET_PROPERTY:PkgConfig::discreet_libhwy,INTERFACE_INCLUDE_DIRECTORIES>)
endfunction()
