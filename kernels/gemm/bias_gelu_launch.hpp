// The separate epilogue of a product: D = GELU(D + bias). Internal to the CUDA side; includes no CUDA header.
#pragma once

#include <cstdint>

#include "kernels/base/bf16.hpp"
#include "kernels/cuda/status.hpp"
#include "kernels/cuda/stream.hpp"

namespace roofgate {

/// D is `rows` x `columns` by columns, `leading` elements apart; the bias has one element per row.
struct BiasGeluArguments {
  Bf16* d = nullptr;
  const Bf16* bias = nullptr;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t leading = 0;
};

[[nodiscard]] CudaStatus launch_bias_gelu(const BiasGeluArguments& arguments, int multiprocessors, CUstream_st* stream);

}  // namespace roofgate
