#include "bench/telemetry_dump/dump_builder.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace roofgate {
namespace {

// A day of eight devices at ten samples a second is 7 million; a sample takes some 200 bytes.
constexpr std::size_t kMostSamples = 10'000'000;
constexpr std::size_t kMostDevices = 4096;

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
                                    "clock reasons"};

const char* name_of(Field field) {
  const auto place = static_cast<std::size_t>(field);
  return place < std::size(kFieldNames) ? kFieldNames[place] : "clock reasons";
}

bool says_nothing(const DeviceSample& seen) {
  return !seen.utilisation && !seen.clock && !seen.memory_clock && !seen.power && !seen.temperature && !seen.reasons &&
         !seen.ecc_errors && !tells_activity(seen);
}

/// By what the dump tells devices apart: most dumps have all of these, and each alone is enough.
std::string key_of(const RawSample& sample) {
  if (!sample.uuid.empty()) return "u" + sample.uuid;
  if (!sample.pci_bus_id.empty()) return "p" + sample.pci_bus_id;
  return sample.index ? fmt::format("i{}", *sample.index) : std::string{};
}

}  // namespace

void DumpBuilder::set(RawSample& sample, Field field, std::string_view value, const std::string& place) {
  if (take(sample, field, value) == Taken::unreadable) {
    dump_.remarks.doubt(fmt::format("{} cannot be read and counts as not told", name_of(field)), place);
  }
}

void DumpBuilder::add(const RawSample& sample, const std::string& place) {
  if (says_nothing(sample.seen)) {
    dump_.remarks.refuse("nothing that is known is told: utilisation, clocks, power, temperature, reasons", place);
    return;
  }
  const std::string key = key_of(sample);
  if (samples_ >= kMostSamples || (index_of_.size() >= kMostDevices && !index_of_.contains(key))) {
    dump_.remarks.refuse(fmt::format("more than {} samples or {} devices", kMostSamples, kMostDevices), place);
    return;
  }
  const auto [found, is_new] = index_of_.try_emplace(key, dump_.devices.size());
  if (is_new) {
    dump_.devices.push_back({sample.index, sample.name, sample.uuid, sample.pci_bus_id, {}});
    if (key.empty()) dump_.remarks.note("rows name no device (index, uuid or pci.bus_id): all are taken for one");
  }
  WatchedDevice& device = dump_.devices[found->second];
  if (device.name.empty()) device.name = sample.name;
  if (dump_.driver.empty()) dump_.driver = sample.driver;
  device.samples.push_back(sample.seen);
  dump_.remarks.add_read();
  ++samples_;
}

TelemetryDump DumpBuilder::finish() {
  const bool indexed = std::all_of(dump_.devices.begin(), dump_.devices.end(),
                                   [](const WatchedDevice& device) { return device.index.has_value(); });
  if (indexed) {
    std::stable_sort(dump_.devices.begin(), dump_.devices.end(),
                     [](const WatchedDevice& a, const WatchedDevice& b) { return *a.index < *b.index; });
  }
  return std::move(dump_);
}

}  // namespace roofgate
