# Installs BUILD under FOLDER, then configures, builds and runs the project in SOURCE, which finds the installed copy.
cmake_minimum_required(VERSION 3.25)
macro(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endmacro()

file(REMOVE_RECURSE ${FOLDER}/prefix ${FOLDER}/consumer)
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${FOLDER}/prefix)
run(${CMAKE_COMMAND} -S ${SOURCE} -B ${FOLDER}/consumer -G ${GENERATOR}
    -DCMAKE_PREFIX_PATH=${FOLDER}/prefix -DCMAKE_CXX_COMPILER=${COMPILER})
run(${CMAKE_COMMAND} --build ${FOLDER}/consumer)
run(${FOLDER}/consumer/consumer)
run(${FOLDER}/consumer/bare-consumer)
