#include "bench/telemetry_dump/sample_field.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <utility>

#include "bench/telemetry_dump/loss_message.hpp"
#include "bench/telemetry_dump/moments.hpp"
#include "kernels/base/text_fields.hpp"

namespace roofgate {
namespace {

struct Named {
  std::string_view path;
  Field field;
};

// nvidia-smi --help-query-gpu (CSV), the sections of `nvidia-smi -q` (text), the elements of `nvidia-smi -q -x` (XML,
// nvsmi_device_v10 to v13). Driver 535 renamed "throttle reasons" to "event reasons"; both names stay in use.
constexpr std::array kNames = std::to_array<Named>({
    {"timestamp", Field::moment},
    {"index", Field::index},
    {"name", Field::name},
    {"gpu_name", Field::name},
    {"product_name", Field::name},
    {"uuid", Field::uuid},
    {"gpu_uuid", Field::uuid},
    {"pci_bus_id", Field::pci_bus_id},
    {"pci.bus_id", Field::pci_bus_id},
    {"gpu_bus_id", Field::pci_bus_id},
    {"driver_version", Field::driver},
    {"hostname", Field::host},
    {"gpu_recovery_action", Field::recovery_action},
    {"gpu_reset_status.reset_required", Field::reset_required},
    {"pstate", Field::performance_state},
    {"performance_state", Field::performance_state},
    {"utilization.gpu", Field::utilisation},
    {"utilization.gpu_util", Field::utilisation},
    {"clocks.sm", Field::clock},
    {"clocks.current.sm", Field::clock},
    {"clocks.sm_clock", Field::clock},
    {"clocks.max.sm", Field::max_clock},
    {"max_clocks.sm", Field::max_clock},
    {"max_clocks.sm_clock", Field::max_clock},
    {"clocks.mem", Field::memory_clock},
    {"clocks.memory", Field::memory_clock},
    {"clocks.current.memory", Field::memory_clock},
    {"clocks.mem_clock", Field::memory_clock},
    {"power.draw", Field::power},
    {"power.draw.average", Field::power_fallback},
    {"power.draw.instant", Field::power_fallback},
    {"power_readings.power_draw", Field::power},
    {"gpu_power_readings.power_draw", Field::power},
    {"gpu_power_readings.average_power_draw", Field::power_fallback},
    {"gpu_power_readings.instant_power_draw", Field::power_fallback},
    {"gpu_power_readings.instantaneous_power_draw", Field::power_fallback},
    {"enforced.power.limit", Field::power_limit},
    {"power.limit", Field::power_limit_fallback},
    {"power_readings.enforced_power_limit", Field::power_limit},
    {"power_readings.power_limit", Field::power_limit_fallback},
    {"gpu_power_readings.current_power_limit", Field::power_limit},
    {"gpu_power_readings.requested_power_limit", Field::power_limit_fallback},
    {"temperature.gpu", Field::temperature},
    {"temperature.gpu_temp", Field::temperature},
    {"temperature.gpu_current_temp", Field::temperature},
    {"ecc.errors.uncorrected.volatile.total", Field::ecc_errors},
    {"ecc_errors.volatile.double_bit.total", Field::ecc_errors},
    {"ecc_errors.volatile.sram_uncorrectable", Field::ecc_errors_part},
    {"ecc_errors.volatile.sram_uncorrectable_parity", Field::ecc_errors_part},
    {"ecc_errors.volatile.sram_uncorrectable_sec_ded", Field::ecc_errors_part},
    {"ecc_errors.volatile.sram_uncorrectable_secded", Field::ecc_errors_part},
    {"ecc_errors.volatile.dram_uncorrectable", Field::ecc_errors_part},
});

constexpr std::array kReasonNames = std::to_array<Named>({
    {"active", Field::reasons},
    {"gpu_idle", Field::gpu_idle},
    {"idle", Field::gpu_idle},
    {"applications_clocks_setting", Field::applications_clocks_setting},
    {"sw_power_cap", Field::sw_power_cap},
    {"hw_slowdown", Field::hw_slowdown},
    {"hw_thermal_slowdown", Field::hw_thermal_slowdown},
    {"hw_slowdown.hw_thermal_slowdown", Field::hw_thermal_slowdown},
    {"hw_power_brake_slowdown", Field::hw_power_brake_slowdown},
    {"hw_slowdown.hw_power_brake_slowdown", Field::hw_power_brake_slowdown},
    {"sync_boost", Field::sync_boost},
    {"sw_thermal_slowdown", Field::sw_thermal_slowdown},
    {"display_clock_setting", Field::display_clock_setting},
});

// Groups in which the reasons stand, and what XML repeats in each of its elements.
constexpr std::array<std::string_view, 3> kReasonGroups{"clocks_event_reasons.", "clocks_throttle_reasons.",
                                                        "reasons."};
constexpr std::array<std::string_view, 2> kReasonPrefixes{"clocks_event_reason_", "clocks_throttle_reason_"};

template <std::size_t N>
std::optional<Field> find_name(const std::array<Named, N>& names, std::string_view path) {
  const auto* found =
      std::find_if(names.begin(), names.end(), [path](const Named& named) { return named.path == path; });
  return found == names.end() ? std::nullopt : std::optional{found->field};
}

bool equals_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower_case(x) == lower_case(y); });
}

