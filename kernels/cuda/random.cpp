#include "kernels/cuda/random.hpp"

#include "kernels/cuda/random_launch.hpp"
#include "kernels/cuda/status.hpp"

namespace roofgate {

Result<void> fill_normal(std::byte* data, std::size_t elements, DType dtype, RandomKey key, CUstream_st* stream) {
  return succeeded(launch_fill_normal(data, static_cast<std::int64_t>(elements), dtype, key, stream),
                   "launch of fill_normal");
}

Result<void> fill_signs(std::byte* data, std::size_t elements, double density, RandomKey key, CUstream_st* stream) {
  const auto threshold = static_cast<std::uint32_t>(density * 0x1p31);
  return succeeded(launch_fill_signs(data, static_cast<std::int64_t>(elements), threshold, key, stream),
                   "launch of fill_signs");
}

}  // namespace roofgate
