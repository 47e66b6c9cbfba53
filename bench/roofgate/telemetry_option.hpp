// `--telemetry`: dumps of other tools beside a record, for every command that judges it.
#pragma once

#include <string>
#include <vector>

#include "bench/gate/verdict.hpp"
#include "bench/record/record.hpp"
#include "bench/roofgate/command.hpp"

namespace roofgate {

class TelemetryOption {
 public:
  void add_to(CLI::App& command);

  [[nodiscard]] bool is_given() const { return !files_.empty(); }

  /// Joins the dumps that were named to the record, and says on `console.err` what they were taken for, how many rounds
  /// they saw and what they do not tell, which it also returns for the report. Nothing where none was named.
  [[nodiscard]] Result<std::vector<Reason>> join_to(Record& record, Console& console) const;

 private:
  std::vector<std::string> files_;
  std::string offset_;
};

}  // namespace roofgate
