// The collectives and element types of nccl-tests and rccl-tests, by the names their output has for them.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace roofgate {

enum class NcclCollective {
  allreduce,
  all_gather,
  reduce_scatter,
  all_to_all,
  all_to_all_v,
  broadcast,
  reduce,
  gather,
  scatter,
  send_recv,
  hypercube,
  all_gather_or_all_to_all,  ///< a table alone: both print the same columns and the same ratio of bandwidths
  broadcast_or_scatter,      ///< the same: without reduction, with a root, in a world whose ratio does not tell
  unnamed,
};

/// As roofgate's own cases call it: "allreduce", "all_to_all".
[[nodiscard]] std::string_view name_of(NcclCollective collective);

/// From a program's name with or without its folder ("/opt/nccl-tests/build/all_reduce_perf"), or rccl-tests' JSON
/// name ("AllReduce").
[[nodiscard]] std::optional<NcclCollective> nccl_collective_of(std::string_view program);

/// Bus bandwidth over algorithm bandwidth as nccl-tests defines it (doc/PERFORMANCE.md): 2(n-1)/n for an allreduce,
/// (n-1)/n where every rank keeps its own part, 1 for the others; absent where it is not known.
[[nodiscard]] std::optional<double> nccl_bus_factor(NcclCollective collective, int ranks);

/// What a table without any name can be: by whether it reduces, has a root, and by the ratio of bandwidths.
[[nodiscard]] NcclCollective collective_by_shape(bool reduces, bool has_root, double bus_over_alg);

struct ElementType {
  std::string_view name;      ///< in the output: "float", "half", "bfloat16"
  std::string_view own_name;  ///< roofgate's: "fp32", "fp16", "bf16"
  std::size_t bytes;
  /// Before #wrong there was the largest error: rounding up to this, wrong above it.
  double tolerance;
};

/// Null for a name that no version prints.
[[nodiscard]] const ElementType* find_element_type(std::string_view name);

}  // namespace roofgate
