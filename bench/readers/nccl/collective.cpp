#include "bench/readers/nccl/collective.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace roofgate {
namespace {

struct Names {
  NcclCollective collective;
  std::string_view own;
  std::string_view program;  ///< before "_perf", letters only
};

constexpr std::array kNames{
    Names{NcclCollective::allreduce, "allreduce", "allreduce"},
    Names{NcclCollective::all_gather, "all_gather", "allgather"},
    Names{NcclCollective::reduce_scatter, "reduce_scatter", "reducescatter"},
    Names{NcclCollective::all_to_all, "all_to_all", "alltoall"},
    Names{NcclCollective::all_to_all_v, "all_to_all_v", "alltoallv"},
    Names{NcclCollective::broadcast, "broadcast", "broadcast"},
    Names{NcclCollective::reduce, "reduce", "reduce"},
    Names{NcclCollective::gather, "gather", "gather"},
    Names{NcclCollective::scatter, "scatter", "scatter"},
    Names{NcclCollective::send_recv, "send_recv", "sendrecv"},
    Names{NcclCollective::hypercube, "hypercube", "hypercube"},
    Names{NcclCollective::all_gather_or_all_to_all, "all_gather_or_all_to_all", ""},
    Names{NcclCollective::broadcast_or_scatter, "broadcast_or_scatter", ""},
    Names{NcclCollective::unnamed, "collective", ""},
};

// What nccl-tests itself accepted while it printed errors (DeltaMaxValue in its common.cu, until 2.11); integers are
// exact. bfloat16, added later with fp16's value, and the 8-bit types, which never had the old column, are as coarse as
// fp16.
constexpr double kHalf = 1e-2;
constexpr double kFloat = 1e-5;
constexpr double kDouble = 1e-12;

constexpr std::array kTypes{
    ElementType{"float", "fp32", 4, kFloat},      ElementType{"half", "fp16", 2, kHalf},
    ElementType{"bfloat16", "bf16", 2, kHalf},    ElementType{"double", "fp64", 8, kDouble},
    ElementType{"int8", "int8", 1, 0.0},          ElementType{"uint8", "uint8", 1, 0.0},
    ElementType{"int32", "int32", 4, 0.0},        ElementType{"uint32", "uint32", 4, 0.0},
    ElementType{"int64", "int64", 8, 0.0},        ElementType{"uint64", "uint64", 8, 0.0},
    ElementType{"f8e4m3", "fp8e4m3", 1, kHalf},   ElementType{"f8e5m2", "fp8e5m2", 1, kHalf},
    ElementType{"fp8_e4m3", "fp8e4m3", 1, kHalf}, ElementType{"fp8_e5m2", "fp8e5m2", 1, kHalf},
    ElementType{"char", "int8", 1, 0.0},          ElementType{"int", "int32", 4, 0.0},
};

}  // namespace

std::string_view name_of(NcclCollective collective) {
  const auto* found = std::find_if(kNames.begin(), kNames.end(),
                                   [collective](const Names& names) { return names.collective == collective; });
  return found->own;
}

std::optional<NcclCollective> nccl_collective_of(std::string_view program) {
  if (const std::size_t slash = program.find_last_of("/\\"); slash != std::string_view::npos) {
    program.remove_prefix(slash + 1);
  }
  program = program.substr(0, program.find("_perf"));
  std::string letters;
  for (const char c : program) {
    if (c == '_') continue;
    letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  const auto* found = std::find_if(kNames.begin(), kNames.end(), [&letters](const Names& names) {
    return !names.program.empty() && names.program == letters;
  });
  return found != kNames.end() ? std::optional{found->collective} : std::nullopt;
}

std::optional<double> nccl_bus_factor(NcclCollective collective, int ranks) {
  const double n = ranks;
  switch (collective) {
    case NcclCollective::allreduce:
      return 2.0 * (n - 1.0) / n;
    case NcclCollective::all_gather:
    case NcclCollective::reduce_scatter:
    case NcclCollective::all_to_all:
    case NcclCollective::all_to_all_v:
    case NcclCollective::gather:
    case NcclCollective::scatter:
    case NcclCollective::all_gather_or_all_to_all:
      return (n - 1.0) / n;
    case NcclCollective::broadcast:
    case NcclCollective::reduce:
    case NcclCollective::send_recv:
    case NcclCollective::hypercube:
      return 1.0;
    case NcclCollective::broadcast_or_scatter:
    case NcclCollective::unnamed:
      break;
  }
  return std::nullopt;
}

NcclCollective collective_by_shape(bool reduces, bool has_root, double bus_over_alg) {
  constexpr double kSlack = 0.005;
  if (reduces) {
    if (has_root) return NcclCollective::reduce;
    // Of two ranks or more an allreduce's ratio is at least 1, a reduce-scatter's is below.
    return bus_over_alg > 1.0 - kSlack ? NcclCollective::allreduce : NcclCollective::reduce_scatter;
  }
  const bool is_one = bus_over_alg > 1.0 - kSlack;
  if (has_root) return is_one ? NcclCollective::broadcast : NcclCollective::broadcast_or_scatter;
  return is_one ? NcclCollective::send_recv : NcclCollective::all_gather_or_all_to_all;
}

const ElementType* find_element_type(std::string_view name) {
  const auto* found =
      std::find_if(kTypes.begin(), kTypes.end(), [name](const ElementType& type) { return type.name == name; });
  return found != kTypes.end() ? found : nullptr;
}

}  // namespace roofgate
