#include <array>
#include <cmath>

#include "kernels/ceiling/ceiling_kernels.hpp"
#include "kernels/ceiling/host_arithmetic.hpp"
#include "kernels/host/isa.hpp"

namespace roofgate {

#if defined(__x86_64__)
namespace avx512_bf16 {
extern const DotKernel kDotKernel;
}
const DotKernel* dot_kernel(Isa isa) { return isa == Isa::avx512_bf16 ? &avx512_bf16::kDotKernel : nullptr; }
#else
const DotKernel* dot_kernel(Isa /*isa*/) { return nullptr; }
#endif

namespace {

class DotCeiling final : public ArithmeticCeiling {
 public:
  DotCeiling(const HostContext& context, const DotKernel& kernel)
      : ArithmeticCeiling{context, kernel.values, kernel.values}, kernel_{kernel}, inputs_{inputs_of(context.seed)} {}

  [[nodiscard]] Work work() const override {
    constexpr double kFlopPerIteration = 2.0 * 4.0;  // two instructions of two products and two sums
    return work_of(kFlopPerIteration);
  }

  [[nodiscard]] Result<void> launch(std::size_t /*set*/) override {
    run_from_start([this](float* values) { run(values, inputs_, iterations()); });
    return {};
  }

  /// With ones the values count the products of a launch; with the launch's kind of numbers they stay where they
  /// were but for the rounding of each sum.
  [[nodiscard]] Result<Check> check() override {
    Inputs ones;
    for (Bf16s* const operand : {&ones.a, &ones.b, &ones.c}) operand->fill(to_bf16(1.0F));
    ElementErrors errors;
    compare(
        std::vector<float>(value_count(), 0.0F), [&](float* values) { run(values, ones, kLoopIterations); },
        [](std::size_t) {
          return Bounded{4.0 * static_cast<double>(kLoopIterations), 0.0};
        },
        errors);
    const std::uint64_t seed = fresh_seed();
    const Inputs inputs = inputs_of(seed);
    const std::vector<float> start = normal_values(value_count(), seed);
    compare(
        start, [&](float* values) { run(values, inputs, kCheckIterations); },
        [&](std::size_t i) {
          return Bounded{static_cast<double>(start[i]), drift(inputs, start[i], i)};
        },
        errors);
    compare(
        start,
        [&](float* values) {
          run(values, Inputs{inputs.a, inputs.b, inputs.b}, 1);
        },
        [&](std::size_t i) {
          const double two = 2.0 * product(inputs, i);
          return Bounded{static_cast<double>(start[i]) + two, 4.0 * kFp32Roundoff * largest(inputs, start[i], i)};
        },
        errors);
    return conclude(errors);
  }

  [[nodiscard]] std::map<std::string, std::string> algorithm() const override {
    return {{"isa", std::string{name_of(Isa::avx512_bf16)}}};
  }

 private:
  using Bf16s = std::array<Bf16, kDotElements>;

  struct Inputs {
    Bf16s a;
    Bf16s b;
    Bf16s c;  // -b, so that sums neither grow nor lose their low bits
  };

  static Inputs inputs_of(std::uint64_t seed) {
    Inputs inputs;
    fill_normal(inputs.a.data(), kDotElements, derive_seed(seed, 0, 0));
    fill_normal(inputs.b.data(), kDotElements, derive_seed(seed, 0, 1));
    for (std::size_t i = 0; i < kDotElements; ++i) inputs.c[i] = to_bf16(-to_float(inputs.b[i]));
    return inputs;
  }

  void run(float* values, const Inputs& inputs, std::size_t iterations) const {
    kernel_.run(values, inputs.a.data(), inputs.b.data(), inputs.c.data(), iterations);
  }

  static double term(const Inputs& inputs, std::size_t element) {
    return static_cast<double>(to_float(inputs.a[element])) * static_cast<double>(to_float(inputs.b[element]));
  }

  static double product(const Inputs& inputs, std::size_t value) {
    const std::size_t pair = 2 * (value % (kDotElements / 2));
    return term(inputs, pair) + term(inputs, pair + 1);
  }

  /// No sum on the way is larger.
  static double largest(const Inputs& inputs, float start, std::size_t value) {
    const std::size_t pair = 2 * (value % (kDotElements / 2));
    return std::abs(static_cast<double>(start)) +
           2.0 * (std::abs(term(inputs, pair)) + std::abs(term(inputs, pair + 1)));
  }

  /// Four sums are rounded in each iteration, one after the other.
  static double drift(const Inputs& inputs, float start, std::size_t value) {
    return 4.0 * static_cast<double>(kCheckIterations) * kFp32Roundoff * largest(inputs, start, value);
  }

  const DotKernel& kernel_;
  Inputs inputs_;
};

/// Tiles multiply many times faster than vdpbf16ps: a ceiling without them would lie below what oneDNN reaches.
bool has_bf16_tiles() {
#if defined(__x86_64__) && !defined(__clang_analyzer__)  // clang-tidy 14 knows no such feature
  return __builtin_cpu_supports("amx-bf16") != 0;
#else
  return false;
#endif
}

}  // namespace

Result<std::unique_ptr<Workload>> make_host_dot(const CeilingSpec& spec, const HostContext& context) {
  const DotKernel* const kernel = dot_kernel(choose_isa(context.isa));
  if (kernel == nullptr) {
    return fail(ErrorKind::unavailable, "this CPU has no bf16 dot product (AVX512_BF16)", spec.id());
  }
  if (has_bf16_tiles()) {
    return fail(ErrorKind::unavailable, "this CPU's bf16 peak is that of its tiles (AMX), which this loop does not use",
                spec.id());
  }
  return std::make_unique<DotCeiling>(context, *kernel);
}

}  // namespace roofgate
