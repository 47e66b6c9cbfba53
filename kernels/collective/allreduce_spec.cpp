#include "kernels/collective/allreduce_spec.hpp"

#include <fmt/format.h>

namespace roofgate {

std::string AllreduceSpec::id() const {
  return fmt::format("allreduce/{}/{}/bytes{}/ranks{}", name_of(dtype), in_place ? "in_place" : "out_of_place", bytes,
                     ranks);
}

Work AllreduceSpec::work() const {
  Work work;
  work.subject = Subject::link_bytes;
  work.link_bytes = Bytes{static_cast<double>(bytes)};
  work.working_set = work.link_bytes * (in_place ? 1.0 : 2.0);
  return work;
}

Result<void> AllreduceSpec::validate() const {
  const auto element = static_cast<std::int64_t>(size_of(dtype));
  if (dtype != DType::bf16 && dtype != DType::fp32) {
    return fail(ErrorKind::input, fmt::format("allreduce takes bf16 or fp32, not {}", name_of(dtype)), "allreduce");
  }
  if (bytes < element || bytes % element != 0) {
    return fail(ErrorKind::input, fmt::format("bytes must be a positive multiple of {}, not {}", element, bytes),
                "allreduce");
  }
  if (ranks < 1) return fail(ErrorKind::input, "ranks must be at least 1", "allreduce");
  return {};
}

Ratio allreduce_bus_factor(int ranks) {
  return Ratio{2.0 * (static_cast<double>(ranks) - 1.0) / static_cast<double>(ranks)};
}

}  // namespace roofgate