/// "[N/A]", "N/A", "[Not Supported]", "[Unknown Error]", "ERR!", "-": the tool does not know.
bool says_unknown(std::string_view value) {
  if (value.empty() || value.front() == '[') return true;
  constexpr std::array<std::string_view, 9> kWords{"N/A",  "-",       "--",
                                                   "ERR!", "Unknown", "Unknown Error",
                                                   "None", "NaN",     "Requested functionality has been deprecated"};
  return std::any_of(kWords.begin(), kWords.end(),
                     [value](std::string_view word) { return equals_ignoring_case(value, word); });
}

/// What every working device tells, whatever its make.
bool is_reading(Field field) {
  return field == Field::utilisation || field == Field::clock || field == Field::power || field == Field::temperature ||
         field == Field::reasons;
}

/// `number` scaled, within what such a figure can be.
template <class Q>
Taken set(std::optional<Q>& to, std::optional<double> number, double scale, double most) {
  if (!number || !std::isfinite(*number) || *number < 0.0 || *number > most) return Taken::unreadable;
  to = Q{*number * scale};
  return Taken::yes;
}

/// A number with an optional unit: "1980 MHz", "66.84 W", "98 %", "0x48".
std::optional<double> number_with_unit(std::string_view text, std::string_view unit) {
  text = trimmed(text);
  const std::size_t end = std::min(text.find_first_not_of("+-.0123456789eE"), text.size());
  const std::string_view rest = trimmed(text.substr(end));
  if (!rest.empty() && !equals_ignoring_case(rest, unit)) return std::nullopt;
  return number_of(text.substr(0, end));
}

constexpr double kXidOffTheBus = 79;
constexpr double kMegahertz = 1e6;
constexpr double kPercent = 0.01;
// DCGM writes "blank" as numbers beyond 2e9; no device clocks 100 GHz or draws 100 kW.
constexpr double kMostMegahertz = 1e5;
constexpr double kMostWatts = 1e5;
constexpr double kMostShare = 1.05;  // counters of one window and the clock that it is divided by do not stop together
constexpr double kMostBytesPerSecond = 1e14;

Taken take_flag(DeviceSample& seen, Field field, std::string_view value) {
  const auto bit = static_cast<unsigned>(field) - static_cast<unsigned>(Field::gpu_idle);
  const bool active = equals_ignoring_case(value, "Active") || value == "1";
  if (!active && !equals_ignoring_case(value, "Not Active") && value != "0") return Taken::unreadable;
  seen.reasons = seen.reasons.value_or(0) | (active ? std::uint64_t{1} << bit : 0);
  return Taken::yes;
}

Taken take_reasons(DeviceSample& seen, std::string_view value) {
  const bool hex = value.starts_with("0x") || value.starts_with("0X");
  const std::string_view digits = hex ? value.substr(2) : value;
  std::uint64_t bits = 0;
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), bits, hex ? 16 : 10);
  constexpr std::uint64_t kBlank = 0x7ffffffffffffff0ULL;  // DCGM_INT64_BLANK and what follows it
  if (problem != std::errc{} || end != digits.data() + digits.size() || bits >= kBlank) return Taken::unreadable;
  seen.reasons = seen.reasons.value_or(0) | bits;
  return Taken::yes;
}

Taken take_text(std::string& to, std::string_view value) {
  constexpr std::size_t kMostBytes = 128;
  to = value.substr(0, kMostBytes);
  return Taken::yes;
}

Taken take_state(DeviceSample& seen, std::string_view value) {
  constexpr double kLowState = 5;  // P0 to P4 are states of work; P8 is the usual idle one
  const auto state = number_of(value.starts_with('P') ? value.substr(1) : value);
  if (!state) return Taken::unreadable;
  seen.low_state = *state >= kLowState;
  return Taken::yes;
}

Taken take_index(RawSample& sample, std::string_view value) {
  constexpr double kMostDevices = 65536;
  const auto number = number_of(value);
  if (!number || *number < 0 || *number > kMostDevices || *number != std::floor(*number)) return Taken::unreadable;
  sample.index = static_cast<int>(*number);
  return Taken::yes;
}

