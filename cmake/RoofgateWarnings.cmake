# The one warnings target: every library, program and test links it.
add_library(roofgate_warnings INTERFACE)
target_compile_options(roofgate_warnings INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wshadow -Wconversion -Wnon-virtual-dtor -Wold-style-cast -Werror>
  $<$<COMPILE_LANGUAGE:CUDA>:-Werror=all-warnings -Xcompiler=-Wall,-Wextra,-Werror>)
# GCC 12 and 13 report std::string assignments as overlapping copies (GCC bug 105651, fixed in 14).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 14)
  target_compile_options(roofgate_warnings INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict>)
endif()
if(ROOFGATE_SANITIZE)
  # Instrumented code makes GCC see uninitialised values that are none (GCC manual, -fsanitize=address).
  target_compile_options(roofgate_warnings INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-maybe-uninitialized>)
  target_compile_options(roofgate_warnings INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${ROOFGATE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer>)
  target_link_options(roofgate_warnings INTERFACE -fsanitize=${ROOFGATE_SANITIZE})
endif()
