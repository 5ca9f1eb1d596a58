install(DIRECTORY include/discreet TYPE INCLUDE)
