// What of a case can leave roofgate as a figure: its location over unmarked rounds, in its own unit.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bench/export/exporter.hpp"
#include "bench/roofline/timing.hpp"

namespace roofgate {

struct ExportedCase {
  const Case* measured = nullptr;
  Timing timing;
};

/// Counts why cases stay behind, in the order of the reasons' names.
class LeftOut {
 public:
  void add(const std::string& reason) { ++counts_[reason]; }
  [[nodiscard]] std::vector<std::string> lines() const;

 private:
  std::map<std::string, std::size_t> counts_;
};

/// Absent where nothing in the case may be shown as its figure; `left_out` then says why.
[[nodiscard]] std::optional<ExportedCase> exported_case(const Case& measured, LeftOut& left_out);

/// The figure as the tool gave it: seconds, or the metric's value.
[[nodiscard]] double figure_of(const Case& measured, double time_s);
/// "s" or the metric's unit.
[[nodiscard]] std::string unit_of(const Case& measured);

}  // namespace roofgate
