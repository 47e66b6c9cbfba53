#include "bench/telemetry_dump/lost_devices.hpp"

#include <algorithm>

#include "bench/telemetry_dump/pci_place.hpp"

namespace roofgate {
namespace {

using Rows = std::vector<std::vector<std::size_t>>;

std::size_t samples_before(const std::vector<std::size_t>& rows, std::size_t row) {
  return static_cast<std::size_t>(std::upper_bound(rows.begin(), rows.end(), row) - rows.begin());
}

void lose(WatchedDevice& device, Loss loss) {
  const bool is_known = !device.losses.empty() && device.losses.back().samples_before == loss.samples_before;
  if (!is_known) device.losses.push_back(std::move(loss));
}

bool is_named(const WatchedDevice& device, const LossMessage& message) {
  const auto ours = pci_place_of(device.pci_bus_id);
  const auto theirs = pci_place_of(message.pci_bus_id);
  if (ours && theirs) return may_be_same(*ours, *theirs);
  return message.index && device.index == message.index;
}

/// A device is silent for this many looks at another, and three times as long as it ever was before.
constexpr std::size_t kLeastLooks = 3;

std::size_t looks_after(const std::vector<std::size_t>& rows, std::size_t row) {
  return rows.size() - samples_before(rows, row);
}

bool falls_silent(const Rows& rows, std::size_t device) {
  const std::vector<std::size_t>& own = rows[device];
  if (own.empty()) return false;
  const std::vector<std::size_t>* other = nullptr;  // the one that goes on longest, and was there before
  std::size_t looks = 0;
  for (const std::vector<std::size_t>& one : rows) {
    if (one.empty() || one.front() >= own.back()) continue;
    const std::size_t after = looks_after(one, own.back());
    if (after > looks) other = &one;
    looks = std::max(looks, after);
  }
  if (looks < kLeastLooks) return false;
  std::size_t longest = 1;
  for (std::size_t i = 1; i < own.size(); ++i) {
    longest = std::max(longest, looks_after(*other, own[i - 1]) - looks_after(*other, own[i]));
  }
  return looks >= kLeastLooks * longest;
}

/// Of files that were put together, the one with fewer devices says nothing of the others: devices that fall silent
/// before a step backwards in time did so at the seam. The last row before such a step; 0 if there is none.
std::size_t last_back_step(const TelemetryDump& dump, const Rows& rows) {
  std::size_t last = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto& samples = dump.devices[i].samples;
    for (std::size_t k = 1; k < samples.size(); ++k) {
      const auto& before = samples[k - 1].moment_s;
      if (samples[k].moment_s && before && *samples[k].moment_s < *before) last = std::max(last, rows[i][k]);
    }
  }
  return last;
}

std::vector<std::size_t> silent_devices(const TelemetryDump& dump, const Rows& rows) {
  std::vector<std::size_t> silent;
  const std::size_t seam = last_back_step(dump, rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (dump.devices[i].losses.empty() && falls_silent(rows, i) && rows[i].back() >= seam) {
      silent.push_back(i);
    }
  }
  return silent;
}

}  // namespace

void place_losses(TelemetryDump& dump, const Rows& rows, const std::vector<HeardLoss>& heard) {
  const std::size_t told = dump.devices.size();
  std::vector<HeardLoss> strangers;
  for (const HeardLoss& one : heard) {
    const bool is_unnamed = one.message.pci_bus_id.empty() && !one.message.index;
    const bool means_all = one.message.is_of_all || (is_unnamed && told == 1);
    bool is_placed = false;
    for (std::size_t i = 0; i < told; ++i) {
      if (!means_all && !is_named(dump.devices[i], one.message)) continue;
      lose(dump.devices[i], {samples_before(rows[i], one.row), one.moment_s, one.message.said});
      is_placed = true;
    }
    const auto same = [&one](const HeardLoss& known) {
      return known.message.pci_bus_id == one.message.pci_bus_id && known.message.index == one.message.index;
    };
    if (!is_placed && !one.message.is_of_all && std::none_of(strangers.begin(), strangers.end(), same))
      strangers.push_back(one);
  }
  const std::vector<std::size_t> silent = silent_devices(dump, rows);
  // A line that names none, or rows without addresses beside a line without an index: one of each are one device.
  const bool are_single = silent.size() == 1 && strangers.size() == 1;
  const bool is_one =
      are_single && (strangers[0].message.pci_bus_id.empty() || dump.devices[silent[0]].pci_bus_id.empty());
  for (const std::size_t i : silent) {
    WatchedDevice& device = dump.devices[i];
    const auto& last = device.samples.back();
    lose(device, {device.samples.size(), last.moment_s, is_one ? strangers[0].message.said : std::string{}});
  }
  if (is_one) strangers.clear();
  for (WatchedDevice& device : dump.devices) {
    std::stable_sort(device.losses.begin(), device.losses.end(),
                     [](const Loss& a, const Loss& b) { return a.samples_before < b.samples_before; });
    const auto last = std::unique(device.losses.begin(), device.losses.end(),
                                  [](const Loss& a, const Loss& b) { return a.samples_before == b.samples_before; });
    device.losses.erase(last, device.losses.end());
  }
  for (const HeardLoss& one : strangers) {
    WatchedDevice device;
    device.index = one.message.index;
    device.pci_bus_id = one.message.pci_bus_id;
    device.losses.push_back({0, one.moment_s, one.message.said});
    dump.devices.push_back(std::move(device));
  }
}

}  // namespace roofgate
