#include "bench/report/format.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <span>
#include <string_view>

namespace roofgate {
namespace {

/// Three significant figures, and every digit before the point: "0.123", "1.38", "31.4", "797", "1755".
std::string three_figures(double value) {
  const double magnitude = std::abs(value);
  if (magnitude >= 1e6 || (magnitude > 0 && magnitude < 1e-3)) return fmt::format("{:.2e}", value);
  if (magnitude >= 99.95 || magnitude == 0) return fmt::format("{:.0f}", value);
  if (magnitude >= 9.995) return fmt::format("{:.1f}", value);
  return fmt::format("{:.{}f}", value, magnitude >= 0.9995 ? 2 : 3);
}

struct Unit {
  double size;
  std::string_view name;
};

/// In the largest unit that leaves at least 1 after rounding to three figures; `units` ascend.
std::string in_units(double value, std::span<const Unit> units) {
  if (!std::isfinite(value)) return "-";
  const double magnitude = std::abs(value);
  const Unit* chosen = &units.front();
  for (const Unit& unit : units) {
    if (magnitude >= unit.size * 0.9995) chosen = &unit;
  }
  return fmt::format("{} {}", three_figures(value / chosen->size), chosen->name);
}

constexpr double kKibi = 1024.0;

}  // namespace

std::string format(Seconds time) {
  static constexpr std::array kUnits{Unit{1e-9, "ns"}, Unit{1e-6, "us"}, Unit{1e-3, "ms"}, Unit{1.0, "s"}};
  if (time.value() == 0) return "0 s";
  return in_units(time.value(), kUnits);
}

std::string format(Bytes size) {
  static constexpr std::array kUnits{Unit{1.0, "B"}, Unit{kKibi, "KiB"}, Unit{kKibi * kKibi, "MiB"},
                                     Unit{kKibi * kKibi * kKibi, "GiB"}, Unit{kKibi * kKibi * kKibi * kKibi, "TiB"}};
  // An exact size reads exactly: "256 MiB" and "1 KiB", not "1.00 KiB".
  for (auto unit = kUnits.rbegin(); unit != kUnits.rend(); ++unit) {
    const double count = size.value() / unit->size;
    if (std::abs(count) >= 1 && std::abs(count) < kKibi && count == std::floor(count)) {
      return fmt::format("{:.0f} {}", count, unit->name);
    }
  }
  return in_units(size.value(), kUnits);
}

std::string format(BytesPerSecond rate) {
  // TB/s and TFLOP/s are the last: the units of data sheets.
  static constexpr std::array kUnits{Unit{1.0, "B/s"}, Unit{1e3, "kB/s"}, Unit{1e6, "MB/s"}, Unit{1e9, "GB/s"},
                                     Unit{1e12, "TB/s"}};
  return in_units(rate.value(), kUnits);
}

std::string format(FlopsPerSecond rate) {
  static constexpr std::array kUnits{Unit{1.0, "FLOP/s"}, Unit{1e3, "kFLOP/s"}, Unit{1e6, "MFLOP/s"},
                                     Unit{1e9, "GFLOP/s"}, Unit{1e12, "TFLOP/s"}};
  return in_units(rate.value(), kUnits);
}

std::string format(Hertz clock) {
  // Drivers and data sheets give MHz in full.
  static constexpr std::array kUnits{Unit{1.0, "Hz"}, Unit{1e3, "kHz"}, Unit{1e6, "MHz"}};
  return in_units(clock.value(), kUnits);
}

std::string format_percent(Ratio ratio) {
  const double percent = ratio.value() * 100.0;
  if (!std::isfinite(percent)) return "-";
  const double magnitude = std::abs(percent);
  if (magnitude >= 1e6) return fmt::format("{:.2e} %", percent);
  if (magnitude >= 999.95) return fmt::format("{:.0f} %", percent);
  if (magnitude >= 0.05 || magnitude == 0) return fmt::format("{:.1f} %", magnitude == 0 ? 0.0 : percent);
  return fmt::format("{:.1g} %", percent);
}

std::string format_change(double relative) {
  const double percent = relative * 100.0;
  if (!std::isfinite(percent)) return "-";
  if (std::abs(percent) < 0.05) return "0.0 %";
  if (std::abs(percent) >= 1e6) return fmt::format("{:+.2e} %", percent);
  return fmt::format("{:+.1f} %", percent);
}

std::string format_factor(double factor) { return std::isfinite(factor) ? fmt::format("{:.2f}", factor) : "-"; }

std::string format_duration(Seconds time) {
  if (!std::isfinite(time.value()) || time.value() < 0 || time.value() > 1e9) return "-";
  if (time.value() < 9.95) return fmt::format("{:.1f} s", time.value());
  const auto seconds = static_cast<long>(std::lround(time.value()));
  if (seconds < 60) return fmt::format("{} s", seconds);
  if (seconds < 3600) return fmt::format("{} min {} s", seconds / 60, seconds % 60);
  return fmt::format("{} h {} min", seconds / 3600, seconds % 3600 / 60);
}

std::string format_interval(double low, double high) {
  if (!std::isfinite(low) || std::isnan(high)) return "-";
  // A change that may be tenfold says only that nothing is known.
  const auto bound = [](double change) { return change > 9.99 ? "> +999" : fmt::format("{:+.1f}", 100.0 * change); };
  return fmt::format("[{}, {}]", bound(low), bound(high));
}

std::string format_metric(double value, const std::optional<MetricUnit>& derived) {
  if (derived == MetricUnit::ratio) return std::isfinite(value) ? three_figures(value) : "-";
  // The inverse is what people know: a bandwidth.
  if (derived == MetricUnit::seconds_per_byte) return format(BytesPerSecond{1.0 / value});
  return format(Seconds{value});
}

}  // namespace roofgate
