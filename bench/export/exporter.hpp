// A record as other tools read it. Each format says what it cannot carry; nothing is dropped without a word.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/record/record.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

struct ExportOptions {
  std::optional<Better> better;  ///< only cases that improve this way; formats that hold one direction take one
};

struct Exported {
  std::string text;
  std::size_t cases = 0;              ///< that are in `text`
  std::vector<std::string> left_out;  ///< "3 cases: every round is marked", "1 case: no time: GB/s"
};

struct ExportFormat {
  std::string_view name;
  std::string_view title;
  Exported (*write)(const Record& record);
  bool holds_one_direction = false;  ///< without ExportOptions::better: lower if any case has it, else higher
};

[[nodiscard]] std::span<const ExportFormat> export_formats();

/// `measurement` error where the record holds nothing that the format can carry.
[[nodiscard]] Result<Exported> export_record(const Record& record, std::string_view format,
                                             const ExportOptions& options);

}  // namespace roofgate
