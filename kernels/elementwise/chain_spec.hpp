// A chain of pointwise operations on bf16 with fp32 arithmetic: the one operation list that host and device share,
// and the byte model of each variant. Pure: no device.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/result.hpp"
#include "kernels/base/work.hpp"
#include "kernels/elementwise/pointwise.hpp"

namespace roofgate {

/// How the chain is launched: one launch per operation, the same launches in one graph, or one launch for all.
enum class ChainVariant { unfused, graph, fused };

struct ChainSpec {
  std::string name;  ///< `bias_gelu_scale_residual`, `swiglu`, `scale8`: part of the id
  std::vector<PointwiseOp> ops;
  ChainVariant variant = ChainVariant::fused;
  std::int64_t elements = 0;
  std::int64_t pointer_offset = 0;  ///< elements by which pointers miss 16-byte alignment: forces the scalar path

  /// `elementwise/bias_gelu_scale_residual/fused/n67108864[/offset2]`.
  [[nodiscard]] std::string id() const;

  /// FLOP: bias, scale, residual and gate 1; gelu 8, silu 4 (transcendental counted 1). Bytes, 2 per element:
  /// fused reads x and each second operand once and writes y once; unfused and graph read and write x at each
  /// operation.
  [[nodiscard]] Work work() const;

  /// 1 to 16 operations, at least 1 element.
  [[nodiscard]] Result<void> validate() const;
};

[[nodiscard]] std::string_view name_of(PointwiseOp op);
[[nodiscard]] std::string_view name_of(ChainVariant variant);
[[nodiscard]] Result<PointwiseOp> parse_pointwise_op(std::string_view text);

}  // namespace roofgate
