# FEW, MANY: object files; MANY has MORE layers, each of which may take MOST bytes.
cmake_minimum_required(VERSION 3.25)
file(SIZE ${FEW} few)
file(SIZE ${MANY} many)
math(EXPR each "(${many} - ${few}) / ${MORE}")
message(STATUS "${few} and ${many} bytes: ${each} for each further layer")
if(each GREATER MOST)
  message(FATAL_ERROR "each further layer takes ${each} bytes, more than ${MOST}")
endif()
