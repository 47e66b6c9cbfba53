#include "bench/telemetry_dump/stalls.hpp"

#include <algorithm>

#include "bench/telemetry/sample_summary.hpp"

namespace roofgate {
namespace {

struct Look {
  std::size_t device;
  Watts power;
};

/// Of one sweep: the devices of one model that say they are busy and tell their power.
std::vector<Look> busy_ones(const TelemetryDump& dump, std::size_t sweep, const std::string& model) {
  std::vector<Look> looks;
  for (std::size_t i = 0; i < dump.devices.size(); ++i) {
    const WatchedDevice& device = dump.devices[i];
    if (device.name != model || sweep >= device.samples.size()) continue;
    const DeviceSample& sample = device.samples[sweep];
    if (sample.utilisation && sample.utilisation->value() >= kBusyShare && sample.power) {
      looks.push_back({i, *sample.power});
    }
  }
  return looks;
}

struct Tally {
  std::size_t busy = 0;
  std::size_t with_majority = 0;
  std::vector<Watts> spinning, working;
};

void count_sweep(const std::vector<Look>& looks, std::vector<Tally>& tallies) {
  if (looks.empty()) return;
  const Watts highest = std::max_element(looks.begin(), looks.end(), [](const Look& a, const Look& b) {
                          return a.power < b.power;
                        })->power;
  const auto spins = [highest](const Look& look) { return look.power < highest * kSpinningShare; };
  const auto count = static_cast<std::size_t>(std::count_if(looks.begin(), looks.end(), spins));
  for (const Look& look : looks) {
    Tally& tally = tallies[look.device];
    ++tally.busy;
    if (!spins(look)) continue;
    tally.spinning.push_back(look.power);
    tally.working.push_back(highest);
    if (2 * count > looks.size()) ++tally.with_majority;
  }
}

}  // namespace

std::vector<Stall> find_stalls(const TelemetryDump& dump) {
  std::size_t sweeps = 0;
  std::vector<std::string> models;
  for (const WatchedDevice& device : dump.devices) {
    sweeps = std::max(sweeps, device.samples.size());
    if (std::find(models.begin(), models.end(), device.name) == models.end()) models.push_back(device.name);
  }
  std::vector<Tally> tallies(dump.devices.size());
  for (const std::string& model : models) {
    for (std::size_t sweep = 0; sweep < sweeps; ++sweep) count_sweep(busy_ones(dump, sweep, model), tallies);
  }
  std::vector<Stall> stalls;
  for (std::size_t i = 0; i < tallies.size(); ++i) {
    const Tally& tally = tallies[i];
    const std::size_t spinning = tally.spinning.size();
    if (spinning == 0 || 2 * spinning < tally.busy) continue;
    stalls.push_back({i, spinning, tally.busy, *median_of(tally.spinning), *median_of(tally.working),
                      2 * tally.with_majority > spinning});
  }
  return stalls;
}

}  // namespace roofgate
