// NCCL's version number as text: needs no NCCL.
#include <fmt/format.h>

#include "kernels/cuda/nccl.hpp"

namespace roofgate {

std::string nccl_version_text(int version) {
  const int major_unit = version < 10000 ? 1000 : 10000;
  return fmt::format("{}.{}.{}", version / major_unit, version % major_unit / 100, version % 100);
}

}  // namespace roofgate
