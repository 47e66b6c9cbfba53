#include <array>
#include <cmath>
#include <optional>
#include <string>

#include "kernels/ceiling/ceiling_kernels.hpp"
#include "kernels/ceiling/host_arithmetic.hpp"
#include "kernels/host/isa_dispatch.hpp"

namespace roofgate {

ROOFGATE_DISPATCH(FmaKernel, kFmaKernel, fma_kernel);

namespace {

class FmaCeiling final : public ArithmeticCeiling {
 public:
  FmaCeiling(const HostContext& context, const FmaKernel& kernel, Isa isa)
      : ArithmeticCeiling{context, kernel.values, fma_kernel(choose_isa(std::nullopt)).values},
        kernel_{kernel},
        isa_{isa} {}

  [[nodiscard]] Work work() const override {
    constexpr double kFlopPerIteration = 2.0 * 2.0;  // two steps of a product and a sum
    return work_of(kFlopPerIteration);
  }

  [[nodiscard]] Result<void> launch(std::size_t /*set*/) override {
    run_from_start([this](float* values) { kernel_.run(values, kSteps, iterations()); });
    return {};
  }

  /// With factor and term 1 the values count the steps of a launch; with the launch's own numbers they equal
  /// scalar arithmetic to the bit.
  [[nodiscard]] Result<Check> check() override {
    constexpr FmaSteps kCounting{{1.0F, 1.0F}, {1.0F, 1.0F}};
    ElementErrors errors;
    compare(
        std::vector<float>(value_count(), 0.0F),
        [&](float* values) { kernel_.run(values, kCounting, kLoopIterations); },
        [](std::size_t) {
          return Bounded{2.0 * static_cast<double>(kLoopIterations), 0.0};
        },
        errors);
    const std::vector<float> start = normal_values(value_count(), fresh_seed());
    compare(
        start, [&](float* values) { kernel_.run(values, kSteps, kCheckIterations); },
        [&](std::size_t i) {
          return Bounded{static_cast<double>(repeat(start[i])), 0.0};
        },
        errors);
    return conclude(errors);
  }

  [[nodiscard]] std::map<std::string, std::string> algorithm() const override {
    return {{"isa", std::string{name_of(isa_)}}};
  }

 private:
  // A turn by -1 in two steps: values neither grow nor settle, and all their bits stay in motion.
  static constexpr FmaSteps kSteps{{1.3717421F, -0.72899996F}, {0.61803399F, 0.26794919F}};

  [[nodiscard]] float repeat(float value) const {
    for (std::size_t i = 0; i < kCheckIterations; ++i) {
      for (int step = 0; step < 2; ++step) {
        const volatile float product = value * kSteps.factor[step];
        value = kernel_.fused ? std::fma(value, kSteps.factor[step], kSteps.term[step]) : product + kSteps.term[step];
      }
    }
    return value;
  }

  const FmaKernel& kernel_;
  Isa isa_;
};

}  // namespace

Result<std::unique_ptr<Workload>> make_host_fma(const HostContext& context) {
  const Isa isa = choose_isa(context.isa);
  return std::make_unique<FmaCeiling>(context, fma_kernel(isa), isa);
}

}  // namespace roofgate
