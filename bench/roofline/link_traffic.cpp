#include "bench/roofline/link_traffic.hpp"

#include "bench/roofline/case_facts.hpp"
#include "bench/roofline/collective_traffic.hpp"

namespace roofgate {
namespace {

bool is_peer_copy(const Case& measured) { return measured.id.rfind("memory/peer_copy/", 0) == 0; }

/// The collective, if the links between the devices of this record carry all of it.
std::optional<Collective> collective_over_known_links(const Case& measured, int devices) {
  const int ranks = ranks_of(measured);
  // Imported records list the devices of all nodes.
  const auto nodes = measured.parameters.find("nodes");
  const double* count = nodes != measured.parameters.end() ? std::get_if<double>(&nodes->second) : nullptr;
  if (count != nullptr && *count > 1) return std::nullopt;
  return ranks > 1 && ranks <= devices ? collective_of(measured.kind) : std::nullopt;
}

}  // namespace

Bytes link_traffic(const Case& measured, int devices) {
  if (is_peer_copy(measured)) return measured.work.link_bytes;
  const auto collective = collective_over_known_links(measured, devices);
  if (!collective) return Bytes{};
  return measured.work.link_bytes * bus_factor(*collective, ranks_of(measured)).value();
}

Bytes least_link_traffic(const Case& measured, int devices) {
  if (is_peer_copy(measured)) return measured.work.link_bytes;
  const auto collective = collective_over_known_links(measured, devices);
  if (!collective) return Bytes{};
  return measured.work.link_bytes * least_wire_factor(*collective, ranks_of(measured)).value();
}

}  // namespace roofgate
