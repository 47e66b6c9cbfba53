# One source, several instruction sets, one binary.

# roofgate_add_isa_sources(<target> SOURCES <file>… [ISAS <isa>…]): compiles each file once per instruction set into the
# target, with ROOFGATE_ISA naming the set and the namespace. Default: all four. Such files
# include no header whose inline functions other files use too: the linker would keep one copy, for the wrong CPU.
function(roofgate_add_isa_sources target)
  cmake_parse_arguments(ARG "" "" "SOURCES;ISAS" ${ARGN})
  if(NOT ARG_ISAS)
    set(ARG_ISAS baseline avx2 avx512 avx512_bf16)
  endif()
  set(flags_baseline "")
  set(flags_avx2 -mavx2 -mfma)
  set(flags_avx512 ${flags_avx2} -mavx512f -mavx512bw -mavx512dq -mavx512vl -mprefer-vector-width=512)
  set(flags_avx512_bf16 ${flags_avx512} -mavx512bf16)
  foreach(isa IN LISTS ARG_ISAS)
    if(NOT isa STREQUAL "baseline" AND NOT CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
      continue()
    endif()
    if(TARGET ${target}_${isa})
      target_sources(${target}_${isa} PRIVATE ${ARG_SOURCES})
      continue()
    endif()
    add_library(${target}_${isa} OBJECT ${ARG_SOURCES})
    target_include_directories(${target}_${isa} PRIVATE "${PROJECT_SOURCE_DIR}")
    target_compile_definitions(${target}_${isa} PRIVATE ROOFGATE_ISA=${isa})
    # A multiplication and an addition become one FMA from -O2 on: the fused values are what the checks expect.
    target_compile_options(${target}_${isa} PRIVATE ${flags_${isa}} -ffp-contract=fast $<$<NOT:$<CONFIG:Release>>:-O2>)
    target_link_libraries(${target}_${isa} PRIVATE roofgate_warnings)
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${target}_${isa}>)
  endforeach()
endfunction()
