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

# roofgate_add_ranks_test(room target): the test program `target` under mpirun with 1, 2 and 4 ranks.
function(roofgate_add_ranks_test room target)
  foreach(ranks IN ITEMS 1 2 4)
    set(name "${room}.${target}${ranks}")
    if(MPIEXEC_EXECUTABLE)
      add_test(NAME ${name} COMMAND ${MPIEXEC_EXECUTABLE} -n ${ranks} $<TARGET_FILE:${target}> ${ranks})
    else()
      add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} -E echo "SKIPPED: no mpirun on this machine")
    endif()
    # Root is refused and more ranks than cores are too, unless said otherwise: Open MPI 4 and, after it, 5. Open MPI
    # keeps some memory to its end, which is not our leak.
    set_tests_properties(${name} PROPERTIES TIMEOUT 300 PROCESSORS 2 SKIP_REGULAR_EXPRESSION "^SKIPPED" ENVIRONMENT
      "OMPI_ALLOW_RUN_AS_ROOT=1;OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1;OMPI_MCA_rmaps_base_oversubscribe=1;PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe;ASAN_OPTIONS=detect_leaks=0;OMP_NUM_THREADS=1")
  endforeach()
endfunction()
