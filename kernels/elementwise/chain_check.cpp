#include "kernels/elementwise/chain_check.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstdint>

#include "kernels/base/element_errors.hpp"

namespace roofgate {
namespace {

constexpr double kFp32Roundoff = 0x1p-24;
constexpr std::size_t kTeamFrom = 1U << 12U;  // elements: below, starting the team costs more than it saves
constexpr double kSmallestNormal = 0x1p-126;  // of bf16 as of fp32: below it results may be flushed to zero
constexpr double kGeluSlopeDouble = 0.79788456080286535588;  // sqrt(2/pi)
constexpr double kGeluCubicDouble = 0.044715;
// Largest slopes, found on a grid of 1e-6: gelu's 1.1290 near x = 1.42, silu's 1.0998 near x = 2.40.
constexpr double kGeluSteepest = 1.13;
constexpr double kSiluSteepest = 1.10;

/// Half the spacing of bf16 (8 significant bits) at `magnitude` >= 0: 2^(exponent - 8), read from the exponent's bits.
double half_spacing(double magnitude) {
  constexpr std::uint64_t kExponentMask = 0x7ff0000000000000U;
  const double power = std::bit_cast<double>(std::bit_cast<std::uint64_t>(magnitude) & kExponentMask);
  return power * 0x1p-8;
}

/// x sigmoid(s) in double, and the fp32 error of x / (1 + exp(-s)): the exponential multiplies the argument's rounding
/// by |s|, twice over for two roundings; 2 + 1.173 |s| ulp are __expf's own (CUDA programming guide); 4 roundings more.
Bounded times_sigmoid(double x, double s, double input_error, double steepest) {
  const double value = x / (1.0 + std::exp(-s));
  const double arithmetic = (8.0 + 5.0 * std::abs(s)) * kFp32Roundoff * std::abs(value);
  return Bounded{value, steepest * input_error + arithmetic};
}

}  // namespace

Bounded apply_bounded(PointwiseOp op, Bounded x, double operand) {
  const auto rounded = [](double value, double error) {
    return Bounded{value, error + kFp32Roundoff * (std::abs(value) + error)};
  };
  switch (op) {
    case PointwiseOp::bias:
    case PointwiseOp::residual:
      return rounded(x.value + operand, x.error);
    case PointwiseOp::gelu: {
      const double two_u = 2.0 * kGeluSlopeDouble * x.value * (1.0 + kGeluCubicDouble * x.value * x.value);
      return times_sigmoid(x.value, two_u, x.error, kGeluSteepest);
    }
    case PointwiseOp::scale:
      return rounded(x.value * static_cast<double>(kScaleFactor), x.error * static_cast<double>(kScaleFactor));
    case PointwiseOp::silu:
      return times_sigmoid(x.value, x.value, x.error, kSiluSteepest);
    case PointwiseOp::gate:
      return rounded(x.value * operand, x.error * std::abs(operand));
  }
  return x;
}

Bounded round_bounded(Bounded x) {
  return Bounded{x.value, x.error + half_spacing(std::abs(x.value) + x.error) + kSmallestNormal};
}

Check check_chain(const ChainSpec& spec, const ChainData& data) {
  const auto count = static_cast<std::size_t>(spec.elements);
  const bool rounds_each = spec.variant != ChainVariant::fused;
  const auto expected_at = [&](std::size_t i) {
    Bounded value{static_cast<double>(to_float(data.x[i])), 0.0};
    for (std::size_t step = 0; step < spec.ops.size(); ++step) {
      const Bf16* const operand = data.operands[step];
      value =
          apply_bounded(spec.ops[step], value, operand == nullptr ? 0.0 : static_cast<double>(to_float(operand[i])));
      if (rounds_each || step + 1 == spec.ops.size()) value = round_bounded(value);
    }
    return value;
  };
  ElementErrors errors;
#pragma omp parallel if (count >= kTeamFrom)
  {
    ElementErrors mine;
#pragma omp for schedule(static) nowait
    for (std::size_t i = 0; i < count; ++i) {
      const Bounded expected = expected_at(i);
      mine.add(i, error_in_tolerances(static_cast<double>(to_float(data.y[i])), expected.value, expected.error));
    }
#pragma omp critical(roofgate_chain_check)
    errors.merge(mine);
  }
  if (errors.passed()) return errors.to_check(fmt::format("every one of {} elements compared with double", count));
  const std::size_t i = errors.first_wrong();
  const Bounded expected = expected_at(i);
  return errors.to_check(fmt::format("{} of {} elements are wrong; the first at {}: {} instead of {} +- {:.2g}",
                                     errors.wrong(), count, i, to_float(data.y[i]), expected.value, expected.error));
}

}  // namespace roofgate
