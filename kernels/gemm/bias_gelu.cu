// Bias and GELU after a product, in place: a thread keeps its rows' bias in registers and walks over columns, with
// several columns' loads in flight.
#include <algorithm>

#include "kernels/base/activation.hpp"
#include "kernels/cuda/access.cuh"
#include "kernels/cuda/geometry.hpp"
#include "kernels/cuda/launch.cuh"
#include "kernels/gemm/bias_gelu_launch.hpp"

namespace roofgate {
namespace {

constexpr int kUnroll = 4;

/// `kWidth` rows make a word: 8 (all columns aligned) or 1. Rows that fill no word go one by one.
template <int kWidth>
__global__ void __launch_bounds__(kBlockThreads, kBlocksPerMultiprocessor)
    add_bias_gelu(const BiasGeluArguments arguments) {
  using Word = typename Bf16Vector<kWidth>::Word;
  const std::int64_t words = arguments.rows / kWidth;
  const std::int64_t word = blockIdx.x * std::int64_t{kBlockThreads} + threadIdx.x;
  const std::int64_t step = gridDim.y;
  if (word < words) {
    float bias[kWidth];
    unpack(load_cached(reinterpret_cast<const Word*>(arguments.bias) + word), bias);
    const auto place = [&](std::int64_t column) {
      return reinterpret_cast<Word*>(arguments.d + column * arguments.leading) + word;
    };
    for (std::int64_t first = blockIdx.y; first < arguments.columns; first += step * kUnroll) {
      Word held[kUnroll] = {};
#pragma unroll
      for (int i = 0; i < kUnroll; ++i) {
        const std::int64_t column = first + i * step;
        if (column < arguments.columns) held[i] = load_streaming(place(column));
      }
#pragma unroll
      for (int i = 0; i < kUnroll; ++i) {
        const std::int64_t column = first + i * step;
        if (column >= arguments.columns) continue;
        float value[kWidth];
        unpack(held[i], value);
#pragma unroll
        for (int lane = 0; lane < kWidth; ++lane) value[lane] = gelu(value[lane] + bias[lane]);
        store_streaming(place(column), pack(value));
      }
    }
    return;
  }
  const std::int64_t row = words * kWidth + (word - words);
  if (row >= arguments.rows) return;
  const float bias = to_float(load_cached(arguments.bias + row));
  for (std::int64_t column = blockIdx.y; column < arguments.columns; column += step) {
    Bf16* const element = arguments.d + column * arguments.leading + row;
    store_streaming(&element->bits, to_bf16(gelu(to_float(load_cached(element)) + bias)).bits);
  }
}

bool is_aligned(const BiasGeluArguments& arguments) {
  constexpr std::uintptr_t kVectorBytes = 16;
  const auto column_bytes = static_cast<std::uintptr_t>(arguments.leading) * sizeof(Bf16);
  return (reinterpret_cast<std::uintptr_t>(arguments.d) | reinterpret_cast<std::uintptr_t>(arguments.bias) |
          column_bytes) %
             kVectorBytes ==
         0;
}

/// One thread for each word and each left-over row; as many columns at once as fill the device.
template <int kWidth>
dim3 grid_for(const BiasGeluArguments& arguments, int multiprocessors) {
  constexpr std::int64_t kMostColumnBlocks = 65535;  // the limit of gridDim.y
  const std::int64_t threads = arguments.rows / kWidth + arguments.rows % kWidth;
  const std::int64_t across = std::max<std::int64_t>(1, (threads + kBlockThreads - 1) / kBlockThreads);
  const std::int64_t resident = std::int64_t{multiprocessors} * kBlocksPerMultiprocessor;
  const std::int64_t down = std::clamp<std::int64_t>(resident / across, 1, kMostColumnBlocks);
  return dim3(static_cast<unsigned>(across),
              static_cast<unsigned>(std::min(down, std::max<std::int64_t>(1, arguments.columns))));
}

template <int kWidth>
CudaStatus launch_words(const BiasGeluArguments& arguments, int multiprocessors, CUstream_st* stream) {
  return launch(add_bias_gelu<kWidth>, grid_for<kWidth>(arguments, multiprocessors), dim3(kBlockThreads), 0, stream,
                arguments);
}

}  // namespace

CudaStatus launch_bias_gelu(const BiasGeluArguments& arguments, int multiprocessors, CUstream_st* stream) {
  if (is_aligned(arguments)) return launch_words<8>(arguments, multiprocessors, stream);
  return launch_words<1>(arguments, multiprocessors, stream);
}

}  // namespace roofgate
