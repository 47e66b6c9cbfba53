# What `cmake --install` puts where. Programs find their data relative to themselves (bench/locate), so a prefix can be
# moved. Each program's own CMakeLists.txt installs it.
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)  # a CUDA toolkit outside the linker's search path

set(data "${CMAKE_INSTALL_DATADIR}/roofgate")
install(DIRECTORY bench/suite/suites/ DESTINATION "${data}/suites" FILES_MATCHING PATTERN "*.json")
install(DIRECTORY baselines/ DESTINATION "${data}/baselines"
        FILES_MATCHING PATTERN "*.json" PATTERN "*.md" PATTERN ".*" EXCLUDE)
install(FILES ci/policy.json DESTINATION "${data}" OPTIONAL)
install(PROGRAMS scripts/plot.py DESTINATION "${data}")
install(DIRECTORY scripts/plotting DESTINATION "${data}" FILES_MATCHING PATTERN "*.py")
install(FILES bench/record/record.schema.json DESTINATION "${data}")
install(DIRECTORY docs/ DESTINATION "${CMAKE_INSTALL_DOCDIR}" FILES_MATCHING PATTERN "*.md" PATTERN "*.json")
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}")
