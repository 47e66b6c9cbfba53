#include "bench/export/openmetrics_export.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <set>
#include <utility>

#include "bench/export/exported_case.hpp"
#include "bench/record/marks.hpp"
#include "bench/record/utc_time.hpp"
#include "bench/report/visible_text.hpp"

namespace roofgate {
namespace {

/// `text` in quotes: OpenMetrics 1.0 escapes backslash, quote and line feed; everything else that could steer a
/// terminal is made visible first.
std::string label_value(std::string_view text) {
  std::string quoted = "\"";
  for (const char letter : visible(text)) {
    if (letter == '\\' || letter == '"') quoted += '\\';
    quoted += letter;
  }
  return quoted + '"';
}

std::string labels_of(const Case& measured) {
  return fmt::format("case={},kind={}", label_value(measured.id), label_value(measured.kind));
}

/// A family: its header, then one line per value that is there.
class Family {
 public:
  /// `unit` is the name's last part, as OpenMetrics asks; empty for counts and states.
  Family(std::string name, std::string_view unit, std::string_view help)
      : name_{std::move(name)}, header_{fmt::format("# HELP {} {}\n# TYPE {} gauge\n", name_, help, name_)} {
    if (!unit.empty()) header_ += fmt::format("# UNIT {} {}\n", name_, unit);
  }

  void add(const std::string& labels, double value) {
    if (std::isfinite(value)) lines_ += fmt::format("{}{{{}}} {}\n", name_, labels, value);
  }

  [[nodiscard]] std::string text() const { return lines_.empty() ? std::string{} : header_ + lines_; }

 private:
  std::string name_;
  std::string header_;
  std::string lines_;
};

template <class Q>
void add_median(Family& family, const Case& measured, std::optional<Q> TelemetrySummary::*field) {
  std::vector<double> values;
  for (const Round& round : measured.rounds) {
    if (const auto& value = round.telemetry.*field) values.push_back(value->value());
  }
  if (values.empty()) return;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
  std::nth_element(values.begin(), middle, values.end());
  family.add(labels_of(measured), *middle);
}

class Families {
 public:
  void add(const Case& measured, const std::optional<ExportedCase>& usable) {
    const std::string labels = labels_of(measured);
    std::set<MarkKind> kinds;
    for (const Round& round : measured.rounds) {
      for (const Mark& mark : round.marks) kinds.insert(mark.kind);
    }
    for (const MarkKind kind : kinds) {
      const auto marked = std::count_if(measured.rounds.begin(), measured.rounds.end(),
                                        [kind](const Round& round) { return has_mark(round.marks, kind); });
      marked_.add(fmt::format("{},mark={}", labels, label_value(name_of(kind))), static_cast<double>(marked));
    }
    usable_.add(labels, usable ? static_cast<double>(usable->timing.rounds.size()) : 0.0);
    add_median(clock_, measured, &TelemetrySummary::clock_median);
    add_median(power_, measured, &TelemetrySummary::power_median);
    if (usable) add_figures(measured, usable->timing, labels);
  }

  [[nodiscard]] std::string text() const {
    return time_.text() + half_width_.text() + flops_.text() + bytes_.text() + link_.text() + metric_.text() +
           usable_.text() + marked_.text() + clock_.text() + power_.text();
  }

 private:
  void add_figures(const Case& measured, const Timing& timing, const std::string& labels) {
    const double time_s = timing.time.value();
    if (timing.half_width) half_width_.add(labels, *timing.half_width);
    if (measured.metric) {
      metric_.add(
          fmt::format("{},metric={},unit={},better=\"{}\"", labels, label_value(measured.metric->name),
                      label_value(measured.metric->unit), measured.better == Better::lower ? "lower" : "higher"),
          figure_of(measured, time_s));
      return;
    }
    time_.add(labels, time_s);
    if (measured.work.flops > Flops{}) flops_.add(labels, measured.work.flops.value() / time_s);
    if (measured.work.bytes() > Bytes{}) bytes_.add(labels, measured.work.bytes().value() / time_s);
    if (measured.work.link_bytes > Bytes{}) link_.add(labels, measured.work.link_bytes.value() / time_s);
  }

  Family time_{"roofgate_case_time_seconds", "seconds", "Location of the time of one iteration over unmarked rounds."};
  Family half_width_{"roofgate_case_half_width_ratio", "ratio",
                     "Half width of the 95 % interval of the case's figure, relative."};
  Family flops_{"roofgate_case_flops_per_second", "flops_per_second", "Floating-point operations per second."};
  Family bytes_{"roofgate_case_memory_bytes_per_second", "bytes_per_second", "Compulsory memory traffic per second."};
  Family link_{"roofgate_case_algorithm_bytes_per_second", "bytes_per_second",
               "Algorithm bandwidth of a collective: message size per rank and second."};
  Family metric_{"roofgate_case_metric", "", "Figure of an imported case that is no time, in the unit of its label."};
  Family usable_{"roofgate_case_rounds", "", "Unmarked rounds behind the case's figure; 0: it has none."};
  Family marked_{"roofgate_case_marked_rounds", "", "Rounds of the case that carry this mark."};
  Family clock_{"roofgate_case_clock_hertz", "hertz", "Median clock while the case was sampled."};
  Family power_{"roofgate_case_power_watts", "watts", "Median power while the case was sampled."};
};

std::string record_info(const Record& record) {
  Family info{"roofgate_record", "", "What was measured: always 1."};
  info.add(fmt::format("record={},suite={},hardware={},backend={},tool={}", label_value(record.id),
                       label_value(record.suite), label_value(hardware_key(record.environment)),
                       label_value(record.environment.backend), label_value(record.tool.version)),
           1.0);
  std::string text = info.text();
  if (const auto started = parse_utc(record.started_at)) {
    Family moment{"roofgate_record_start_timestamp_seconds", "seconds", "When the run began, since the epoch."};
    moment.add(fmt::format("record={}", label_value(record.id)),
               static_cast<double>(started->time_since_epoch().count()));
    text += moment.text();
  }
  return text;
}

}  // namespace

Exported write_openmetrics(const Record& record) {
  Exported exported;
  LeftOut left_out;
  Families families;
  for (const Case& measured : record.cases) {
    const auto usable = exported_case(measured, left_out);
    families.add(measured, usable);
    ++exported.cases;
  }
  exported.text = record_info(record) + families.text() + "# EOF\n";
  exported.left_out = left_out.lines();
  return exported;
}

}  // namespace roofgate
