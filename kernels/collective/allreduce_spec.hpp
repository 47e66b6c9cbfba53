// Allreduce (sum): what a case asks for and its traffic model. Pure: no transport.
#pragma once

#include <cstdint>
#include <string>

#include "kernels/base/dtype.hpp"
#include "kernels/base/quantity.hpp"
#include "kernels/base/result.hpp"
#include "kernels/base/work.hpp"

namespace roofgate {

struct AllreduceSpec {
  DType dtype = DType::bf16;  ///< bf16 or fp32
  bool in_place = false;
  std::int64_t bytes = 0;  ///< message size on each rank; a multiple of the element
  int ranks = 1;           ///< set from the world that measures, never by a suite

  [[nodiscard]] std::string id() const;  ///< `allreduce/bf16/out_of_place/bytes134217728/ranks8`

  /// link_bytes = message size per rank; flops = (ranks - 1) additions per element over all ranks' results is not
  /// counted. Algorithm bandwidth = link_bytes / time; bus bandwidth = that x bus_factor(ranks).
  [[nodiscard]] Work work() const;

  [[nodiscard]] Result<void> validate() const;
};

/// 2(n-1)/n: what a ring sends per rank and byte of message (nccl-tests doc/PERFORMANCE.md).
[[nodiscard]] Ratio allreduce_bus_factor(int ranks);

}  // namespace roofgate
