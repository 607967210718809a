# litho-bisect (RIGHT) and the same with a pass that drops each relu (BROKEN): exit status, what they print, what they
# write to FOLDER.
cmake_minimum_required(VERSION 3.25)

function(expect status text)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${CMAKE_CURRENT_LIST_DIR} RESULT_VARIABLE result
                  OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL status OR NOT output MATCHES "${text}")
    message(FATAL_ERROR "${ARGN}\nexit status ${result}, expected ${status}, and `${text}` in\n${output}")
  endif()
endfunction()

function(expect_relu file title)
  file(READ ${file} test)
  if(NOT test MATCHES " = relu\\(%0\\) " OR test MATCHES "%2" OR NOT test MATCHES "TEST_CASE\\(\"bug ${title}\"\\)")
    message(FATAL_ERROR "${file} is not a relu alone:\n${test}")
  endif()
endfunction()

expect(0 "plan: largest error [0-9.e-]+\norder: [^\n]+\nmemory: [^\n]+\nno pass is at fault\n$" ${RIGHT} mixed.txt)
expect(0 "share: [^\n]+\nmemory: [^\n]+\nno pass is at fault\n$" ${RIGHT} mixed.txt --workers 2 --seed 7)
expect(0 "precision: largest error [0-9.e-]+\n.*\nstreams: [^\n]+\nevents: [^\n]+\nmemory: [^\n]+\nno pass is at fault\n$"
       ${RIGHT} mixed.txt --precision half --streams 4 --target ascend_910b)
expect(0 "decompose: .*layouts: off\n.*order: off\n" ${RIGHT} mixed.txt --level O0 --target cortex_m4f)

set(written ${FOLDER}/014_dropped_relu.test.cpp)
file(REMOVE ${written})
expect(1 "faulty pass: drops_relu, number 6\non the graph as given: .*\"y\" %1\nwritten: "
       ${BROKEN} mixed.txt -o ${written})
expect_relu(${written} "014: dropped relu")
expect(0 "drops_relu: off\n" ${BROKEN} mixed.txt --off simplify)

expect(2 "^litho-bisect: cannot read missing.txt\n$" ${RIGHT} missing.txt)
expect(2 "^litho-bisect: CMakeLists.txt: line 1: nodes are numbered from %0 in order\n$" ${RIGHT} CMakeLists.txt)
expect(2 "^litho-bisect: --level takes O0 to O3, not O4\n$" ${RIGHT} mixed.txt --level O4)
expect(2 "^graph: .*litho-bisect: cannot write /nowhere/test.cpp\n$" ${BROKEN} mixed.txt -o /nowhere/test.cpp)
expect(2 "model is required" ${RIGHT})

if(NOT EXISTS ${DATA})
  message("skipped: ${DATA} is not there")
  return()
endif()
set(written ${FOLDER}/faulty_pass.test.cpp)
foreach(model models/mnist-tiny/model.onnx mlperf-tiny/sine/float32.onnx)
  file(REMOVE ${written})
  expect(0 "no pass is at fault\n$" ${RIGHT} ${DATA}/${model})
  expect(1 "without drops_relu: no pass is at fault\nfaulty pass: drops_relu" ${BROKEN} ${DATA}/${model} -o ${written})
  expect_relu(${written} "faulty pass")
endforeach()
set(operator ${DATA}/onnx-node/test_relu)
expect(1 "faulty pass: drops_relu" ${BROKEN} ${operator}/model.onnx --values ${operator} -o ${written})
expect_relu(${written} "faulty pass")
expect(2 "no stored value for input x" ${RIGHT} ${operator}/model.onnx --values ${DATA})
