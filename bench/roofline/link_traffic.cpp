#include "bench/roofline/link_traffic.hpp"

#include "bench/roofline/case_facts.hpp"

namespace roofgate {
namespace {

bool is_peer_copy(const Case& measured) { return measured.id.rfind("memory/peer_copy/", 0) == 0; }

bool crosses_known_links(const Case& measured, int devices) {
  const int ranks = ranks_of(measured);
  return measured.kind == "allreduce" && ranks > 1 && ranks <= devices;
}

}  // namespace

Ratio bus_factor(int ranks) {
  if (ranks < 2) return Ratio{0.0};
  return Ratio{2.0 * (static_cast<double>(ranks) - 1.0) / static_cast<double>(ranks)};
}

Bytes link_traffic(const Case& measured, int devices) {
  if (is_peer_copy(measured)) return measured.work.link_bytes;
  if (!crosses_known_links(measured, devices)) return Bytes{};
  return measured.work.link_bytes * bus_factor(ranks_of(measured)).value();
}

Bytes least_link_traffic(const Case& measured, int devices) {
  if (is_peer_copy(measured)) return measured.work.link_bytes;
  if (!crosses_known_links(measured, devices)) return Bytes{};
  return measured.work.link_bytes * (bus_factor(ranks_of(measured)).value() / 2.0);
}

}  // namespace roofgate
