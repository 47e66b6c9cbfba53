#include "bench/telemetry_dump/dump_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace roofgate {
namespace {

// A day of eight devices at ten samples a second is 7 million; a sample takes some 200 bytes.
constexpr std::size_t kMostSamples = 10'000'000;
constexpr std::size_t kMostDevices = 4096;
constexpr std::size_t kMostLosses = 10'000;  // lines; a loop writes one at each look

constexpr const char* kFieldNames[]{"the moment",
                                    "the index",
                                    "the name",
                                    "the UUID",
                                    "the PCI address",
                                    "the driver",
                                    "utilisation",
                                    "clock",
                                    "maximum clock",
                                    "memory clock",
                                    "power",
                                    "power",
                                    "power limit",
                                    "power limit",
                                    "temperature",
                                    "memory errors",
                                    "memory errors",
                                    "performance state",
                                    "engine activity",
                                    "SM activity",
                                    "SM occupancy",
                                    "tensor activity",
                                    "DRAM activity",
                                    "NVLink bytes sent",
                                    "NVLink bytes received",
                                    "the last Xid",
                                    "clock reasons"};

const char* name_of(Field field) {
  const auto place = static_cast<std::size_t>(field);
  return place < std::size(kFieldNames) ? kFieldNames[place] : "clock reasons";
}

bool says_nothing(const DeviceSample& seen) {
  return !seen.utilisation && !seen.clock && !seen.memory_clock && !seen.power && !seen.temperature && !seen.reasons &&
         !seen.ecc_errors && !tells_activity(seen);
}

/// By what the dump tells devices apart: most dumps have all of these, and each alone is enough. Machines have the same
/// addresses and indices, so the machine's name goes with them.
std::string key_of(const RawSample& sample) {
  if (!sample.uuid.empty()) return "u" + sample.uuid;
  if (!sample.pci_bus_id.empty()) return "p" + sample.pci_bus_id + '\n' + sample.host;
  return sample.index ? fmt::format("i{}\n{}", *sample.index, sample.host) : std::string{};
}

/// A row of a device that is gone: a cell says so, or what every working device tells could not be read.
bool is_gone(const RawSample& sample) {
  const DeviceSample& seen = sample.seen;
  if (!sample.lost.empty()) return !seen.clock || !seen.utilisation;
  return sample.failed_readings >= 2 && !seen.clock && !seen.utilisation && !seen.power;
}

/// Rows after a step backwards in time that stood there before: files of one run that were put together and overlap.
std::size_t leave_out_repeats(WatchedDevice& device, std::vector<std::size_t>& rows) {
  auto& samples = device.samples;
  const auto steps_back = [](const DeviceSample& a, const DeviceSample& b) {
    return a.moment_s && b.moment_s && *b.moment_s < *a.moment_s;
  };
  const auto step = std::adjacent_find(samples.begin(), samples.end(), steps_back);
  if (step == samples.end() || !device.losses.empty()) return 0;
  std::multimap<double, const DeviceSample*> before;
  std::vector<DeviceSample> kept;
  std::vector<std::size_t> kept_rows;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const DeviceSample& sample = samples[i];
    const bool may_repeat = sample.moment_s && &sample > &*step;
    const auto [first, last] = before.equal_range(sample.moment_s.value_or(-1.0));
    if (may_repeat && std::any_of(first, last, [&](const auto& one) { return *one.second == sample; })) continue;
    if (sample.moment_s) before.emplace(*sample.moment_s, &sample);
    kept.push_back(sample);
    kept_rows.push_back(rows[i]);
  }
  const std::size_t repeated = samples.size() - kept.size();
  samples = std::move(kept);
  rows = std::move(kept_rows);
  return repeated;
}

}  // namespace

DumpBuilder::DumpBuilder(std::string taken_for, DumpLines& lines) {
  dump_.taken_for = std::move(taken_for);
  lines.tell_losses_to([this](const LossMessage& message) { hear(message); });
}

void DumpBuilder::set(RawSample& sample, Field field, std::string_view value, const std::string& place) {
  if (take(sample, field, value) == Taken::unreadable) {
    dump_.remarks.doubt(fmt::format("{} cannot be read and counts as not told", name_of(field)), place);
  }
}

std::size_t DumpBuilder::device_of(const RawSample& sample) {
  const std::string key = key_of(sample);
  const auto [found, is_new] = index_of_.try_emplace(key, dump_.devices.size());
  if (is_new) {
    dump_.devices.push_back({sample.index, sample.name, sample.uuid, sample.pci_bus_id, sample.host, {}, {}});
    rows_.emplace_back();
    if (key.empty()) dump_.remarks.note("rows name no device (index, uuid or pci.bus_id): all are taken for one");
  }
  return found->second;
}

void DumpBuilder::add(const RawSample& sample, const std::string& place) {
  const bool is_lost = is_gone(sample);
  if (!is_lost && says_nothing(sample.seen)) {
    dump_.remarks.refuse("nothing that is known is told: utilisation, clocks, power, temperature, reasons", place);
    return;
  }
  if (samples_ >= kMostSamples || (index_of_.size() >= kMostDevices && !index_of_.contains(key_of(sample)))) {
    dump_.remarks.refuse(fmt::format("more than {} samples or {} devices", kMostSamples, kMostDevices), place);
    return;
  }
  const std::size_t number = device_of(sample);
  WatchedDevice& device = dump_.devices[number];
  if (device.name.empty()) device.name = sample.name;
  if (device.pci_bus_id.empty()) device.pci_bus_id = sample.pci_bus_id;
  if (device.index && sample.index && *device.index != *sample.index) {
    dump_.remarks.doubt("one UUID or address under another index than before: its rows are taken for one device's",
                        place);
  }
  if (dump_.driver.empty()) dump_.driver = sample.driver;
  if (sample.seen.moment_s) last_moment_s_ = sample.seen.moment_s;
  dump_.remarks.add_read();
  ++samples_;
  if (is_lost) {
    const bool is_known = !device.losses.empty() && device.losses.back().samples_before == device.samples.size();
    if (is_known) return;
    device.losses.push_back(
        {device.samples.size(), sample.seen.moment_s, sample.lost.empty() ? "Unknown Error" : sample.lost});
    return;
  }
  device.samples.push_back(sample.seen);
  rows_[number].push_back(samples_);
}

void DumpBuilder::hear(const LossMessage& message) {
  if (heard_.size() < kMostLosses) heard_.push_back({message, samples_, last_moment_s_});
}

TelemetryDump DumpBuilder::finish() {
  for (std::size_t i = 0; i < dump_.devices.size(); ++i) {
    const std::size_t twice = leave_out_repeats(dump_.devices[i], rows_[i]);
    if (twice > 0) {
      dump_.remarks.note(fmt::format("{}: {} rows are there twice, of dumps that overlap, and count once",
                                     title_of(dump_.devices[i]), twice));
    }
  }
  place_losses(dump_, rows_, heard_);
  const bool indexed = std::all_of(dump_.devices.begin(), dump_.devices.end(),
                                   [](const WatchedDevice& device) { return device.index.has_value(); });
  if (indexed) {
    std::stable_sort(dump_.devices.begin(), dump_.devices.end(),
                     [](const WatchedDevice& a, const WatchedDevice& b) { return *a.index < *b.index; });
  }
  return std::move(dump_);
}

}  // namespace roofgate
