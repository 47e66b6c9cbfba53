// The record while it is being measured: opened or begun, given one round after another, on disk after each.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/measure/measure.hpp"
#include "bench/record/record.hpp"
#include "bench/suite/suite_case.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

/// What a record must agree with to get another round.
struct SessionHeader {
  ToolInfo tool;
  Environment environment;
  std::string suite;
  int rounds_planned = 1;
  double planted_loss = 0.0;  ///< 0: none
};

class RecordSession {
 public:
  /// Reads `file` if it exists: another hardware key, suite or tool is an `input` error, and the file stays as it is.
  /// Else begins a record and writes it, empty, so that an unwritable folder is known before hours of measuring.
  /// `suite_ids`: the suite's ids in its order, collectives with ranks1: the order of cases in the record.
  [[nodiscard]] static Result<std::unique_ptr<RecordSession>> open(std::filesystem::path file,
                                                                   const SessionHeader& header,
                                                                   std::vector<std::string> suite_ids);

  /// True if the round has samples: it is not measured again.
  [[nodiscard]] bool has_samples(std::string_view case_id, int round) const;

  /// Where the ranks sit whose collectives are added from now on.
  void set_world(PlacedWorld world) { world_ = std::move(world); }

  /// Notes in running_file(), until the case is added, what is being measured: the last word of a killed process.
  void will_measure(const std::string& case_id) const;

  /// Adds the round, or replaces one of the same index that has no samples, and rewrites the file. May be called from
  /// the watchdog's thread.
  [[nodiscard]] Result<void> add(const SuiteCase& suite_case, const Measured& measured);

  /// Says in the record that nothing is missing.
  [[nodiscard]] Result<void> finish();

 private:
  RecordSession(std::filesystem::path file, Record record, std::vector<std::string> suite_ids)
      : file_{std::move(file)}, record_{std::move(record)}, suite_ids_{std::move(suite_ids)} {}

  Case& find_or_insert(const SuiteCase& suite_case);
  [[nodiscard]] std::optional<int> place_of_world();
  [[nodiscard]] std::pair<std::size_t, int> order_of(const std::string& case_id) const;

  std::filesystem::path file_;
  mutable std::mutex mutex_;
  Record record_;
  std::vector<std::string> suite_ids_;
  std::optional<PlacedWorld> world_;
};

/// A record of `header` without cases, begun now.
[[nodiscard]] Record begin_record(const SessionHeader& header);

}  // namespace roofgate
