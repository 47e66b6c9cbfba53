#include "bench/telemetry/nvml_telemetry.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <utility>

#include "bench/telemetry/clock_event_reasons.hpp"
#include "bench/telemetry/nvml_devices.hpp"
#include "bench/telemetry/nvml_gpm.hpp"
#include "bench/telemetry/periodic_sampler.hpp"
#include "bench/telemetry/sample_summary.hpp"

namespace roofgate {
namespace {

constexpr Seconds kShortestPeriod{0.02};

// Listing processes takes the driver milliseconds: at both ends of a window and this often between.
constexpr std::size_t kSamplesPerProcessList = 20;

bool exists_in_proc(int pid) {
  std::error_code ignored;
  return std::filesystem::exists("/proc/" + std::to_string(pid), ignored);
}

/// One device's calls. A call that fails is a gap, told once; the figure is then absent.
class NvmlDevice {
 public:
  NvmlDevice(std::shared_ptr<const NvmlLibrary> library, nvml::Device device)
      : library_{std::move(library)}, device_{device} {}

  std::optional<double> clock_mhz(int type) { return number("clocks", library_->call().clock, type); }
  std::optional<double> rated_clock_mhz() { return number("rated clock", library_->call().max_clock, nvml::kClockSm); }
  std::optional<double> power_mw() { return number("power draw", library_->call().power_usage); }
  std::optional<double> power_limit_mw() { return number("power limit", library_->call().power_limit); }
  std::optional<double> temperature() {
    return number("temperature", library_->call().temperature, nvml::kTemperatureGpu);
  }

  std::optional<std::uint64_t> event_reasons() {
    unsigned long long bits = 0;
    auto* const call = library_->call().event_reasons;
    const auto code = call == nullptr ? nvml::kFunctionNotFound : call(device_, &bits);
    return told("clock event reasons", code) ? std::optional<std::uint64_t>{bits} : std::nullopt;
  }

  std::optional<double> uncorrected_errors() {
    unsigned long long count = 0;
    auto* const call = library_->call().ecc_errors;
    const auto code = call == nullptr ? nvml::kFunctionNotFound
                                      : call(device_, nvml::kMemoryErrorUncorrected, nvml::kEccVolatile, &count);
    return told("memory errors (ECC)", code) ? std::optional{static_cast<double>(count)} : std::nullopt;
  }

  std::optional<std::vector<int>> compute_pids() {
    auto* const call = library_->call().compute_processes;
    if (call == nullptr) return told("processes", nvml::kFunctionNotFound), std::nullopt;
    std::vector<nvml::ProcessInfo> list(16);
    nvml::Return code = nvml::kInsufficientSize;
    unsigned count = 0;
    for (int attempt = 0; attempt < 4 && code == nvml::kInsufficientSize; ++attempt) {
      count = static_cast<unsigned>(list.size());
      code = call(device_, &count, list.data());
      if (code == nvml::kInsufficientSize) list.resize(std::max<std::size_t>(2 * list.size(), count + 8));
    }
    if (!told("processes", code)) return std::nullopt;
    std::vector<int> pids;
    for (unsigned i = 0; i < std::min<std::size_t>(count, list.size()); ++i) {
      pids.push_back(static_cast<int>(list[i].pid));
    }
    return pids;
  }

  std::optional<double> utilization_percent() {
    nvml::Utilization shares;
    auto* const call = library_->call().utilization;
    const auto code = call == nullptr ? nvml::kFunctionNotFound : call(device_, &shares);
    return told("utilization", code) ? std::optional{static_cast<double>(shares.gpu)} : std::nullopt;
  }

  [[nodiscard]] std::optional<NvmlGpm> gpm(std::string& why) const { return NvmlGpm::create(library_, device_, why); }

  [[nodiscard]] std::vector<std::string> gaps() const {
    std::vector<std::string> lines;
    for (const auto& [what, code] : failures_) lines.push_back(fmt::format("GPU {}: {}", what, meaning_of(code)));
    return lines;
  }

