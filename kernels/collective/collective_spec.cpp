#include "kernels/collective/collective_spec.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "kernels/collective/pairs.hpp"

namespace roofgate {
namespace {

bool has_blocks(CollectiveOp op) {
  return op == CollectiveOp::reduce_scatter || op == CollectiveOp::all_gather || op == CollectiveOp::all_to_all;
}

}  // namespace

std::string_view name_of(CollectiveOp op) {
  constexpr std::array<std::string_view, 6> kNames{"allreduce",  "reduce_scatter", "all_gather",
                                                   "all_to_all", "broadcast",      "send_recv"};
  return kNames[static_cast<std::size_t>(op)];
}

std::string CollectiveSpec::id() const {
  const std::string pairs =
      op == CollectiveOp::send_recv && pairing != 1 ? fmt::format("/pairing{}", pairing) : std::string{};
  return fmt::format("{}/{}/{}/bytes{}{}{}/ranks{}", name_of(op), name_of(dtype),
                     in_place ? "in_place" : "out_of_place", bytes, pairs, registered ? "/registered" : "", ranks);
}

std::size_t CollectiveSpec::block_elements() const {
  const std::size_t elements = static_cast<std::size_t>(bytes) / size_of(dtype);
  if (!has_blocks(op)) return elements;
  const auto parts = static_cast<std::size_t>(ranks);
  return (elements + parts - 1) / parts;
}

std::size_t CollectiveSpec::input_elements() const {
  const bool is_whole = op == CollectiveOp::reduce_scatter || op == CollectiveOp::all_to_all;
  return block_elements() * (is_whole ? static_cast<std::size_t>(ranks) : 1);
}

std::size_t CollectiveSpec::output_elements() const {
  const bool is_whole = op == CollectiveOp::all_gather || op == CollectiveOp::all_to_all;
  return block_elements() * (is_whole ? static_cast<std::size_t>(ranks) : 1);
}

Work CollectiveSpec::work() const {
  const double in = static_cast<double>(input_elements() * size_of(dtype));
  const double out = static_cast<double>(output_elements() * size_of(dtype));
  Work work;
  work.subject = Subject::link_bytes;
  work.link_bytes = Bytes{std::max(in, out)};
  work.working_set = in_place ? work.link_bytes : Bytes{in + out};
  return work;
}

Result<void> CollectiveSpec::validate() const {
  const auto element = static_cast<std::int64_t>(size_of(dtype));
  const std::string where{name_of(op)};
  if (dtype != DType::bf16 && dtype != DType::fp32) {
    return fail(ErrorKind::input, fmt::format("{} takes bf16 or fp32, not {}", where, name_of(dtype)), where);
  }
  if (bytes < element || bytes % element != 0) {
    return fail(ErrorKind::input, fmt::format("bytes must be a positive multiple of {}, not {}", element, bytes),
                where);
  }
  if (ranks < 1) return fail(ErrorKind::input, "ranks must be at least 1", where);
  if (op == CollectiveOp::send_recv && in_place) {
    return fail(ErrorKind::input, "send_recv has no in_place form: a rank sends and receives at once", where);
  }
  return {};
}

bool CollectiveSpec::exists_among(int world_ranks) const {
  return op != CollectiveOp::send_recv || pairing <= pairings_of(world_ranks);
}

Result<void> CollectiveSpec::validate_in(const World& world) const {
  if (auto valid = validate(); !valid) return valid;
  if (ranks != world.size()) {
    return fail(ErrorKind::input, fmt::format("made for {} ranks, but the world has {}", ranks, world.size()), id());
  }
  if (exists_among(world.size())) return {};
  return fail(ErrorKind::unavailable, fmt::format("{} ranks have no pairing {}", world.size(), pairing), id());
}

Ratio allreduce_bus_factor(int ranks) {
  return Ratio{2.0 * (static_cast<double>(ranks) - 1.0) / static_cast<double>(ranks)};
}

}  // namespace roofgate
