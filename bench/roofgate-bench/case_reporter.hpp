// Google Benchmark reporters: our table, and a wrapper that gives the library's own reporters plain case ids and
// tells when a case is done.
#pragma once

#include <benchmark/benchmark.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace roofgate {

/// Counters that every run has, so that CSV columns agree.
inline constexpr const char* kFlopsCounter = "FLOP/s";
inline constexpr const char* kBytesCounter = "bytes/s";
inline constexpr const char* kSamplesCounter = "samples";
inline constexpr const char* kHalfWidthCounter = "half_width";  ///< of the median's 95 % interval, relative
inline constexpr const char* kCheckCounter = "check";           ///< worst error in units of the tolerance

/// One line per case as it is done: id, median, interval, rate, samples, marks.
class CaseTable final : public benchmark::BenchmarkReporter {
 public:
  /// `id_width`: of the longest id. `has_time_unit`: --benchmark_time_unit fixes one unit for all lines.
  CaseTable(std::size_t id_width, bool has_time_unit) : id_width_{id_width}, has_time_unit_{has_time_unit} {}
  bool ReportContext(const Context& context) override;
  void ReportRuns(const std::vector<Run>& runs) override;

 private:
  std::size_t id_width_;
  bool has_time_unit_;
};

/// For ranks other than 0.
class SilentReporter final : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context& /*context*/) override { return true; }
  void ReportRuns(const std::vector<Run>& /*runs*/) override {}
};

/// Runs as `inner` should see them: named by the case's id without Google Benchmark's suffixes ("/iterations:1/
/// manual_time"), every counter there, no CPU time (the process's would be that of the whole measuring loop).
class NamedReporter final : public benchmark::BenchmarkReporter {
 public:
  NamedReporter(std::unique_ptr<benchmark::BenchmarkReporter> inner, std::function<void()> on_reported)
      : inner_{std::move(inner)}, on_reported_{std::move(on_reported)} {}
  bool ReportContext(const Context& context) override;
  void ReportRuns(const std::vector<Run>& runs) override;
  void Finalize() override { inner_->Finalize(); }

 private:
  std::unique_ptr<benchmark::BenchmarkReporter> inner_;
  std::function<void()> on_reported_;
};

/// `format`: "console", "json" or "csv".
[[nodiscard]] std::unique_ptr<benchmark::BenchmarkReporter> make_reporter(const std::string& format,
                                                                          std::size_t id_width, bool has_time_unit);

}  // namespace roofgate
