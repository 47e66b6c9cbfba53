#include "bench/roofline/peaks_lint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "bench/roofline/architecture.hpp"
#include "bench/stats/quantile.hpp"

namespace roofgate {
namespace {

constexpr double kFormulaTolerance = 0.20;  // H100 NVL is published 14 % below what its boost clock gives
constexpr double kSameTolerance = 0.02;     // two figures that are one figure, rounded differently
constexpr double kRidgeFactor = 4.0;        // memory clocks and buses differ within an architecture, not by this

constexpr std::array kRates{PeakFigure::bf16_flops, PeakFigure::fp16_flops, PeakFigure::tf32_flops,
                            PeakFigure::fp8_flops, PeakFigure::fp32_flops};

struct Range {
  PeakFigure figure;
  double low, high;
};

// Ten times outside what any part since 2017 has had: a value beyond is in another unit.
constexpr std::array kRanges{
    Range{PeakFigure::bf16_flops, 5e12, 5e16},
    Range{PeakFigure::fp16_flops, 5e12, 5e16},
    Range{PeakFigure::tf32_flops, 5e12, 5e16},
    Range{PeakFigure::fp8_flops, 5e12, 1e17},
    Range{PeakFigure::fp32_flops, 5e11, 5e15},
    Range{PeakFigure::memory_bandwidth, 3e10, 1e14},
    Range{PeakFigure::l2, 5e5, 2e9},
    Range{PeakFigure::multiprocessors, 4, 1024},
    Range{PeakFigure::boost_clock, 3e8, 6e9},
    Range{PeakFigure::bf16_fma, 16, 65536},
    Range{PeakFigure::link_per_direction, 5e9, 2e13},
    Range{PeakFigure::link_bidirectional, 1e10, 4e13},
};

bool close(double a, double b, double tolerance) { return std::abs(a / b - 1.0) <= tolerance; }

class Linter {
 public:
  explicit Linter(const PeaksDb& db) : db_{db} {}

  std::vector<LintFinding> run() {
    for (const DevicePeaks& device : db_.devices) {
      const std::size_t first = findings_.size();
      check_sources(device);
      check_ranges(device);
      check_refused(device);
      for (const PeakFigure rate : kRates) check_rate(device, rate);
      check_dtypes(device);
      check_links(device);
      check_siblings(device);
      check_ridge(device);
      apply_acceptances(device, first);
    }
    return std::move(findings_);
  }

 private:
  void add(const DevicePeaks& device, PeakFigure figure, std::string rule, std::string sentence,
           std::map<std::string, double> values) {
    findings_.push_back({std::move(rule), device.id, std::string{traits_of(figure).key}, std::move(sentence),
                         std::move(values), std::nullopt});
  }

  /// SMs x FMA per SM and clock x 2 x clock.
  static std::optional<double> formula(const DevicePeaks& device, PeakFigure rate) {
    const Architecture* architecture = find_architecture(device.architecture);
    const auto units = device.value(PeakFigure::multiprocessors);
    const auto clock = device.value(PeakFigure::boost_clock);
    if (architecture == nullptr || !units || !clock) return std::nullopt;
    const bool geforce = !device.names.empty() && is_geforce(device.names.front());
    auto fma = fma_per_clock(*architecture, rate, geforce);
    if (!fma) return std::nullopt;
    const auto own = device.value(PeakFigure::bf16_fma);
    const auto usual = fma_per_clock(*architecture, PeakFigure::bf16_flops, geforce);
    if (own && usual && rate != PeakFigure::fp32_flops) fma = *fma * *own / *usual;
    return *units * *fma * 2.0 * *clock;
  }

  void check_sources(const DevicePeaks& device) {
    for (const auto& [figure, published] : device.figures) {
      if (!published.value) continue;
      std::string lower = published.source;
      std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
      for (const std::string_view no_source : {"unverified", "unknown", "not recorded", "general knowledge"}) {
        if (lower.find(no_source) == std::string::npos) continue;
        add(device, figure, "source",
            fmt::format("The source \"{}\" names nothing that can be read.", published.source),
            {{"value", *published.value}});
        break;
      }
    }
  }

