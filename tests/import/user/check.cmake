# Does what a user would: installs BUILD in an empty FOLDER, then configures, builds and tests the project in SOURCE there.
cmake_minimum_required(VERSION 3.25)
macro(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endmacro()

file(REMOVE_RECURSE ${FOLDER})
file(READ ${README} text)
string(REGEX MATCH "#include \"build/mnist.hpp\".*" text "${text}")
string(FIND "${text}" "```" end)
string(SUBSTRING "${text}" 0 ${end} text)
file(WRITE ${FOLDER}/readme/readme.hpp "${text}")
file(WRITE ${FOLDER}/readme/build/mnist.hpp "#include <mnist.hpp>\n")

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${FOLDER}/prefix)
run(${CMAKE_COMMAND} -S ${SOURCE} -B ${FOLDER}/build -G ${GENERATOR} -DCMAKE_PREFIX_PATH=${FOLDER}/prefix
    -DCMAKE_CXX_COMPILER=${COMPILER} -DREADME_FOLDER=${FOLDER}/readme -DDATA=${DATA})
run(${CMAKE_COMMAND} --build ${FOLDER}/build --parallel 2)
run(${CMAKE_CTEST_COMMAND} --test-dir ${FOLDER}/build --output-on-failure)
