#include "kernels/elementwise/chain_check.hpp"

#include <fmt/format.h>

#include <cmath>

#include "kernels/base/element_errors.hpp"

namespace roofgate {
namespace {

constexpr std::size_t kTeamFrom = 1U << 12U;  // elements: below, starting the team costs more than it saves

}  // namespace

Bounded apply_bounded(PointwiseOp op, Bounded x, double operand) {
  switch (op) {
    case PointwiseOp::bias:
    case PointwiseOp::residual:
      return round_to_fp32({x.value + operand, x.error});
    case PointwiseOp::gelu:
      return gelu_of(x);
    case PointwiseOp::scale:
      return round_to_fp32({x.value * static_cast<double>(kScaleFactor), x.error * static_cast<double>(kScaleFactor)});
    case PointwiseOp::silu:
      return silu_of(x);
    case PointwiseOp::gate:
      return round_to_fp32({x.value * operand, x.error * std::abs(operand)});
  }
  return x;
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
      if (rounds_each || step + 1 == spec.ops.size()) value = round_to_bf16(value);
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
