# One function per kind of target. A target is named after its folder: kernels/base -> roofgate_kernels_base.

# roofgate_add_library(<folder> SOURCES <file>… [DEPS <target>…] [PRIVATE_DEPS <target>…])
function(roofgate_add_library folder)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPS;PRIVATE_DEPS" ${ARGN})
  string(REPLACE "/" "_" name "roofgate_${folder}")
  add_library(${name} STATIC ${ARG_SOURCES})
  target_include_directories(${name} PUBLIC "${PROJECT_SOURCE_DIR}")
  target_include_directories(${name} SYSTEM PUBLIC "${ROOFGATE_EXPECTED_INCLUDE}")
  target_link_libraries(${name} PUBLIC ${ARG_DEPS} PRIVATE roofgate_warnings ${ARG_PRIVATE_DEPS})
endfunction()

# roofgate_add_test(<folder> SOURCES <file>… [DEPS <target>…]): one GoogleTest program per folder of tests/.
function(roofgate_add_test folder)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPS" ${ARGN})
  string(REPLACE "/" "_" name "test_${folder}")
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_DEPS} roofgate_warnings GTest::gmock GTest::gtest_main)
  gtest_discover_tests(${name} TEST_PREFIX "${folder}." DISCOVERY_MODE PRE_TEST PROPERTIES TIMEOUT 300
                       SKIP_REGULAR_EXPRESSION "\\[  SKIPPED \\]")
endfunction()

# roofgate_add_pytest(<folder> FILES <file>… [LABELS <label>…] [TIMEOUT <seconds>]): one ctest test per Python file. pytest's "nothing
# collected" (5) fails like any other status; a run that skipped everything is shown as skipped.
function(roofgate_add_pytest folder)
  cmake_parse_arguments(ARG "" "TIMEOUT" "FILES;LABELS" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 600)
  endif()
  foreach(file IN LISTS ARG_FILES)
    get_filename_component(stem "${file}" NAME_WE)
    set(name "${folder}.${stem}")
    add_test(NAME ${name}
      COMMAND "${ROOFGATE_PYTHON}" -m pytest -q -rs -p no:cacheprovider "${CMAKE_CURRENT_SOURCE_DIR}/${file}")
    set_tests_properties(${name} PROPERTIES
      ENVIRONMENT "ROOFGATE_BUILD_DIR=${PROJECT_BINARY_DIR};PYTHONDONTWRITEBYTECODE=1;ROOFGATE_CXX=${CMAKE_CXX_COMPILER}"
      SKIP_REGULAR_EXPRESSION "(^|\n)[0-9]+ skipped in" TIMEOUT ${ARG_TIMEOUT} LABELS "python;${ARG_LABELS}")
  endforeach()
endfunction()
