// Chains of pointwise operations in one launch. Each input byte is read once and each output byte written once, 16 at a
// time, with several loads of a thread in flight before the first is used.
//
// Chains that suites name are compiled as a whole: all their operands are loaded before any arithmetic. Any other list
// is walked at run time: a branch and an operand's load per step, amortised over the elements that a thread holds.
#include "kernels/cuda/access.cuh"
#include "kernels/cuda/geometry.hpp"
#include "kernels/cuda/launch.cuh"
#include "kernels/elementwise/chain_launch.hpp"

namespace roofgate {
namespace {

template <int kWidth>
using Word = typename Bf16Vector<kWidth>::Word;

template <int kWidth>
__device__ inline const Word<kWidth>* words(const Bf16* data) {
  return reinterpret_cast<const Word<kWidth>*>(data);
}

template <int kWidth>
__device__ inline Word<kWidth>* words(Bf16* data) {
  return reinterpret_cast<Word<kWidth>*>(data);
}

/// One element, whatever the chain: the last few that fill no vector.
__device__ inline void run_one(const ChainArguments& arguments, std::int64_t index) {
  float value = to_float(load_cached(arguments.x + index));
#pragma unroll 1
  for (int s = 0; s < arguments.steps; ++s) {
    const Bf16* const operand = arguments.step[s].operand;
    const float second = operand == nullptr ? 0.0F : to_float(load_cached(operand + index));
#pragma unroll 1
    for (int turn = 0; turn < arguments.step[s].repeat; ++turn) value = apply(arguments.step[s].op, value, second);
  }
  store_streaming(&arguments.y[index].bits, to_bf16(value).bits);
}

template <int kWidth>
__device__ inline void run_tail(const ChainArguments& arguments) {
  const std::int64_t done = arguments.elements / kWidth * kWidth;
  if (blockIdx.x == 0 && threadIdx.x < arguments.elements - done) run_one(arguments, done + threadIdx.x);
}

template <PointwiseOp... ops>
__device__ inline float apply_fixed(float value, const float (&operand)[sizeof...(ops)]) {
  int step = 0;
  ((value = apply(ops, value, operand[step]), ++step), ...);
  return value;
}

/// Words of x and of each operand that a thread loads before it computes. 16-byte words: what 64 registers hold beside
/// the arithmetic; 1024 threads of a multiprocessor then have 64 to 128 KiB in flight, of the 30 KiB that bandwidth
/// times latency ask for on an H200 (4.8 TB/s, about 0.8 us, 132 multiprocessors). 2-byte words: 16 KiB.
template <int kWidth, PointwiseOp... ops>
inline constexpr int kUnroll = kWidth == 1 ? 8 : ((static_cast<int>(has_operand(ops)) + ...) <= 1 ? 4 : 2);

/// A chain that is known when it is compiled. `kWidth` elements make a word: 8 (aligned) or 1.
template <int kWidth, PointwiseOp... ops>
__global__ void __launch_bounds__(kBlockThreads, kBlocksPerMultiprocessor)
    run_fixed(const __grid_constant__ ChainArguments arguments) {
  constexpr int kSteps = sizeof...(ops);
  constexpr int kInFlight = kUnroll<kWidth, ops...>;
  constexpr bool kReads[kSteps] = {has_operand(ops)...};
  const std::int64_t count = arguments.elements / kWidth;
  const std::int64_t tile = std::int64_t{kBlockThreads} * kInFlight;
  for (std::int64_t first = blockIdx.x * tile + threadIdx.x; first < count; first += gridDim.x * tile) {
    Word<kWidth> x[kInFlight] = {};
    Word<kWidth> operand[kSteps][kInFlight] = {};
#pragma unroll
    for (int i = 0; i < kInFlight; ++i) {
      const std::int64_t index = first + i * kBlockThreads;
      if (index >= count) continue;
      x[i] = load_streaming(words<kWidth>(arguments.x) + index);
#pragma unroll
      for (int step = 0; step < kSteps; ++step) {
        if (kReads[step]) operand[step][i] = load_streaming(words<kWidth>(arguments.step[step].operand) + index);
      }
    }
#pragma unroll
    for (int i = 0; i < kInFlight; ++i) {
      const std::int64_t index = first + i * kBlockThreads;
      if (index >= count) continue;
      float value[kWidth];
      float second[kSteps][kWidth] = {};
      unpack(x[i], value);
#pragma unroll
      for (int step = 0; step < kSteps; ++step) {
        if (kReads[step]) unpack(operand[step][i], second[step]);
      }
#pragma unroll
      for (int lane = 0; lane < kWidth; ++lane) {
        float of_lane[kSteps];
#pragma unroll
        for (int step = 0; step < kSteps; ++step) of_lane[step] = second[step][lane];
        value[lane] = apply_fixed<ops...>(value[lane], of_lane);
      }
      store_streaming(words<kWidth>(arguments.y) + index, pack(value));
    }
  }
  run_tail<kWidth>(arguments);
}

/// Words that a thread of run_listed holds while it walks the list: as many as 64 registers hold without a spill, 48
/// KiB in flight per multiprocessor.
template <int kWidth>
inline constexpr int kListedUnroll = kWidth == 8 ? 3 : 8;

template <int kWidth, class Operation>
__device__ inline void for_each_value(float (&value)[kListedUnroll<kWidth>][kWidth], Operation operation) {
#pragma unroll
  for (int i = 0; i < kListedUnroll<kWidth>; ++i) {
#pragma unroll
    for (int lane = 0; lane < kWidth; ++lane) value[i][lane] = operation(value[i][lane], i, lane);
  }
}

/// Any chain: the list is walked once for every kListedUnroll words.
template <int kWidth>
__global__ void __launch_bounds__(kBlockThreads, kBlocksPerMultiprocessor)
    run_listed(const __grid_constant__ ChainArguments arguments) {
  constexpr int kInFlight = kListedUnroll<kWidth>;
  const std::int64_t count = arguments.elements / kWidth;
  const std::int64_t tile = std::int64_t{kBlockThreads} * kInFlight;
  for (std::int64_t first = blockIdx.x * tile + threadIdx.x; first < count; first += gridDim.x * tile) {
    const auto load_all = [&](const Bf16* data, float(&into)[kInFlight][kWidth]) {
      Word<kWidth> word[kInFlight] = {};
#pragma unroll
      for (int i = 0; i < kInFlight; ++i) {
        const std::int64_t index = first + i * kBlockThreads;
        if (index < count) word[i] = load_streaming(words<kWidth>(data) + index);
      }
#pragma unroll
      for (int i = 0; i < kInFlight; ++i) unpack(word[i], into[i]);
    };
    float value[kInFlight][kWidth];
    load_all(arguments.x, value);
#pragma unroll 1
    for (int s = 0; s < arguments.steps; ++s) {
      const ChainStep step = arguments.step[s];
      if (has_operand(step.op)) {
        float operand[kInFlight][kWidth];
        load_all(step.operand, operand);
        if (step.op == PointwiseOp::gate) {
          for_each_value<kWidth>(value, [&](float x, int i, int lane) { return x * operand[i][lane]; });
        } else {
          for_each_value<kWidth>(value, [&](float x, int i, int lane) { return x + operand[i][lane]; });
        }
        continue;
      }
#pragma unroll 1
      for (int turn = 0; turn < step.repeat; ++turn) {
        if (step.op == PointwiseOp::gelu) {
          for_each_value<kWidth>(value, [](float x, int, int) { return gelu(x); });
        } else if (step.op == PointwiseOp::silu) {
          for_each_value<kWidth>(value, [](float x, int, int) { return silu(x); });
        } else {
          for_each_value<kWidth>(value, [](float x, int, int) { return x * kScaleFactor; });
        }
      }
    }
#pragma unroll
    for (int i = 0; i < kInFlight; ++i) {
      const std::int64_t index = first + i * kBlockThreads;
      if (index < count) store_streaming(words<kWidth>(arguments.y) + index, pack(value[i]));
    }
  }
  run_tail<kWidth>(arguments);
}

template <PointwiseOp... ops>
bool is_chain(const ChainArguments& arguments) {
  constexpr PointwiseOp kOps[] = {ops...};
  if (arguments.steps != static_cast<int>(sizeof...(ops))) return false;
  for (int i = 0; i < arguments.steps; ++i) {
    if (arguments.step[i].op != kOps[i] || arguments.step[i].repeat != 1) return false;
  }
  return true;
}

template <int kWidth>
dim3 grid_for(const ChainArguments& arguments, int words_per_thread, int multiprocessors) {
  const std::int64_t count = arguments.elements / kWidth;
  return dim3(grid_blocks(count, std::int64_t{kBlockThreads} * words_per_thread, multiprocessors));
}

template <int kWidth>
CudaStatus launch_words(const ChainArguments& arguments, int multiprocessors, CUstream_st* stream) {
  using enum PointwiseOp;
  CudaStatus status;
  const auto launch_if = [&]<PointwiseOp... ops>() {
    if (!is_chain<ops...>(arguments)) return false;
    status = launch(run_fixed<kWidth, ops...>, grid_for<kWidth>(arguments, kUnroll<kWidth, ops...>, multiprocessors),
                    dim3(kBlockThreads), 0, stream, arguments);
    return true;
  };
  const bool launched = launch_if.template operator()<bias>() || launch_if.template operator()<gelu>() ||
                        launch_if.template operator()<scale>() || launch_if.template operator()<residual>() ||
                        launch_if.template operator()<silu>() || launch_if.template operator()<gate>() ||
                        launch_if.template operator()<silu, gate>() ||
                        launch_if.template operator()<bias, gelu, scale, residual>();
  if (launched) return status;
  return launch(run_listed<kWidth>, grid_for<kWidth>(arguments, kListedUnroll<kWidth>, multiprocessors),
                dim3(kBlockThreads), 0, stream, arguments);
}

}  // namespace

CudaStatus launch_chain(const ChainArguments& arguments, int multiprocessors, CUstream_st* stream) {
  if (!is_vector_aligned(arguments)) return launch_words<1>(arguments, multiprocessors, stream);
  return launch_words<8>(arguments, multiprocessors, stream);
}

}  // namespace roofgate
