#include "bench/readers/nvbandwidth/import.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace roofgate {

std::optional<NvbandwidthUnit> nvbandwidth_unit(std::string_view heading, std::string_view test) {
  const auto has = [](std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
  };
  if (has(heading, "(ns)") || has(test, "latency")) return NvbandwidthUnit::nanoseconds;
  if (has(heading, "(GB/s)")) return NvbandwidthUnit::gigabytes_per_second;
  return std::nullopt;
}

bool is_nvbandwidth_test(std::string_view name) {
  return !name.empty() && name.size() <= 100 && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  });
}

NvbandwidthImport::NvbandwidthImport(const Source& source)
    : name_{source.name},
      builder_{source, "nvbandwidth",
               "median over the copies that nvbandwidth repeats, 3 unless it was told otherwise"} {
  builder_.environment().backend = "cuda";
}

void NvbandwidthImport::set_software(const std::string& name, const std::string& version) {
  if (!version.empty()) builder_.environment().software[name] = version;
}

void NvbandwidthImport::add_device(DeviceInfo device) {
  constexpr std::size_t kMostDevices = 100'000;
  auto& devices = builder_.environment().devices;
  const bool is_known = std::any_of(devices.begin(), devices.end(), [&device](const DeviceInfo& known) {
    return known.index == device.index && known.name == device.name && known.pci_bus_id == device.pci_bus_id;
  });
  if (!is_known && devices.size() < kMostDevices) devices.push_back(std::move(device));
}

void NvbandwidthImport::add_cell(const std::string& test, NvbandwidthUnit unit, std::size_t row, std::size_t column,
                                 std::optional<double> value) {
  const bool is_latency = unit == NvbandwidthUnit::nanoseconds;
  ImportedCase described;
  described.id = fmt::format("nvbandwidth/{}/row{}/column{}", test, row, column);
  described.kind = "nvbandwidth";
  described.parameters = {{"test", test}, {"row", static_cast<double>(row)}, {"column", static_cast<double>(column)}};
  described.definition = "nvbandwidth " + described.id;
  described.work.subject = is_latency ? Subject::latency : Subject::link_bytes;
  if (!is_latency) {
    constexpr double kGigabyte = 1e9;  // what `time_s` is the time of: the reciprocal of a rate in GB/s
    described.work.link_bytes = Bytes{kGigabyte};
    described.metric = Metric{"bandwidth", "GB/s"};
    described.better = Better::higher;
  }
  Round* round = builder_.round(described, runs_[test]);
  if (round == nullptr) return remarks_.refuse(builder_.refusal(), described.id);
  if (value && builder_.add_sample(*round, described, is_latency ? *value * 1e-9 : *value)) return remarks_.add_read();
  round->marks.push_back({MarkKind::error, "the tool gave no figure above zero"});
  remarks_.refuse("a cell without a figure above zero", described.id);
}

Result<Imported> NvbandwidthImport::finish(TextStream& stream) {
  if (builder_.case_count() == 0) {
    return fail(ErrorKind::measurement,
                fmt::format("the tool measured nothing{}{}", has_error_ ? ": it reports an error" : "",
                            remarks_.all().empty() ? "" : ": " + to_string(remarks_.all().front())),
                name_, "its output is no result: run it again");
  }
  if (has_error_) remarks_.note("the tool reports an error besides its results");
  stream.drain();
  Imported imported;
  imported.records.push_back(builder_.finish(stream.fingerprint(), 0, remarks_));
  imported.remarks = std::move(remarks_);
  return imported;
}

}  // namespace roofgate
