#include "kernels/collective/nccl_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "kernels/base/gather_text.hpp"

namespace roofgate {
namespace {

bool begins(const std::string& text, std::string_view start) { return text.rfind(start, 0) == 0; }

}  // namespace

std::string nccl_function(CollectiveOp op) {
  constexpr std::array<std::string_view, 6> kNames{"AllReduce", "ReduceScatter", "AllGather",
                                                   "AlltoAll",  "Broadcast",     "SendRecv"};
  return std::string{kNames[static_cast<std::size_t>(op)]};
}

TransportUse use_of_transport(const std::string& transport, const std::set<std::string>& channels,
                              const std::string& algorithm) {
  TransportUse use;
  if (transport == "nvls") {
    use.is_used = begins(algorithm, "NVLS");
    if (!use.is_used && !algorithm.empty()) use.instead = algorithm;
    return use;
  }
  const bool is_network = begins(transport, "net_");
  const std::string_view wanted = transport == "p2p"      ? "P2P"
                                  : transport == "shm"    ? "SHM"
                                  : transport == "net_ib" ? "NET/IB"
                                                          : "NET/Socket";
  for (const std::string& channel : channels) {
    if (begins(channel, wanted)) {
      use.is_used = true;
    } else if (!is_network || begins(channel, "NET")) {
      use.instead = channel;
    }
  }
  return use;
}

Result<void> assert_transport(World& world, const CollectiveSpec& spec, const TransportUse& mine, bool is_known) {
  if (spec.transport.empty()) return {};
  const auto known = world.all_gather(is_known ? 1.0 : 0.0);
  if (!known) return fail(known.error());
  const auto used = world.all_gather(mine.is_used ? 1.0 : 0.0);
  if (!used) return fail(used.error());
  const auto replaced = gather_texts(world, mine.instead);
  if (!replaced) return fail(replaced.error());
  const auto is_set = [](double value) { return value != 0.0; };
  if (!std::all_of(known->begin(), known->end(), is_set)) {
    return fail(ErrorKind::measurement, fmt::format("whether NCCL uses {} is not known", spec.transport), spec.id(),
                "unset NCCL_DEBUG, NCCL_DEBUG_SUBSYS and NCCL_DEBUG_FILE: its log is how the transport is known");
  }
  const auto other =
      std::find_if(replaced->begin(), replaced->end(), [](const std::string& instead) { return !instead.empty(); });
  if (other != replaced->end()) {
    return fail(ErrorKind::measurement,
                fmt::format("{} is demanded, but rank {} uses {}", spec.transport, other - replaced->begin(), *other),
                spec.id(), "NCCL fell back: NCCL_DEBUG=INFO says why");
  }
  if (std::any_of(used->begin(), used->end(), is_set)) return {};
  return fail(ErrorKind::measurement, fmt::format("{} is demanded, but no rank uses it", spec.transport), spec.id(),
              "NCCL fell back: NCCL_DEBUG=INFO says why");
}

}  // namespace roofgate
