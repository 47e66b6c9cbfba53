#include "kernels/base/assert.hpp"

#include <cstdio>
#include <cstdlib>

namespace roofgate {

void assertion_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "roofgate: bug: %s does not hold (%s:%d)\n", condition, file, line);
  std::abort();
}

}  // namespace roofgate
