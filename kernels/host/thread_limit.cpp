#include "kernels/host/thread_limit.hpp"

#include <omp.h>

#include <cstdlib>
#include <limits>

namespace roofgate {

int most_threads_wanted() {
  static const int wanted = [] {
    const char* const variable = std::getenv("OMP_NUM_THREADS");
    const bool is_set = variable != nullptr && *variable != '\0';
    return is_set ? omp_get_max_threads() : std::numeric_limits<int>::max();
  }();
  return wanted;
}

}  // namespace roofgate
