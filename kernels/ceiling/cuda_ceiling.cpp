#include "kernels/ceiling/cuda_ceiling.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "kernels/base/element_errors.hpp"
#include "kernels/ceiling/ceiling_launch.hpp"
#include "kernels/cuda/blocking_kernel.hpp"
#include "kernels/cuda/buffer.hpp"
#include "kernels/cuda/download.hpp"
#include "kernels/cuda/geometry.hpp"
#include "kernels/cuda/random.hpp"
#include "kernels/cuda/status.hpp"

namespace roofgate {
namespace {

constexpr int kWarpThreads = 32;
constexpr unsigned char kPoison = 0xff;

/// What the three have in common: one set, and a buffer of results that is poisoned before a check.
class CudaCeiling : public Workload {
 public:
  explicit CudaCeiling(const CudaContext& context) : context_{context} {}
  [[nodiscard]] std::size_t set_count() const override { return 1; }
  [[nodiscard]] virtual Result<void> prepare() = 0;

 protected:
  [[nodiscard]] std::int64_t threads() const {
    return std::int64_t{ceiling_blocks(context_.multiprocessors)} * kBlockThreads;
  }

  [[nodiscard]] Result<void> allocate_results(std::size_t count) {
    return DeviceBuffer::allocate(count * sizeof(float)).map([&](DeviceBuffer made) { results_ = std::move(made); });
  }

  [[nodiscard]] float* results() const { return reinterpret_cast<float*>(results_.data()); }

  [[nodiscard]] Result<void> poison_results() const {
    return fill_bytes(results_.data(), kPoison, results_.bytes(), context_.stream);
  }

  [[nodiscard]] Result<std::vector<float>> download_results() const {
    return download<float>(results_.data(), results_.bytes() / sizeof(float), context_.stream);
  }

  CudaContext context_;

 private:
  DeviceBuffer results_;
};

class FmaCeiling final : public CudaCeiling {
 public:
  using CudaCeiling::CudaCeiling;

  [[nodiscard]] Result<void> prepare() override { return allocate_results(static_cast<std::size_t>(threads())); }

  [[nodiscard]] Work work() const override {
    Work work;
    work.subject = Subject::flops;
    work.flops = Flops{2.0 * kFmaChains * static_cast<double>(kIterations) * static_cast<double>(threads())};
    return work;
  }

  [[nodiscard]] Result<void> launch(std::size_t /*set*/) override { return launch_from(0.61803398875F); }

  /// FMA is exact to the bit: the host repeats the chains of the 32 different threads.
  [[nodiscard]] Result<Check> check() override {
    constexpr float kFresh = 0.70710678119F;
    const Result<void> ran = poison_results().and_then([&] { return launch_from(kFresh); });
    if (!ran) return fail(ran.error());
    const Result<std::vector<float>> sums = download_results();
    if (!sums) return fail(sums.error());
    std::array<double, kWarpThreads> expected{};
    for (int t = 0; t < kWarpThreads; ++t)
      expected[static_cast<std::size_t>(t)] = static_cast<double>(sum_of(kFresh, t));
    ElementErrors errors;
    for (std::size_t i = 0; i < sums->size(); ++i) {
      errors.add(i, error_in_tolerances(static_cast<double>((*sums)[i]), expected[i % kWarpThreads], 0.0));
    }
    if (errors.passed()) return errors.to_check(fmt::format("{} threads' sums compared bit for bit", sums->size()));
    return errors.to_check(fmt::format("{} of {} sums are wrong; the first at {}: {} instead of {}", errors.wrong(),
                                       sums->size(), errors.first_wrong(), (*sums)[errors.first_wrong()],
                                       expected[errors.first_wrong() % kWarpThreads]));
  }

 private:
  static constexpr std::int64_t kIterations = 16384;  // about 0.6 ms on an H200 at its peak rate

  [[nodiscard]] Result<void> launch_from(float first) const {
    return succeeded(launch_fma(results(), first, kIterations, context_.multiprocessors, context_.stream),
                     "launch of the FMA loop");
  }

  static float sum_of(float first, int thread) {
    float sum = 0.0F;
    for (int c = 0; c < kFmaChains; ++c) {
      float value = fma_start(first, thread, c);
      for (std::int64_t i = 0; i < kIterations; ++i) value = std::fma(value, kFmaFactor, kFmaTerm);
      sum = c == 0 ? value : sum + value;
    }
    return sum;
  }
};

class DotCeiling final : public CudaCeiling {
 public:
  using CudaCeiling::CudaCeiling;

  [[nodiscard]] Result<void> prepare() override {
    if (auto ok = allocate_results(static_cast<std::size_t>(warps() * kDotRows * kDotColumns)); !ok) return ok;
    return DeviceBuffer::allocate((kElementsA + kElementsB) * sizeof(Bf16))
        .map([&](DeviceBuffer made) { inputs_ = std::move(made); })
        .and_then([&] { return fill(context_.seed); });
  }

