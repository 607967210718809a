# Fails if PROGRAM holds anything of the heap or of exceptions.
cmake_minimum_required(VERSION 3.25)

execute_process(COMMAND ${NM} ${PROGRAM} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
if(NOT symbols MATCHES " reset\n")
  message(FATAL_ERROR "no reset among the symbols of ${PROGRAM}")
endif()
foreach(wrong malloc calloc realloc free _?sbrk "_Zn[wa][a-z]+.*" "_Zd[la][A-Z].*" "__cxa_(throw|allocate).*" "_Unwind.*")
  if(symbols MATCHES "\n[^\n]* (_*${wrong}(_r)?)\n")
    message(FATAL_ERROR "${PROGRAM} holds ${CMAKE_MATCH_1}")
  endif()
endforeach()
message(STATUS "no heap, no exceptions")