 private:
  template <class Function, class... Arguments>
  std::optional<double> number(const char* what, Function function, Arguments... arguments) {
    unsigned value = 0;
    const auto code = function == nullptr ? nvml::kFunctionNotFound : function(device_, arguments..., &value);
    return told(what, code) ? std::optional{static_cast<double>(value)} : std::nullopt;
  }

  bool told(const char* what, nvml::Return code) {
    if (code != nvml::kSuccess) failures_.emplace(what, code);
    return code == nvml::kSuccess;
  }

  std::shared_ptr<const NvmlLibrary> library_;
  nvml::Device device_;
  std::map<std::string, nvml::Return> failures_;
};

/// What a window's samples gathered. Written by the sampler's thread, read when it has stopped.
struct Gathered {
  std::vector<Hertz> busy_clocks;
  std::vector<Hertz> idle_clocks;  ///< of samples in which the device said that it was idle
  std::vector<Hertz> memory_clocks;
  std::vector<Watts> power;
  std::optional<Watts> power_limit;
  std::vector<Celsius> temperatures;
  std::vector<Ratio> resident;
  Seconds cost;
  std::uint64_t reasons = 0;
  std::size_t hw_slowdowns = 0;  ///< samples that had it
  std::optional<int> foreign;
  std::size_t samples = 0;
};

class NvmlTelemetry final : public TelemetrySource {
 public:
  NvmlTelemetry(NvmlDevice device, NvmlTelemetryOptions options)
      : device_{std::move(device)}, options_{std::move(options)}, sampler_{[this] { sample(); }, options_.period} {
    if (auto gpm = device_.gpm(no_gpm_)) gpm_.emplace(std::move(*gpm));
    constexpr double kMegahertz = 1e6;
    if (const auto mhz = device_.rated_clock_mhz()) rated_clock_ = Hertz{*mhz * kMegahertz};
    sample();  // a first look: what is not supported is known before the first window
    count_processes();
    errors_before_ = device_.uncorrected_errors();
  }

  void begin() override {
    gathered_ = {};
    errors_before_ = device_.uncorrected_errors();
    count_processes();
    if (gpm_) gpm_->begin();
    started_ = std::chrono::steady_clock::now();
    sampler_.start();
  }

  [[nodiscard]] TelemetrySummary end() override {
    const std::chrono::duration<double> window = std::chrono::steady_clock::now() - started_;
    sampler_.stop();
    count_processes();
    TelemetrySummary summary = summarise();
    summary.window = Seconds{window.count()};
    summary.activity = activity(*summary.window);
    summary.sampling_cost = gathered_.cost;
    const std::optional<double> errors = device_.uncorrected_errors();
    if (errors && errors_before_) summary.ecc_errors = std::max(0.0, *errors - *errors_before_);
    return summary;
  }

  [[nodiscard]] std::vector<std::string> gaps() const override {
    std::vector<std::string> lines = device_.gaps();
    if (!gpm_) lines.push_back("GPU multiprocessors, memory and tensor pipes (GPM): " + no_gpm_);
    return lines;
  }

 private:
  /// The window's counters where there are such; else what is called utilization.
  [[nodiscard]] std::optional<Activity> activity(Seconds window) {
    if (gpm_) {
      if (auto counted = gpm_->end(window)) return counted;
    }
    const std::optional<Ratio> resident = median_of(gathered_.resident);
    if (!resident) return std::nullopt;
    Activity activity;
    activity.source = "nvml";
    activity.kernel_resident = resident;
    return activity;
  }

  void sample() {
    const auto start = std::chrono::steady_clock::now();
    ask();
    gathered_.cost += Seconds{std::chrono::duration<double>{std::chrono::steady_clock::now() - start}.count()};
  }