  void check_ranges(const DevicePeaks& device) {
    for (const Range& range : kRanges) {
      const auto value = device.value(range.figure);
      if (value && (*value < range.low || *value > range.high)) {
        add(device, range.figure, "unit",
            fmt::format("Outside {:.2g} to {:.2g}, what parts have: is it in the unit of the key?", range.low,
                        range.high),
            {{"value", *value}, {"low", range.low}, {"high", range.high}});
      }
    }
    const auto l2 = device.value(PeakFigure::l2);
    if (l2 && std::fmod(*l2, 1024.0) != 0.0) {
      add(device, PeakFigure::l2, "unit", "No multiple of 1024 bytes: a decimal megabyte was taken for a binary one.",
          {{"value", *l2}});
    }
  }

  void check_refused(const DevicePeaks& device) {
    for (const auto& [figure, published] : device.figures) {
      if (!published.value) continue;
      for (const RejectedFigure& rejected : published.rejected) {
        if (!close(*published.value, rejected.value, 1e-3)) continue;
        add(device, figure, "refused",
            fmt::format("In use, and among the refused values as '{}'.", name_of(rejected.why)),
            {{"value", *published.value}});
      }
    }
  }

  void check_rate(const DevicePeaks& device, PeakFigure rate) {
    const auto value = device.value(rate);
    if (!value) return;
    if (const auto expected = formula(device, rate)) {
      const double ratio = *value / *expected;
      const std::map<std::string, double> values{{"value", *value}, {"formula", *expected}, {"ratio", ratio}};
      if (std::abs(ratio - 2.0) <= 2.0 * kFormulaTolerance) {
        add(device, rate, "sparse",
            fmt::format("{:.2f} times the dense rate that multiprocessors and clock give: a sparse figure.", ratio),
            values);
      } else if (std::abs(ratio - 1.0) > kFormulaTolerance) {
        add(device, rate, "formula", fmt::format("{:.2f} times what multiprocessors and clock give.", ratio), values);
      }
      return;
    }
    // No clock is published: the only evidence is that no sibling's dense rate is half of this one.
    for (const DevicePeaks* sibling : siblings_of(device)) {
      const auto dense = sibling->value(rate);
      if (dense && close(*value, 2.0 * *dense, kSameTolerance)) {
        add(device, rate, "sparse", fmt::format("Twice the dense rate of {}: a sparse figure.", sibling->id),
            {{"value", *value}, {"sibling", *dense}});
        return;
      }
    }
  }

  /// fp16 as bf16, fp8 twice and tf32 half of it: true of every architecture in the table.
  void check_dtypes(const DevicePeaks& device) {
    const auto bf16 = device.value(PeakFigure::bf16_flops);
    if (!bf16) return;
    constexpr std::array kFactors{std::pair{PeakFigure::fp16_flops, 1.0}, std::pair{PeakFigure::fp8_flops, 2.0},
                                  std::pair{PeakFigure::tf32_flops, 0.5}};
    for (const auto& [figure, factor] : kFactors) {
      const auto value = device.value(figure);
      if (value && !close(*value, factor * *bf16, kSameTolerance)) {
        add(device, figure, "siblings",
            fmt::format("{:.2f} times the part's bf16 rate, where {:.1f} is usual.", *value / *bf16, factor),
            {{"value", *value}, {"bf16", *bf16}});
      }
    }
  }

  void check_links(const DevicePeaks& device) {
    const auto one = device.value(PeakFigure::link_per_direction);
    const auto both = device.value(PeakFigure::link_bidirectional);
    if (one && both && !close(*both, 2.0 * *one, kSameTolerance)) {
      add(device, PeakFigure::link_bidirectional, "siblings",
          fmt::format("{:.2f} times one direction, where 2 is meant.", *both / *one),
          {{"value", *both}, {"per_direction", *one}});
    }
  }

