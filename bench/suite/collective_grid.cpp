#include <fmt/format.h>

#include "bench/suite/grid.hpp"

namespace roofgate {
namespace {

/// Pairings above are of worlds with more than 4096 ranks.
constexpr std::int64_t kMostPairings = 4095;

/// The lists of a collective grid.
struct CollectiveLists {
  std::vector<CollectiveOp> ops{CollectiveOp::allreduce};
  std::vector<DType> dtypes;
  std::vector<std::int64_t> bytes;
  std::vector<bool> placements;
  std::vector<int> pairings{1};
  std::vector<bool> registered{false};
  std::string transport;
};

// MPI_Bcast works in place only; NCCL has no all-to-all in one buffer.
bool is_offered(const CollectiveSpec& spec, SuiteBackend backend) {
  if (spec.op == CollectiveOp::send_recv) return !spec.in_place;
  if (backend == SuiteBackend::host) return spec.op != CollectiveOp::broadcast || spec.in_place;
  return spec.op != CollectiveOp::all_to_all || !spec.in_place;
}

void refuse_on_host(const JsonReader& grid, SuiteBackend backend) {
  for (const char* key : {"registered", "transport"}) {
    if (backend == SuiteBackend::host && grid.has(key)) {
      grid.member(key).report(fmt::format("'{}' does not exist on the host", key), "move it to the cuda section");
    }
  }
}

CollectiveLists read_lists(const JsonReader& grid, const GridFrame& frame) {
  CollectiveLists lists;
  for (const JsonReader& dtype : grid.member("dtypes").elements()) {
    lists.dtypes.push_back(dtype.choice<DType>({{"bf16", DType::bf16}, {"fp32", DType::fp32}}));
  }
  for (const JsonReader& placement : grid.member("placements").elements()) {
    lists.placements.push_back(placement.choice<bool>({{"in_place", true}, {"out_of_place", false}}));
  }
  lists.bytes = read_sizes(grid.member("bytes"));
  refuse_on_host(grid, frame.backend);
  if (grid.has("registered")) {
    lists.registered.clear();
    for (const JsonReader& each : grid.member("registered").elements()) {
      lists.registered.push_back(each.choice<bool>({{"no", false}, {"yes", true}}));
    }
  }
  if (grid.has("transport")) {
    lists.transport =
        grid.member("transport")
            .choice<std::string_view>(
                {{"p2p", "p2p"}, {"shm", "shm"}, {"nvls", "nvls"}, {"net_ib", "net_ib"}, {"net_socket", "net_socket"}});
  }
  return lists;
}

std::vector<SuiteCase> expand(const JsonReader& grid, const GridFrame& frame, const CollectiveLists& lists) {
  std::vector<SuiteCase> cases;
  CollectiveSpec spec;
  spec.transport = lists.transport;
  const auto add = [&] {
    if (is_offered(spec, frame.backend)) add_cases(cases, frame, spec, spec.id());
  };
  for (const CollectiveOp op : lists.ops) {
    for (const DType dtype : lists.dtypes) {
      for (const std::int64_t bytes : lists.bytes) {
        for (const bool in_place : lists.placements) {
          for (const bool registered : lists.registered) {
            spec.op = op;
            spec.dtype = dtype;
            spec.bytes = bytes;
            spec.in_place = in_place;
            spec.registered = registered;
            for (const int pairing : op == CollectiveOp::send_recv ? lists.pairings : std::vector<int>{1}) {
              spec.pairing = pairing;
              add();
            }
          }
        }
      }
    }
  }
  if (cases.empty()) {
    grid.report("none of these collectives exists in these placements",
                "send_recv is out of place; on the host broadcast is in place, on CUDA all_to_all is not");
  }
  return cases;
}

}  // namespace

std::vector<std::int64_t> read_sizes(const JsonReader& sizes) {
  std::vector<std::int64_t> values;
  if (!sizes.is_object()) {
    for (const JsonReader& size : sizes.elements()) values.push_back(size.byte_count());
    return values;
  }
  sizes.allow_only({"from", "to"});
  const std::int64_t first = sizes.member("from").byte_count();
  const std::int64_t last = sizes.member("to").byte_count();
  if (first > last)
    sizes.report(fmt::format("'from' {} is above 'to' {}", first, last), "write the smaller size first");
  for (std::int64_t size = first; size >= 1 && size <= last; size *= 2) values.push_back(size);
  return values;
}

std::vector<SuiteCase> expand_allreduce_grid(const JsonReader& grid, const GridFrame& frame) {
  grid.allow_only(
      {"kind", "why", "cache", "launch", "sampling", "dtypes", "placements", "bytes", "registered", "transport"});
  return expand(grid, frame, read_lists(grid, frame));
}

std::vector<SuiteCase> expand_collective_grid(const JsonReader& grid, const GridFrame& frame) {
  grid.allow_only({"kind", "why", "cache", "launch", "sampling", "ops", "dtypes", "placements", "bytes", "pairings",
                   "registered", "transport"});
  CollectiveLists lists = read_lists(grid, frame);
  lists.ops.clear();
  for (const JsonReader& op : grid.member("ops").elements()) {
    lists.ops.push_back(op.choice<CollectiveOp>({{"allreduce", CollectiveOp::allreduce},
                                                 {"reduce_scatter", CollectiveOp::reduce_scatter},
                                                 {"all_gather", CollectiveOp::all_gather},
                                                 {"all_to_all", CollectiveOp::all_to_all},
                                                 {"broadcast", CollectiveOp::broadcast},
                                                 {"send_recv", CollectiveOp::send_recv}}));
  }
  if (grid.has("pairings")) {
    lists.pairings.clear();
    for (const JsonReader& pairing : grid.member("pairings").elements()) {
      lists.pairings.push_back(static_cast<int>(pairing.integer(1, kMostPairings)));
    }
  }
  return expand(grid, frame, lists);
}

}  // namespace roofgate
