# Compiles SOURCE twice. With LITHO_FAIL=1 the compiler must fail and print a match for each line
#     // EXPECT: regex            (a CMake regular expression; to the end of the line)
#     // EXPECT-GCC: regex        (for that compiler only)
#     // EXPECT-CLANG: regex
# With LITHO_FAIL=0 the same file must compile, so it is the fault that fails and nothing else.
cmake_minimum_required(VERSION 3.25)
set(ENV{LC_ALL} C)

macro(compile fail)
  execute_process(COMMAND ${COMPILER} @${FLAGS} -fsyntax-only -DLITHO_FAIL=${fail} ${SOURCE}
                  RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
endmacro()

compile(0)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "with LITHO_FAIL=0 this must compile:\n${output}")
endif()

compile(1)
if(result EQUAL 0)
  message(FATAL_ERROR "with LITHO_FAIL=1 this must not compile")
endif()

if(COMPILER_ID STREQUAL GNU)
  set(this -GCC)
else()
  set(this -CLANG)
endif()
set(checked 0)
file(READ ${SOURCE} rest)
while(rest MATCHES "// EXPECT(-GCC|-CLANG)?: *([^\n]+)(.*)")
  set(which "${CMAKE_MATCH_1}")
  set(regex "${CMAKE_MATCH_2}")
  set(rest "${CMAKE_MATCH_3}")
  if(which STREQUAL "" OR which STREQUAL this)
    math(EXPR checked "${checked} + 1")
    if(NOT output MATCHES "${regex}")
      message(FATAL_ERROR "the compiler must print a match for\n  ${regex}\nbut it printed\n${output}")
    endif()
  endif()
endwhile()
if(checked EQUAL 0)
  message(FATAL_ERROR "no line says what to expect of this compiler (// EXPECT: regex)")
endif()