  /// The same multiprocessors of the same architecture at the same clock compute alike.
  void check_siblings(const DevicePeaks& device) {
    const auto bf16 = device.value(PeakFigure::bf16_flops);
    const auto units = device.value(PeakFigure::multiprocessors);
    const auto clock = device.value(PeakFigure::boost_clock);
    if (!bf16 || !units || !clock) return;
    for (const DevicePeaks* sibling : siblings_of(device)) {
      const auto other = sibling->value(PeakFigure::bf16_flops);
      const auto other_units = sibling->value(PeakFigure::multiprocessors);
      const auto other_clock = sibling->value(PeakFigure::boost_clock);
      if (!other || other_units != units || !other_clock || !close(*other_clock, *clock, kSameTolerance)) continue;
      if (close(*other, *bf16, kFormulaTolerance)) continue;
      add(device, PeakFigure::bf16_flops, "siblings",
          fmt::format("{:.2f} times the rate of {}, which has as many multiprocessors at the same clock.",
                      *bf16 / *other, sibling->id),
          {{"value", *bf16}, {"sibling", *other}});
    }
  }

  void check_ridge(const DevicePeaks& device) {
    const auto ridge = ridge_of(device);
    if (!ridge) return;
    std::vector<double> others;
    for (const DevicePeaks* sibling : siblings_of(device)) {
      if (const auto other = ridge_of(*sibling)) others.push_back(*other);
    }
    const double usual = others.empty() ? 200.0 : median(others);  // FLOP/byte: 75 to 420 over all parts since 2017
    if (*ridge > usual * kRidgeFactor || *ridge < usual / kRidgeFactor) {
      add(device, PeakFigure::memory_bandwidth, "ridge",
          fmt::format("The ridge point of {:.3g} FLOP/byte is far from the usual {:.3g}: is the bandwidth in bytes/s?",
                      *ridge, usual),
          {{"value", *device.value(PeakFigure::memory_bandwidth)}, {"ridge", *ridge}, {"usual", usual}});
    }
  }

  static std::optional<double> ridge_of(const DevicePeaks& device) {
    const auto memory = device.value(PeakFigure::memory_bandwidth);
    auto peak = device.value(PeakFigure::bf16_flops);
    if (!peak) peak = device.value(PeakFigure::fp16_flops);
    if (!memory || !peak) return std::nullopt;
    return *peak / *memory;
  }

  [[nodiscard]] std::vector<const DevicePeaks*> siblings_of(const DevicePeaks& device) const {
    std::vector<const DevicePeaks*> siblings;
    for (const DevicePeaks& other : db_.devices) {
      if (&other != &device && other.architecture == device.architecture) siblings.push_back(&other);
    }
    return siblings;
  }

  void apply_acceptances(const DevicePeaks& device, std::size_t first) {
    for (const AcceptedFinding& accepted : device.accepted) {
      bool used = false;
      for (std::size_t i = first; i < findings_.size(); ++i) {
        if (findings_[i].rule != accepted.rule || findings_[i].figure != accepted.figure) continue;
        findings_[i].accepted = accepted.reason;
        used = true;
      }
      if (used) continue;
      findings_.push_back({"stale_acceptance",
                           device.id,
                           accepted.figure,
                           fmt::format("A finding '{}' is accepted that does not exist: remove it.", accepted.rule),
                           {},
                           std::nullopt});
    }
  }

  const PeaksDb& db_;
  std::vector<LintFinding> findings_;
};

}  // namespace

std::vector<LintFinding> lint(const PeaksDb& db) { return Linter{db}.run(); }

PeaksDb usable_peaks(const PeaksDb& db) {
  PeaksDb usable = db;
  for (const LintFinding& finding : lint(db)) {
    // Two siblings that contradict: one of them is right, and this rule cannot say which.
    if (finding.accepted || finding.rule == "stale_acceptance" || finding.rule == "siblings") continue;
    for (DevicePeaks& device : usable.devices) {
      if (device.id != finding.device) continue;
      for (auto& [figure, published] : device.figures) {
        if (traits_of(figure).key == finding.figure) published.value.reset();
      }
    }
  }
  return usable;
}

}  // namespace roofgate
