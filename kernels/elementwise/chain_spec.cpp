#include "kernels/elementwise/chain_spec.hpp"

#include <fmt/format.h>

#include <array>

namespace roofgate {
namespace {

struct OpTraits {
  PointwiseOp op;
  std::string_view name;
  double flops;
};

constexpr std::array kOps{
    OpTraits{PointwiseOp::bias, "bias", 1.0},   OpTraits{PointwiseOp::gelu, "gelu", 8.0},
    OpTraits{PointwiseOp::scale, "scale", 1.0}, OpTraits{PointwiseOp::residual, "residual", 1.0},
    OpTraits{PointwiseOp::silu, "silu", 4.0},   OpTraits{PointwiseOp::gate, "gate", 1.0},
};
constexpr double kElementBytes = 2.0;  // bf16
constexpr std::size_t kMaxOps = 16;

const OpTraits& traits_of(PointwiseOp op) { return kOps[static_cast<std::size_t>(op)]; }

}  // namespace

std::string_view name_of(PointwiseOp op) { return traits_of(op).name; }

std::string_view name_of(ChainVariant variant) {
  constexpr std::array<std::string_view, 3> kNames{"unfused", "graph", "fused"};
  return kNames[static_cast<std::size_t>(variant)];
}

Result<PointwiseOp> parse_pointwise_op(std::string_view text) {
  for (const OpTraits& traits : kOps) {
    if (traits.name == text) return traits.op;
  }
  return fail(ErrorKind::input, fmt::format("unknown operation '{}'", text), "elementwise",
              "use bias, gelu, scale, residual, silu or gate");
}

std::string ChainSpec::id() const {
  std::string id = fmt::format("elementwise/{}/{}/n{}", name, name_of(variant), elements);
  if (pointer_offset != 0) id += fmt::format("/offset{}", 2 * pointer_offset);
  return id;
}

Work ChainSpec::work() const {
  const auto n = static_cast<double>(elements);
  double flops = 0.0;
  double operands = 0.0;
  for (const PointwiseOp op : ops) {
    flops += traits_of(op).flops;
    operands += has_operand(op) ? 1.0 : 0.0;
  }
  const double passes = variant == ChainVariant::fused ? 1.0 : static_cast<double>(ops.size());
  const double intermediates = (variant != ChainVariant::fused && ops.size() > 1) ? 1.0 : 0.0;
  Work work;
  work.subject = Subject::bytes;
  work.flops = Flops{flops * n};
  work.bytes_read = Bytes{(passes + operands) * n * kElementBytes};
  work.bytes_written = Bytes{passes * n * kElementBytes};
  work.working_set = Bytes{(2.0 + operands + intermediates) * n * kElementBytes};
  return work;
}

Result<void> ChainSpec::validate() const {
  if (ops.empty() || ops.size() > kMaxOps) {
    return fail(ErrorKind::input, fmt::format("a chain has 1 to {} operations, not {}", kMaxOps, ops.size()),
                "elementwise");
  }
  if (elements < 1) return fail(ErrorKind::input, "a chain needs at least 1 element", "elementwise");
  if (pointer_offset < 0) return fail(ErrorKind::input, "pointer_offset must not be negative", "elementwise");
  return {};
}

}  // namespace roofgate
