#include "bench/telemetry_dump/dump_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace roofgate {
namespace {

// A day of eight devices at ten samples a second is 7 million; a sample takes some 200 bytes.
constexpr std::size_t kMostSamples = 10'000'000;
constexpr std::size_t kMostDevices = 4096;
constexpr std::size_t kMostLosses = 1000;  // lines; a loop writes one at each look

constexpr const char* kFieldNames[]{"the moment",
                                    "the index",
                                    "the name",
                                    "the UUID",
                                    "the PCI address",
                                    "the driver",
                                    "the host",
                                    "the recovery action",
                                    "whether a reset is required",
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

bool steps_back(const DeviceSample& a, const DeviceSample& b) {
  return a.moment_s && b.moment_s && *b.moment_s < *a.moment_s;
}

/// Rows after a step backwards in time that stood there before: files of one run that were put together and overlap.
/// True where a sample is one.
std::vector<bool> repeats_in(const std::vector<DeviceSample>& samples) {
  constexpr std::size_t kMostAtOnce = 16;  // samples of one moment that are compared
  const auto step = std::adjacent_find(samples.begin(), samples.end(), steps_back);
  std::vector<bool> repeats(step == samples.end() ? 0 : samples.size());
  if (repeats.empty()) return repeats;
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (samples[i].moment_s) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return *samples[a].moment_s < *samples[b].moment_s; });
  const auto first_new = static_cast<std::size_t>(step - samples.begin()) + 1;
  for (std::size_t i = 1; i < order.size(); ++i) {
    if (order[i] < first_new) continue;
    for (std::size_t k = i; k > 0 && i - k < kMostAtOnce && !repeats[order[i]]; --k) {
      if (samples[order[k - 1]].moment_s != samples[order[i]].moment_s) break;
      repeats[order[i]] = samples[order[k - 1]] == samples[order[i]];
    }
  }
  return repeats;
}

/// How many were left out.
std::size_t leave_out_repeats(WatchedDevice& device, std::vector<std::size_t>& rows) {
  if (!device.losses.empty()) return 0;
  const std::vector<bool> repeats = repeats_in(device.samples);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < repeats.size(); ++i) {
    if (repeats[i]) continue;
    device.samples[kept] = device.samples[i];
    rows[kept++] = rows[i];
  }
  const std::size_t repeated = repeats.empty() ? 0 : device.samples.size() - kept;
  device.samples.resize(device.samples.size() - repeated);
  rows.resize(device.samples.size());
  return repeated;
}

}  // namespace

DumpBuilder::DumpBuilder(std::string taken_for, DumpLines& lines) {
  dump_.taken_for = std::move(taken_for);
  lines.tell_losses_to([this, &lines](const LossMessage& message) { hear(message, lines.line_number()); });
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
    dump_.devices.push_back(
        {sample.index, sample.name, sample.uuid, sample.pci_bus_id, sample.host, false, {}, {}, {}});
    rows_.emplace_back();
    if (key.empty()) dump_.remarks.note("rows name no device (index, uuid or pci.bus_id): all are taken for one");
  }
  return found->second;
}

void DumpBuilder::add(const RawSample& sample, const std::string& place) {
  const bool is_lost = is_gone(sample);
  if (!is_lost && says_nothing(sample.seen)) {
    dump_.remarks.refuse("nothing that is known is told: utilisation, clocks, power, temperature, reasons", place);
    // That it is there without a figure is to be known.
    if (!key_of(sample).empty() && index_of_.size() < kMostDevices) static_cast<void>(device_of(sample));
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
  if (!sample.recovery.empty()) device.recovery = sample.recovery;
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

void DumpBuilder::hear(const LossMessage& message, std::size_t line) {
  if (message.is_of_driver) {
    dump_.remarks.doubt("the tool could not ask the driver, and looked at no device", fmt::format("line {}", line));
    return;
  }
  if (finish_row_) finish_row_();
  if (heard_.size() < kMostLosses) heard_.push_back({message, samples_, last_moment_s_});
}

TelemetryDump DumpBuilder::finish() {
  for (std::size_t i = 0; i < dump_.devices.size(); ++i) {
    const std::size_t twice = leave_out_repeats(dump_.devices[i], rows_[i]);
    if (twice > 0) {
      dump_.remarks.note(fmt::format(
          "{}: {} rows are there twice (dumps that overlap, an hour that local time repeats) and count once",
          title_of(dump_.devices[i]), twice));
    }
  }
  place_losses(dump_, rows_, heard_);
  const auto is_other_host = [this](const WatchedDevice& one) { return one.host != dump_.devices.front().host; };
  const bool has_several = std::any_of(dump_.devices.begin(), dump_.devices.end(), is_other_host);
  for (WatchedDevice& device : dump_.devices) device.is_of_several_hosts = has_several;
  const bool indexed = std::all_of(dump_.devices.begin(), dump_.devices.end(),
                                   [](const WatchedDevice& device) { return device.index.has_value(); });
  if (indexed) {
    std::stable_sort(dump_.devices.begin(), dump_.devices.end(),
                     [](const WatchedDevice& a, const WatchedDevice& b) { return *a.index < *b.index; });
  }
  return std::move(dump_);
}

}  // namespace roofgate
