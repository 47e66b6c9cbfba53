#include "bench/roofgate-bench/benchmark_run.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>
#include <ostream>
#include <utility>

#include "bench/record/marks.hpp"
#include "bench/roofgate-bench/case_reporter.hpp"
#include "bench/stats/quantile.hpp"

namespace roofgate {
namespace {

/// "unstable, contended": the evidence is in the record. What left no samples says why: "skipped: needs 12 GiB".
std::string label_of(const Round& round) {
  std::vector<std::string> words;
  for (const Mark& mark : round.marks) {
    std::string word{name_of(mark.kind)};
    if (round.time_s.empty()) word += ": " + mark.evidence;
    if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(std::move(word));
  }
  std::string label = fmt::format("{}", fmt::join(words, ", "));
  std::replace(label.begin(), label.end(), '\n', ' ');
  return label;
}

double rate_of(const Work& work, double time_s) {
  const bool counts_flops = work.subject == Subject::flops;
  const double moved = work.subject == Subject::link_bytes ? work.link_bytes.value() : work.bytes().value();
  return (counts_flops ? work.flops.value() : moved) / time_s;
}

/// The run's state that Google Benchmark's callbacks share.
class Registry {
 public:
  Registry(const std::vector<PlannedCase>& cases, CaseRunner& runner, World& world, RecordSession* session)
      : cases_{cases}, runner_{runner}, world_{world}, session_{session} {}

  void register_all() {
    benchmark::ClearRegisteredBenchmarks();
    for (std::size_t i = 0; i < cases_.size(); ++i) {
      const auto body = [this, i](benchmark::State& state) { run_case(i, state); };
      benchmark::RegisterBenchmark(cases_[i].suite_case.id().c_str(), body)->Iterations(1)->UseManualTime();
    }
  }

  /// Between a case and the next: what was measured goes to disk.
  void save() {
    if (!pending_) return;
    const auto [index, measured] = std::exchange(pending_, std::nullopt).value();
    if (session_ == nullptr || problem_) return;
    if (const auto saved = session_->add(cases_[index].suite_case, measured); !saved) problem_ = saved.error();
  }

  [[nodiscard]] const RunSummary& summary() const { return summary_; }
  [[nodiscard]] const std::optional<Error>& problem() const { return problem_; }

 private:
  void run_case(std::size_t index, benchmark::State& state) {
    // Rank 0 knows whether the record can still be written; all ranks stop together.
    const auto stops = world_.broadcast(problem_ ? 1.0 : 0.0);
    const bool goes_on = !must_end_ && stops && *stops == 0.0;
    for (auto _ : state) {
      if (!goes_on) {
        ++summary_.failed;
        state.SkipWithError("not measured: the process must end");
        break;
      }
      measure(index, state);
    }
  }

  void measure(std::size_t index, benchmark::State& state) {
    if (session_ != nullptr) session_->will_measure(cases_[index].suite_case.id());
    Measured measured = runner_.measure(cases_[index], static_cast<int>(index));
    const Round& round = measured.round;
    must_end_ = measured.ends_process;
    count(round);
    state.SetLabel(label_of(round));
    if (round.time_s.empty()) {
      state.SkipWithError(label_of(round).c_str());
    } else {
      show(round, measured.work.value_or(Work{}), state);
    }
    pending_ = {index, std::move(measured)};
  }

  static void show(const Round& round, const Work& work, benchmark::State& state) {
    const double middle = median(round.time_s);
    state.SetIterationTime(middle);
    const bool counts_flops = work.subject == Subject::flops;
    const double rate = rate_of(work, middle);
    state.counters[kFlopsCounter] = counts_flops ? rate : 0.0;
    state.counters[kBytesCounter] = counts_flops ? 0.0 : rate;
    state.counters[kSamplesCounter] = static_cast<double>(round.time_s.size());
    state.counters[kHalfWidthCounter] = round.interval_half_width.value_or(0.0);
    state.counters[kCheckCounter] = round.check_worst_error.value_or(0.0);
  }

  void count(const Round& round) {
    if (has_mark(round.marks, MarkKind::wrong_result)) ++summary_.wrong;
    if (has_mark(round.marks, MarkKind::error)) ++summary_.failed;
    if (has_mark(round.marks, MarkKind::skipped)) ++summary_.skipped;
    if (!round.time_s.empty()) ++summary_.measured;
  }

  const std::vector<PlannedCase>& cases_;
  CaseRunner& runner_;
  World& world_;
  RecordSession* session_;
  RunSummary summary_;
  std::optional<std::pair<std::size_t, Measured>> pending_;
  std::optional<Error> problem_;
  bool must_end_ = false;
};

/// Google Benchmark ends the process with status 1 when it cannot open the file, so it is tried before.
Result<void> check_out_file(const std::string& file) {
  if (file.empty()) return {};
  std::FILE* const opened = std::fopen(file.c_str(), "a");
  if (opened != nullptr) {
    std::fclose(opened);
    return {};
  }
  return fail(ErrorKind::usage, "cannot be written", fmt::format("--benchmark_out: {}", file),
              "choose a file in a folder that exists and may be written");
}

void initialize_library(const BenchOptions& options) {
  // The library keeps the pointer to the program's name and refuses a context key that it has.
  static std::array name{std::to_array("roofgate-bench")};
  static bool is_first = true;
  std::vector<std::string> arguments = options.benchmark_flags;
  std::vector<char*> pointers{name.data()};
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  int count = static_cast<int>(pointers.size());
  benchmark::Initialize(&count, pointers.data());
  if (!std::exchange(is_first, false)) return;
  benchmark::AddCustomContext("suite", options.suite);
  benchmark::AddCustomContext("round", fmt::format("{}", options.round));
}

}  // namespace

ExitStatus status_of(const RunSummary& summary) {
  if (summary.wrong > 0) return ExitStatus::wrong_result;
  if (summary.failed > 0 || summary.measured == 0) return ExitStatus::cannot_judge;
  return ExitStatus::pass;
}

Result<RunSummary> run_benchmarks(const std::vector<PlannedCase>& cases, const BenchOptions& options,
                                  CaseRunner& runner, World& world, RecordSession* session, std::ostream& out,
                                  std::ostream& err) {
  const bool speaks = world.rank() == 0;
  if (speaks) {
    if (auto writable = check_out_file(options.out_file); !writable) return fail(writable.error());
  }
  BenchOptions own = options;
  if (!speaks)
    std::erase_if(own.benchmark_flags, [](const std::string& flag) { return flag.find("_out") != flag.npos; });
  initialize_library(own);

  std::size_t width = 4;
  for (const PlannedCase& planned : cases) width = std::max(width, planned.suite_case.id().size());
  Registry registry{cases, runner, world, session};
  registry.register_all();
  const auto save = [&registry] { registry.save(); };
  std::unique_ptr<benchmark::BenchmarkReporter> inner = std::make_unique<SilentReporter>();
  if (speaks) inner = make_reporter(options.format, width, options.has_time_unit);
  NamedReporter display{std::move(inner), save};
  display.SetOutputStream(&out);
  display.SetErrorStream(&err);
  if (speaks && !options.out_file.empty()) {
    NamedReporter file{make_reporter(options.out_format, width, options.has_time_unit), {}};
    benchmark::RunSpecifiedBenchmarks(&display, &file, ".");
  } else {
    benchmark::RunSpecifiedBenchmarks(&display, nullptr, ".");
  }
  benchmark::ClearRegisteredBenchmarks();
  if (registry.problem()) return fail(*registry.problem());
  return registry.summary();
}

}  // namespace roofgate
