// The Prometheus text of dcgm-exporter and of nvidia_gpu_exporter: one line per figure and device, one scrape after
// another.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "bench/telemetry_dump/dump_builder.hpp"
#include "bench/telemetry_dump/dump_readers.hpp"
#include "kernels/base/text_fields.hpp"

namespace roofgate {
namespace {

struct Metric {
  std::string_view name;
  Field field;
  double scale;  ///< to the unit that nvidia-smi writes: MHz, W, C, %
};

constexpr double kHertz = 1e-6;
constexpr double kRatio = 100.0;

// dcgm-exporter's default-counters.csv and DCGM's field list; nvidia_gpu_exporter's names come from nvidia-smi's.
// Driver 535 renamed the throttle reasons; DCGM 4 followed.
constexpr std::array kMetrics = std::to_array<Metric>({
    {"DCGM_FI_DEV_GPU_UTIL", Field::utilisation, 1.0},
    {"DCGM_FI_DEV_SM_CLOCK", Field::clock, 1.0},
    {"DCGM_FI_DEV_MAX_SM_CLOCK", Field::max_clock, 1.0},
    {"DCGM_FI_DEV_MEM_CLOCK", Field::memory_clock, 1.0},
    {"DCGM_FI_DEV_POWER_USAGE", Field::power, 1.0},
    {"DCGM_FI_DEV_POWER_USAGE_INSTANT", Field::power_fallback, 1.0},
    {"DCGM_FI_DEV_ENFORCED_POWER_LIMIT", Field::power_limit, 1.0},
    {"DCGM_FI_DEV_POWER_MGMT_LIMIT", Field::power_limit_fallback, 1.0},
    {"DCGM_FI_DEV_GPU_TEMP", Field::temperature, 1.0},
    {"DCGM_FI_DEV_CLOCK_THROTTLE_REASONS", Field::reasons, 1.0},
    {"DCGM_FI_DEV_CLOCKS_EVENT_REASONS", Field::reasons, 1.0},
    {"DCGM_FI_DEV_XID_ERRORS", Field::last_xid, 1.0},
    {"DCGM_FI_DEV_ECC_DBE_VOL_TOTAL", Field::ecc_errors, 1.0},
    {"DCGM_FI_PROF_GR_ENGINE_ACTIVE", Field::engine_active, 1.0},
    {"DCGM_FI_PROF_SM_ACTIVE", Field::sm_active, 1.0},
    {"DCGM_FI_PROF_SM_OCCUPANCY", Field::sm_occupancy, 1.0},
    {"DCGM_FI_PROF_PIPE_TENSOR_ACTIVE", Field::tensor_active, 1.0},
    {"DCGM_FI_PROF_DRAM_ACTIVE", Field::dram_active, 1.0},
    {"DCGM_FI_PROF_NVLINK_TX_BYTES", Field::nvlink_sent, 1.0},
    {"DCGM_FI_PROF_NVLINK_RX_BYTES", Field::nvlink_received, 1.0},
    {"nvidia_smi_utilization_gpu_ratio", Field::utilisation, kRatio},
    {"nvidia_smi_clocks_current_sm_clock_hz", Field::clock, kHertz},
    {"nvidia_smi_clocks_max_sm_clock_hz", Field::max_clock, kHertz},
    {"nvidia_smi_clocks_current_memory_clock_hz", Field::memory_clock, kHertz},
    {"nvidia_smi_power_draw_watts", Field::power, 1.0},
    {"nvidia_smi_enforced_power_limit_watts", Field::power_limit, 1.0},
    {"nvidia_smi_power_limit_watts", Field::power_limit_fallback, 1.0},
    {"nvidia_smi_temperature_gpu", Field::temperature, 1.0},
    {"nvidia_smi_clocks_event_reasons_active", Field::reasons, 1.0},
    {"nvidia_smi_clocks_throttle_reasons_active", Field::reasons, 1.0},
    {"nvidia_smi_ecc_errors_uncorrected_volatile_total", Field::ecc_errors, 1.0},
});

constexpr std::size_t kMostHostBytes = 256;
constexpr std::size_t kMostFigures = 100'000;  // of one scrape: 16 devices have some 300

struct Line {
  std::string_view name;
  std::map<std::string, std::string, std::less<>> labels;
  std::string_view value;
  std::optional<double> moment_s;
};

/// `name{label="value",…} value [milliseconds]`; absent for anything else.
std::optional<Line> line_of(std::string_view text) {
  Line line;
  const std::size_t name_end = text.find_first_of("{ \t");
  if (name_end == 0 || name_end == std::string_view::npos) return std::nullopt;
  line.name = text.substr(0, name_end);
  text.remove_prefix(name_end);
  if (text.starts_with('{')) {
    text.remove_prefix(1);
    while (!text.empty() && text.front() != '}') {
      const std::size_t equals = text.find("=\"");
      if (equals == std::string_view::npos) return std::nullopt;
      std::string value;
      std::size_t i = equals + 2;
      for (; i < text.size() && text[i] != '"'; ++i) {
        if (text[i] == '\\' && i + 1 < text.size()) ++i;
        value += text[i];
      }
      if (i >= text.size()) return std::nullopt;
      line.labels.insert_or_assign(std::string{trimmed(text.substr(0, equals))}, std::move(value));
      text.remove_prefix(i + 1);
      if (text.starts_with(',')) text.remove_prefix(1);
    }
    if (text.empty()) return std::nullopt;
    text.remove_prefix(1);
  }
  const auto words = fields_of(text);
  if (words.empty() || words.size() > 2) return std::nullopt;
  line.value = words[0];
  if (words.size() == 2) {
    constexpr double kLeastMilliseconds = 1e11;  // 1973; as seconds, which OpenMetrics writes, the year 5138
    const auto moment = number_of(words[1]);
    if (moment) line.moment_s = *moment < kLeastMilliseconds ? *moment : *moment * 1e-3;
  }
  return line;
}

std::string label(const Line& line, std::string_view name) {
  const auto found = line.labels.find(name);
  return found == line.labels.end() ? std::string{} : found->second;
}

/// What DCGM counted in one MIG instance says nothing of the device.
bool is_of_a_slice(const Line& line) {
  return line.name.starts_with("DCGM_FI_PROF_") && !label(line, "GPU_I_ID").empty();
}

/// Gathers the figures of one scrape, device by device.
class Scrape {
 public:
  explicit Scrape(DumpBuilder& dump) : dump_{&dump} {}