Taken take_errors(DeviceSample& seen, Field field, std::string_view value) {
  const auto number = number_of(value);
  if (!number || *number < 0 || *number > 1e15) return Taken::unreadable;
  seen.ecc_errors = *number + (field == Field::ecc_errors_part ? seen.ecc_errors.value_or(0.0) : 0.0);
  return Taken::yes;
}

}  // namespace

std::string plain_path(std::string_view name) {
  std::string path;
  path.reserve(name.size());
  for (const char letter : name) {
    const auto byte = static_cast<unsigned char>(letter);
    path += letter == '.' ? '.' : std::isalnum(byte) != 0 ? lower_case(letter) : '_';
  }
  return path;
}

std::optional<Field> field_of(std::string_view path) {
  if (const auto field = find_name(kNames, path)) return field;
  for (const std::string_view group : kReasonGroups) {
    if (!path.starts_with(group)) continue;
    path.remove_prefix(group.size());
    for (const std::string_view prefix : kReasonPrefixes) {
      if (path.starts_with(prefix)) path.remove_prefix(prefix.size());
    }
    return find_name(kReasonNames, path);
  }
  return std::nullopt;
}

Taken take(RawSample& sample, Field field, std::string_view value) {
  DeviceSample& seen = sample.seen;
  value = trimmed(value);
  if (const std::string_view loss = loss_in_cell(value); !loss.empty()) {
    sample.lost = loss;
    return Taken::unknown;
  }
  if (is_error_cell(value) && is_reading(field)) ++sample.failed_readings;
  if (says_unknown(value)) return Taken::unknown;
  switch (field) {
    case Field::moment:
      seen.moment_s = moment_of(value);
      return seen.moment_s ? Taken::yes : Taken::unreadable;
    case Field::index:
      return take_index(sample, value);
    case Field::name:
      return take_text(sample.name, value);
    case Field::uuid:
      return take_text(sample.uuid, value);
    case Field::pci_bus_id:
      return take_text(sample.pci_bus_id, value);
    case Field::driver:
      return take_text(sample.driver, value);
    case Field::host:
      return take_text(sample.host, value);
    case Field::recovery_action:
      return take_text(sample.recovery, value);
    case Field::reset_required:
      if (equals_ignoring_case(value, "Yes") && sample.recovery.empty()) sample.recovery = "Reset";
      return Taken::yes;
    case Field::utilisation:
      return set(seen.utilisation, number_with_unit(value, "%"), kPercent, 100.0);
    case Field::clock:
      return set(seen.clock, number_with_unit(value, "MHz"), kMegahertz, kMostMegahertz);
    case Field::max_clock:
      return set(seen.max_clock, number_with_unit(value, "MHz"), kMegahertz, kMostMegahertz);
    case Field::memory_clock:
      return set(seen.memory_clock, number_with_unit(value, "MHz"), kMegahertz, kMostMegahertz);
    case Field::power_fallback:
      if (seen.power) return Taken::yes;
      [[fallthrough]];
    case Field::power:
      return set(seen.power, number_with_unit(value, "W"), 1.0, kMostWatts);
    case Field::power_limit_fallback:
      if (seen.power_limit) return Taken::yes;
      [[fallthrough]];
    case Field::power_limit:
      return set(seen.power_limit, number_with_unit(value, "W"), 1.0, kMostWatts);
    case Field::temperature:
      return set(seen.temperature, number_with_unit(value, "C"), 1.0, 1000.0);
    case Field::ecc_errors:
    case Field::ecc_errors_part:
      return take_errors(seen, field, value);
    case Field::performance_state:
      return take_state(seen, value);
    case Field::engine_active:
      return set(seen.engine_active, number_of(value), 1.0, kMostShare);
    case Field::sm_active:
      return set(seen.sm_active, number_of(value), 1.0, kMostShare);
    case Field::sm_occupancy:
      return set(seen.sm_occupancy, number_of(value), 1.0, kMostShare);
    case Field::tensor_active:
      return set(seen.tensor_active, number_of(value), 1.0, kMostShare);
    case Field::dram_active:
      return set(seen.dram_active, number_of(value), 1.0, kMostShare);
    case Field::nvlink_sent:
      return set(seen.nvlink_sent, number_of(value), 1.0, kMostBytesPerSecond);
    case Field::nvlink_received:
      return set(seen.nvlink_received, number_of(value), 1.0, kMostBytesPerSecond);
    case Field::last_xid:
      if (number_of(value) == kXidOffTheBus) sample.lost = "Xid 79, GPU has fallen off the bus";
      return number_of(value) ? Taken::yes : Taken::unreadable;
    case Field::reasons:
      return take_reasons(seen, value);
    default:
      return take_flag(seen, field, value);
  }
}

}  // namespace roofgate
