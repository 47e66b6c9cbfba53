// Assertions for bugs: on in every build, unlike <cassert>.
#pragma once

namespace roofgate {

[[noreturn]] void assertion_failed(const char* condition, const char* file, int line);

}  // namespace roofgate

#define RG_ASSERT(condition) \
  ((condition) ? static_cast<void>(0) : ::roofgate::assertion_failed(#condition, __FILE__, __LINE__))