  void ask() {
    constexpr double kMegahertz = 1e6;
    constexpr double kMilliwatt = 1e-3;
    const std::uint64_t reasons = device_.event_reasons().value_or(0);
    gathered_.reasons |= reasons;
    if ((reasons & kReasonHwSlowdown) != 0) ++gathered_.hw_slowdowns;
    if (const auto mhz = device_.clock_mhz(nvml::kClockSm)) {
      const bool idle = (reasons & kReasonGpuIdle) != 0;
      (idle ? gathered_.idle_clocks : gathered_.busy_clocks).emplace_back(*mhz * kMegahertz);
    }
    if (const auto mhz = device_.clock_mhz(nvml::kClockMemory)) gathered_.memory_clocks.emplace_back(*mhz * kMegahertz);
    if (const auto mw = device_.power_mw()) gathered_.power.emplace_back(*mw * kMilliwatt);
    if (const auto mw = device_.power_limit_mw()) {
      gathered_.power_limit = std::max(gathered_.power_limit.value_or(Watts{}), Watts{*mw * kMilliwatt});
    }
    if (const auto degrees = device_.temperature()) gathered_.temperatures.emplace_back(*degrees);
    if (const auto percent = device_.utilization_percent()) gathered_.resident.emplace_back(*percent / 100.0);
    if (++gathered_.samples % kSamplesPerProcessList == 0) count_processes();
  }

  void count_processes() {
    const auto pids = device_.compute_pids();
    if (!pids) return;
    const int foreign = count_foreign(*pids, options_.own_pids, options_.is_local);
    gathered_.foreign = std::max(gathered_.foreign.value_or(0), foreign);
  }

  [[nodiscard]] TelemetrySummary summarise() const {
    TelemetrySummary summary;
    const std::vector<Hertz>& clocks = gathered_.busy_clocks.empty() ? gathered_.idle_clocks : gathered_.busy_clocks;
    summary.clock_min = smallest_of(clocks);
    summary.clock_median = median_of(clocks);
    if (!gathered_.busy_clocks.empty()) summary.clock_rated = rated_clock_;
    summary.clock_max = largest_of(clocks);
    summary.memory_clock_median = median_of(gathered_.memory_clocks);
    summary.power_median = median_of(gathered_.power);
    summary.power_max = largest_of(gathered_.power);
    summary.power_limit = gathered_.power_limit;
    summary.temperature_max = largest_of(gathered_.temperatures);
    // NVML also reports hw_slowdown for a moment at a change of the performance state: one sample of several, without
    // one of the bits that say why, means nothing.
    const bool passing =
        gathered_.hw_slowdowns == 1 && gathered_.samples > 1 && (gathered_.reasons & kReasonsOfHw) == 0;
    summary.clock_event_reasons =
        clock_event_reasons(passing ? gathered_.reasons & ~kReasonHwSlowdown : gathered_.reasons);
    if (gathered_.foreign) summary.foreign_processes = *gathered_.foreign;
    summary.sample_count = static_cast<double>(gathered_.samples);
    return summary;
  }

  NvmlDevice device_;
  NvmlTelemetryOptions options_;
  Gathered gathered_;
  std::optional<double> errors_before_;
  std::optional<NvmlGpm> gpm_;
  std::optional<Hertz> rated_clock_;
  std::string no_gpm_;  ///< why
  std::chrono::steady_clock::time_point started_;
  PeriodicSampler sampler_;  // last: its thread ends before what it writes
};

}  // namespace

Result<std::unique_ptr<TelemetrySource>> make_nvml_telemetry(std::shared_ptr<const NvmlLibrary> library,
                                                             const NvmlTarget& target, NvmlTelemetryOptions options) {
  const Result<nvml::Device> device = find_nvml_device(*library, target.pci_bus_id, target.uuid);
  if (!device) return fail(device.error());
  options.period = std::max(options.period, kShortestPeriod);
  if (options.own_pids.empty()) options.own_pids = {static_cast<int>(::getpid())};
  if (!options.is_local) options.is_local = exists_in_proc;
  return std::make_unique<NvmlTelemetry>(NvmlDevice{std::move(library), *device}, std::move(options));
}

int count_foreign(const std::vector<int>& listed, const std::vector<int>& own,
                  const std::function<bool(int pid)>& is_local) {
  const auto is_own = [&own](int pid) { return std::find(own.begin(), own.end(), pid) != own.end(); };
  const auto ours = std::count_if(listed.begin(), listed.end(), is_own);
  const bool other_namespace = ours == 0 && !listed.empty() && std::none_of(listed.begin(), listed.end(), is_local);
  return static_cast<int>(static_cast<std::ptrdiff_t>(listed.size()) - (other_namespace ? 1 : ours));
}

}  // namespace roofgate