  [[nodiscard]] Work work() const override {
    Work work;
    work.subject = Subject::flops;
    work.flops = Flops{2.0 * kDotRows * kDotColumns * kDotDepth * kDotTiles * static_cast<double>(kIterations) *
                       static_cast<double>(warps())};
    return work;
  }

  [[nodiscard]] Result<void> launch(std::size_t /*set*/) override {
    const auto* a = reinterpret_cast<const Bf16*>(inputs_.data());
    return succeeded(launch_dot(results(), a, a + kElementsA, kIterations, context_.multiprocessors, context_.stream),
                     "launch of the tensor-core loop");
  }

  [[nodiscard]] Result<Check> check() override {
    const Result<void> ran =
        fill(context_.seed + 1).and_then([&] { return poison_results(); }).and_then([&] { return launch(0); });
    if (!ran) return fail(ran.error());
    const Result<std::vector<float>> sums = download_results();
    if (!sums) return fail(sums.error());
    const auto inputs = download<Bf16>(inputs_.data(), kElementsA + kElementsB, context_.stream);
    if (!inputs) return fail(inputs.error());
    ElementErrors errors;
    const std::vector<Expected> expected = expected_tile(*inputs);
    for (std::size_t i = 0; i < sums->size(); ++i) {
      const Expected& right = expected[i % expected.size()];
      errors.add(i, error_in_tolerances(static_cast<double>((*sums)[i]), right.value, right.tolerance));
    }
    if (errors.passed()) return errors.to_check(fmt::format("{} sums compared with double", sums->size()));
    return errors.to_check(fmt::format("{} of {} sums are wrong; the first at {}: {} instead of {}", errors.wrong(),
                                       sums->size(), errors.first_wrong(), (*sums)[errors.first_wrong()],
                                       expected[errors.first_wrong() % expected.size()].value));
  }

 private:
  struct Expected {
    double value;
    double tolerance;
  };

  static constexpr std::int64_t kIterations = 2048;  // about 0.7 ms on an H200
  static constexpr std::size_t kElementsA = std::size_t{kDotRows} * kDotDepth;
  static constexpr std::size_t kElementsB = std::size_t{kDotTiles} * kDotColumns * kDotDepth;

  [[nodiscard]] std::int64_t warps() const { return threads() / kWarpThreads; }

  [[nodiscard]] Result<void> fill(std::uint64_t seed) const {
    return fill_normal(inputs_.data(), kElementsA + kElementsB, DType::bf16, RandomKey{seed, 0}, context_.stream);
  }

  /// Every iteration adds the same products, and rounds or truncates the running sum: at most 2^-23 of it each time.
  static std::vector<Expected> expected_tile(const std::vector<Bf16>& inputs) {
    std::vector<Expected> tile;
    for (std::size_t row = 0; row < kDotRows; ++row) {
      for (std::size_t column = 0; column < kDotColumns; ++column) {
        double sum = 0.0;
        double magnitude = 0.0;
        for (std::size_t t = 0; t < kDotTiles; ++t) {
          for (std::size_t depth = 0; depth < kDotDepth; ++depth) {
            const double product =
                static_cast<double>(to_float(inputs[row * kDotDepth + depth])) *
                static_cast<double>(to_float(inputs[kElementsA + (t * kDotColumns + column) * kDotDepth + depth]));
            sum += product;
            magnitude += std::abs(product);
          }
        }
        constexpr auto kTurns = static_cast<double>(kIterations);
        tile.push_back(Expected{sum * kTurns, magnitude * kTurns * kTurns * 0x1p-23});
      }
    }
    return tile;
  }

  DeviceBuffer inputs_;
};

class LaunchCeiling final : public CudaCeiling {
 public:
  using CudaCeiling::CudaCeiling;

  [[nodiscard]] Result<void> prepare() override { return {}; }

  [[nodiscard]] Work work() const override {
    Work work;
    work.subject = Subject::latency;
    return work;
  }

  [[nodiscard]] Result<void> launch(std::size_t /*set*/) override {
    return succeeded(launch_empty_kernel(context_.stream), "launch of the empty kernel");
  }

  [[nodiscard]] Result<Check> check() override {
    return launch(0).and_then([&] { return synchronize(context_.stream); }).map([] {
      return Check{true, 0.0, "the empty kernel ran"};
    });
  }
};

std::unique_ptr<CudaCeiling> make(CeilingOp op, const CudaContext& context) {
  switch (op) {
    case CeilingOp::fma_fp32:
      return std::make_unique<FmaCeiling>(context);
    case CeilingOp::dot_bf16:
      return std::make_unique<DotCeiling>(context);
    case CeilingOp::launch:
      break;
  }
  return std::make_unique<LaunchCeiling>(context);
}

}  // namespace

Result<std::unique_ptr<Workload>> make_cuda_ceiling(const CeilingSpec& spec, const CudaContext& context) {
  std::unique_ptr<CudaCeiling> ceiling = make(spec.op, context);
  if (auto ok = ceiling->prepare(); !ok) return fail(ok.error());
  return ceiling;
}

}  // namespace roofgate
