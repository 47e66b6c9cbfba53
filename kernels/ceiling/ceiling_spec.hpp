// What a machine can do at best: register-resident arithmetic and the empty launch. Pure: no device.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "kernels/base/result.hpp"
#include "kernels/base/work.hpp"

namespace roofgate {

enum class CeilingOp {
  fma_fp32,  ///< independent fp32 FMA chains in registers, on every core or SM
  dot_bf16,  ///< bf16 products with fp32 accumulation: tensor core (CUDA), vdpbf16ps where the CPU has it
  launch,    ///< an empty kernel (CUDA), an empty parallel region (host)
};

struct CeilingSpec {
  CeilingOp op = CeilingOp::launch;

  [[nodiscard]] std::string id() const;  ///< `ceiling/fma_fp32`
};

[[nodiscard]] std::string_view name_of(CeilingOp op);
[[nodiscard]] Result<CeilingOp> parse_ceiling_op(std::string_view text);

// The FLOP of one launch depend on lanes and cores: each backend's workload counts them and reports `work()`.

}  // namespace roofgate
