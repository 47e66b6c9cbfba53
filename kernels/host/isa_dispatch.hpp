// Finds the table of functions that fits an instruction set, for files built by roofgate_add_isa_sources.
#pragma once

#include "kernels/host/isa.hpp"

// At namespace scope in roofgate. Declares `const Table name` in each set's namespace, where the files define it, and
// defines `const Table& chooser(Isa)`: the table of that set.
#if defined(__x86_64__)
#define ROOFGATE_DISPATCH(Table, name, chooser)            \
  namespace baseline {                                     \
  extern const Table name;                                 \
  }                                                        \
  namespace avx2 {                                         \
  extern const Table name;                                 \
  }                                                        \
  namespace avx512 {                                       \
  extern const Table name;                                 \
  }                                                        \
  namespace avx512_bf16 {                                  \
  extern const Table name;                                 \
  }                                                        \
  const Table& chooser(Isa isa) {                          \
    if (isa == Isa::avx512_bf16) return avx512_bf16::name; \
    if (isa == Isa::avx512) return avx512::name;           \
    return isa == Isa::avx2 ? avx2::name : baseline::name; \
  }                                                        \
  static_assert(true)
#else
#define ROOFGATE_DISPATCH(Table, name, chooser)                \
  namespace baseline {                                         \
  extern const Table name;                                     \
  }                                                            \
  const Table& chooser(Isa /*isa*/) { return baseline::name; } \
  static_assert(true)
#endif
