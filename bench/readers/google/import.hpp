// What Google Benchmark's JSON, CSV and table have in common: rows of one run, and what they mean.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "bench/readers/reader.hpp"
#include "bench/readers/record_builder.hpp"

namespace roofgate {

inline constexpr std::size_t kLongestName = 4096;  ///< bytes of a benchmark's name

struct GoogleBenchmarkRow {
  std::string name;       ///< as printed: with "_mean" in aggregates
  std::string run_name;   ///< without; empty where the file does not say
  std::string aggregate;  ///< "mean", "BigO"; empty for a repetition
  std::optional<int> family;
  std::optional<int> repetition;
  int threads = 1;
  double iterations = 1;
  std::string real_time;  ///< as text: a number, "NaN", "Infinity"; empty where there is none
  std::string cpu_time;
  std::string time_unit;
  std::optional<double> bytes_per_second;
  std::string error, skip;  ///< the message where it failed or was skipped; "error" or "skipped" without one
};

/// Run name, aggregate and threads, from the name, where the file does not say them (CSV, table; JSON before 1.5).
void split_name(GoogleBenchmarkRow& row);

/// Rows in the order of the file become cases: a repetition is a sample of one round, since repetitions share a
/// process.
class GoogleBenchmarkImport {
 public:
  GoogleBenchmarkImport(const Source& source, Remarks& remarks);

  [[nodiscard]] RecordBuilder& builder() { return builder_; }
  /// The same benchmark again is another run of it.
  void begin_run() { ++run_; }
  void add(const GoogleBenchmarkRow& row, const std::string& place);

  /// After the last row: aggregates whose repetitions were not written count as one sample each.
  [[nodiscard]] Result<Imported> finish(const std::string& fingerprint, const std::string& source, bool is_cut = false);

 private:
  struct Aggregate {
    GoogleBenchmarkRow row;
    std::string place;
  };
  [[nodiscard]] std::string id_of(const GoogleBenchmarkRow& row);
  void add_sample(const GoogleBenchmarkRow& row, const std::string& place);

  Remarks& remarks_;
  RecordBuilder builder_;
  std::map<std::string, std::optional<int>, std::less<>> family_of_;
  std::map<std::string, Aggregate, std::less<>> aggregates_;  ///< by run name: the median, else the mean
  std::size_t aggregate_rows_ = 0;
  int run_ = 0;
};

}  // namespace roofgate