  void take(const Line& line, const Metric& metric, const std::string& place) {
    const std::string gpu = label(line, "gpu");
    const std::string upper = label(line, "UUID");
    const std::string uuid = upper.empty() ? label(line, "uuid") : upper;
    // A MIG slice has its device's UUID and an instance of its own; the device's clocks and power stand under both.
    const std::string key = uuid.empty() ? "gpu" + gpu + '\n' + label(line, "Hostname") : uuid;
    const std::string seen = std::string{line.name} + '\n' + key + '\n' + label(line, "GPU_I_ID");
    // The same figure again: the next scrape has begun.
    if (seen_.contains(seen) || seen_.size() >= kMostFigures) flush();
    seen_.insert(seen);
    RawSample& sample = samples_[key];
    sample.uuid = uuid;
    const std::string upper_host = label(line, "Hostname");
    const std::string host = upper_host.empty() ? label(line, "hostname") : upper_host;
    if (!host.empty()) sample.host = host.substr(0, kMostHostBytes);
    if (!gpu.empty()) dump_->set(sample, Field::index, gpu, place);
    if (const auto name = label(line, "modelName"); !name.empty()) dump_->set(sample, Field::name, name, place);
    if (const auto bus = label(line, "pci_bus_id"); !bus.empty()) dump_->set(sample, Field::pci_bus_id, bus, place);
    const std::string driver = label(line, "DCGM_FI_DRIVER_VERSION");
    if (!driver.empty()) dump_->set(sample, Field::driver, driver, place);
    if (line.moment_s) sample.seen.moment_s = line.moment_s;
    const bool whole = metric.field == Field::reasons;
    const auto number = number_of(line.value);
    dump_->set(sample, metric.field,
               !number ? std::string{line.value}
               : whole ? fmt::format("{:.0f}", *number)
                       : fmt::format("{}", *number * metric.scale),
               place);
    place_ = place;
  }

  /// nvidia_gpu_exporter names a device once, by its UUID.
  void name(const Line& line) {
    if (about_.size() >= kMostFigures) return;
    RawSample& about = about_[label(line, "uuid")];
    about.name = label(line, "name");
    about.pci_bus_id = label(line, "pci_bus_id");
    about.driver = label(line, "driver_version");
    if (const auto index = number_of(label(line, "index")))
      about.index = static_cast<int>(std::clamp(*index, 0.0, 65536.0));
  }

  void flush() {
    for (auto& [key, sample] : samples_) {
      if (const auto found = about_.find(key); found != about_.end()) {
        sample.name = found->second.name;
        sample.pci_bus_id = found->second.pci_bus_id;
        sample.driver = found->second.driver;
        sample.index = found->second.index;
      }
      dump_->add(sample, place_);
    }
    samples_.clear();
    seen_.clear();
  }

 private:
  DumpBuilder* dump_;
  std::map<std::string, RawSample> samples_, about_;
  std::set<std::string> seen_;
  std::string place_;
};

}  // namespace

bool fits_exporter_text(std::string_view head) {
  return head.find("\nDCGM_FI_") != std::string_view::npos || head.starts_with("DCGM_FI_") ||
         head.find("\nnvidia_smi_") != std::string_view::npos || head.starts_with("nvidia_smi_");
}

Result<TelemetryDump> read_exporter_text(DumpLines& stream, const std::string& /*source*/) {
  DumpBuilder dump{"dcgm-exporter or nvidia_gpu_exporter text", stream};
  Scrape scrape{dump};
  while (const auto text = stream.line()) {
    const std::string_view line = trimmed(*text);
    if (line.empty() || line.starts_with('#')) continue;
    const auto parsed = line_of(line);
    const std::string place = fmt::format("line {}", stream.line_number());
    if (!parsed) {
      dump.remarks().refuse("is no line of the Prometheus text format", place);
      continue;
    }
    if (parsed->name == "nvidia_smi_gpu_info") scrape.name(*parsed);
    const auto* metric =
        std::find_if(kMetrics.begin(), kMetrics.end(), [&](const Metric& known) { return known.name == parsed->name; });
    if (metric == kMetrics.end() || is_of_a_slice(*parsed)) continue;
    scrape.take(*parsed, *metric, place);
  }
  scrape.flush();
  return dump.finish();
}

}  // namespace roofgate
