# COUNT tests are registered: as many as FOLDER holds files.
file(GLOB files ${FOLDER}/*.cpp)
list(LENGTH files expected)
if(NOT COUNT EQUAL expected)
  message(FATAL_ERROR "${COUNT} must-fail tests are registered, but ${expected} files lie in ${FOLDER}")
endif()
