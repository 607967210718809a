# Each wrong use of the demo ends with status 1 and one line that says what is wrong.
cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER})
cmake_path(GET CMAKE_CURRENT_LIST_FILE PARENT_PATH source)

function(expect text)
  execute_process(COMMAND ${DIGITS} ${ARGN} WORKING_DIRECTORY ${FOLDER}
                  RESULT_VARIABLE code OUTPUT_QUIET ERROR_VARIABLE message)
  if(NOT code EQUAL 1 OR NOT message MATCHES "^digits: [^\n]*${text}[^\n]*\n$")
    message(SEND_ERROR "digits ${ARGN}: status ${code}, `${message}` instead of `${text}`")
  endif()
endfunction()

function(pgm name) # and the text in it
  file(WRITE ${FOLDER}/${name} "${ARGN}")
endfunction()

expect("usage: digits" --help)
expect("nowhere.png: cannot be read" nowhere.png)
expect("cannot be read" ${FOLDER})
expect("nowhere.weights: cannot be read" --weights nowhere.weights)
expect("not a litho weights blob" --weights ${source}/main.cpp)

pgm(empty.pgm "")
expect("neither a PGM .P5, P2. nor a PNG file" empty.pgm)
pgm(small.pgm "P2 3 2 255 0 0 0 0 0 0\n")
expect("the picture is 3 x 2, not 28 x 28" small.pgm)
pgm(huge.pgm "P5 999999999 999999999 255\n")
expect("the picture is 999999999 x 999999999, not 28 x 28" huge.pgm)
pgm(header.pgm "P5 28 # width\n-28 255\n")
expect("its header is damaged" header.pgm)
pgm(deep.pgm "P5 28 28 65535\n")
expect("white is 65535 in this PGM file, not 1 to 255" deep.pgm)
pgm(short.pgm "P5 28 28 255\nabc")
expect("the PGM file ends too early" short.pgm)
string(REPEAT "0 " 783 pixels)
pgm(text.pgm "P2\n28 28\n255\n${pixels}")
expect("the PGM file ends too early" text.pgm)
pgm(bright.pgm "P2\n28 28\n9\n${pixels} 10\n")
expect("a grey value of 10 is above white, 9" bright.pgm)

file(COPY ${source}/pictures/0.png DESTINATION ${FOLDER})
if(PNG)
  execute_process(COMMAND head -c 300 0.png WORKING_DIRECTORY ${FOLDER} OUTPUT_FILE short.png)
  expect("not a sound PNG file" short.png)
else()
  expect("built without libpng" 0.png)
endif()

execute_process(COMMAND head -c 1000 ${source}/digits.weights WORKING_DIRECTORY ${FOLDER} OUTPUT_FILE short.weights)
expect("short.weights: litho: weights: truncated" --weights short.weights)
