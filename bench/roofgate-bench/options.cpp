#include "bench/roofgate-bench/options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>
#include <utility>

#include "bench/command_line/help_text.hpp"
#include "bench/command_line/number_range.hpp"
#include "bench/command_line/usage_error.hpp"
#include "bench/record/this_tool.hpp"

namespace roofgate {
namespace {

constexpr const char* kDescription =
    "Measures the cases of a suite on this machine's GPUs or CPUs. A Google Benchmark program: its --benchmark_ flags "
    "work, and --record keeps every raw sample. `roofgate run` calls it once per round in a fresh process.";
constexpr const char* kExitStatuses =
    "Exit status: 0 measured (marks are in the record), 2 usage or unreadable input, 3 nothing could be measured, no "
    "device, or a case ended in an error or hung, 4 wrong result or internal error.";

/// What CLI11 binds to and BenchOptions does not hold as such.
struct Raw {
  std::string only = "auto";
  double max_case_s = 0.0;
  bool no_shuffle = false;
  bool list = false;
  bool list_json = false;
  bool describe = false;
  bool help_markdown = false;
  std::string min_time;
  std::string min_warmup;
  std::string time_unit;
  std::string color = "auto";
  std::string context;
  std::string perf_counters;
  int verbosity = 0;
  bool aggregates_only = false;
  bool display_aggregates_only = false;
  bool counters_tabular = false;
};

void add_own_options(CLI::App& app, BenchOptions& options, Raw& raw) {
  app.add_option("--suite", options.suite, "Suite to measure: a name or a JSON file. Example: --suite nightly.")
      ->capture_default_str()
      ->type_name("NAME|FILE");
  app.add_option("--backend", options.backend, "What measures: cuda, host, or auto (cuda if a device answers).")
      ->check(CLI::IsMember({"auto", "cuda", "host"}))
      ->capture_default_str()
      ->type_name("auto|cuda|host");
  app.add_option("--record", options.record,
                 "Record to write after each case; one that exists gets this round added. Example: --record r.json.")
      ->type_name("FILE");
  app.add_option("--round", options.round, "Number of this round, counted from 0.")
      ->check(CLI::Range(0, 9999))
      ->capture_default_str()
      ->type_name("K");
  app.add_option("--rounds", options.rounds, "Rounds that the whole measurement will have, for the record.")
      ->check(CLI::Range(1, 10000))
      ->capture_default_str()
      ->type_name("N");
  app.add_flag("--finish", options.finish, "This is the record's last process: if it succeeds, nothing is missing.")
      ->needs(app.get_option("--record"));
  app.add_option("--seed", options.seed, "Seed of the shuffled order and of the input data.")
      ->capture_default_str()
      ->type_name("S");
  app.add_option("--cases", options.case_file, "Measures only the cases in FILE, one id per line.")->type_name("FILE");
  app.add_flag("--no-shuffle", raw.no_shuffle, "Measures in the suite's order instead of a shuffled one.");
  app.add_option("--only", raw.only,
                 "Measures cases of one process (single) or of all ranks together (collective); auto: single alone, "
                 "collective under mpirun.")
      ->check(CLI::IsMember({"auto", "single", "collective"}))
      ->capture_default_str()
      ->type_name("auto|single|collective");
  app.add_flag("--list", raw.list, "Lists the cases as a table and ends.");
  app.add_flag("--list-json", raw.list_json, "Lists the cases as JSON (id, kind, collective, definition) and ends.");
  app.add_option("--ranks", options.listed_ranks, "Lists as though the world had N ranks.")
      ->check(CLI::Range(1, 1 << 20))
      ->type_name("N");
  app.add_flag("--describe", raw.describe, "Prints this machine's environment as JSON and ends.");
  app.add_option("--profile", options.profile_case,
                 "Runs one iteration of CASE inside an NVTX range, for nsys and ncu, and ends.")
      ->type_name("CASE");
  app.add_option("--max-seconds-per-case", raw.max_case_s,
                 "Ends the process when a case takes longer (watchdog). Default: the suite's max_case_s, else 300.")
      ->check(number_from(0.001, 1e6))
      ->type_name("S");
  app.add_flag("--allow-debug-build", options.allow_debug_build,
               "Measures although this is no Release build; the record says so and is never promoted.");
  app.add_option("--plant-loss", options.planted_loss,
                 "Really slows every case, so that it loses this share of its throughput: what `roofgate drill` tests "
                 "the gate with. Needs --record; that record says so and is never a baseline. Example: 0.05.")
      ->check(number_from(0.001, 0.5))
      ->type_name("SHARE");
}

void add_benchmark_options(CLI::App& app, BenchOptions& options, Raw& raw) {
  const auto formats = [] { return CLI::IsMember({"console", "json", "csv"}); };
  app.add_option("--benchmark_filter", options.filter,
                 "Measures only cases whose id the regular expression finds; '-' in front: all others. Example: "
                 "--benchmark_filter='^gemm/.*align(128|8)$'.")
      ->type_name("REGEX");
  app.add_flag("--benchmark_list_tests", options.list_tests, "Prints the ids that would be measured and ends.");
  app.add_option("--benchmark_format", options.format, "Form of standard output.")
      ->check(formats())
      ->capture_default_str()
      ->type_name("console|json|csv");
  app.add_option("--benchmark_out", options.out_file, "Writes the results to FILE too.")->type_name("FILE");
  app.add_option("--benchmark_out_format", options.out_format, "Form of that file.")
      ->check(formats())
      ->capture_default_str()
      ->type_name("console|json|csv");
  app.add_option("--benchmark_min_time", raw.min_time,
                 "Sampling budget of each case in seconds, instead of the suite's. Example: "
                 "--benchmark_min_time=0.5.")
      ->type_name("S");
  app.add_option("--benchmark_min_warmup_time", raw.min_warmup, "Least warm-up of each case in seconds.")
      ->type_name("S");
  app.add_option("--benchmark_repetitions", options.repetitions,
                 "Measures each case N times in this process. Not with --record: its rounds are fresh processes.")
      ->check(CLI::Range(1, 10000))
      ->capture_default_str()
      ->type_name("N");
  app.add_flag("--benchmark_enable_random_interleaving", options.interleaves,
               "Shuffles repetitions of different cases among one another.");
  app.add_flag("--benchmark_report_aggregates_only", raw.aggregates_only,
               "Shows only mean, median and deviation of repetitions.");
  app.add_flag("--benchmark_display_aggregates_only", raw.display_aggregates_only,
               "The same for standard output only.");
  app.add_option("--benchmark_time_unit", raw.time_unit, "One unit for all times; without it each has its own.")
      ->check(CLI::IsMember({"ns", "us", "ms", "s"}))
      ->type_name("ns|us|ms|s");
  app.add_option("--benchmark_context", raw.context, "Adds KEY=VALUE pairs to the context of JSON and CSV.")
      ->type_name("KEY=VALUE,...");
  app.add_option("--benchmark_color", raw.color, "Accepted; the table has no colour.")
      ->capture_default_str()
      ->type_name("auto|true|false");
  app.add_flag("--benchmark_counters_tabular", raw.counters_tabular, "Accepted; counters are columns already.");
  app.add_option("--benchmark_perf_counters", raw.perf_counters, "Hardware counters, where the library has libpfm.")
      ->type_name("NAMES");
  app.add_option("--v", raw.verbosity, "Google Benchmark's own log level.")->capture_default_str()->type_name("N");
}

void forward(std::vector<std::string>& flags, const std::string& name, const std::string& value) {
  if (!value.empty()) flags.push_back(fmt::format("--{}={}", name, value));
}

std::vector<std::string> forwarded_flags(const BenchOptions& options, const Raw& raw) {
  std::vector<std::string> flags;
  forward(flags, "benchmark_out", options.out_file);
  forward(flags, "benchmark_out_format", options.out_file.empty() ? "" : options.out_format);
  forward(flags, "benchmark_repetitions", fmt::format("{}", options.repetitions));
  forward(flags, "benchmark_enable_random_interleaving", options.interleaves ? "true" : "");
  forward(flags, "benchmark_report_aggregates_only", raw.aggregates_only ? "true" : "");
  forward(flags, "benchmark_display_aggregates_only", raw.display_aggregates_only ? "true" : "");
  forward(flags, "benchmark_time_unit", raw.time_unit);
  forward(flags, "benchmark_context", raw.context);
  forward(flags, "benchmark_perf_counters", raw.perf_counters);
  forward(flags, "v", raw.verbosity == 0 ? "" : fmt::format("{}", raw.verbosity));
  return flags;
}

Result<void> choose_action(BenchOptions& options, const Raw& raw) {
  const std::vector<std::pair<bool, BenchAction>> wishes{{raw.list || options.list_tests, BenchAction::list},
                                                         {raw.list_json, BenchAction::list_json},
                                                         {raw.describe, BenchAction::describe},
                                                         {!options.profile_case.empty(), BenchAction::profile}};
  int wished = 0;
  for (const auto& [is_wished, action] : wishes) {
    if (!is_wished) continue;
    options.action = action;
    ++wished;
  }
  if (wished <= 1) return {};
  return fail(ErrorKind::usage, "--list, --list-json, --describe and --profile exclude one another", {},
              "ask for one of them");
}

Result<void> check_combinations(const BenchOptions& options, const Raw& raw) {
  if (options.round >= options.rounds && !options.record.empty()) {
    return fail(ErrorKind::usage,
                fmt::format("round {} is not one of {} rounds, which count from 0", options.round, options.rounds), {},
                fmt::format("--rounds {} has room for it", options.round + 1));
  }
  if (options.repetitions > 1 && !options.record.empty()) {
    return fail(ErrorKind::usage, "a record keeps one measurement of a case per round", "--benchmark_repetitions",
                "measure rounds in fresh processes: roofgate run --rounds N, or --round K --rounds N here");
  }
  const bool runs_cases = options.action == BenchAction::measure || options.action == BenchAction::profile;
  if (options.planted_loss > 0.0 && runs_cases && options.record.empty()) {
    return fail(ErrorKind::usage, "planted losses are measured into a record that says so", "--plant-loss",
                "name one with --record; `roofgate drill` does it all");
  }
  if (options.listed_ranks > 0 && !raw.list && !raw.list_json && !options.list_tests) {
    return fail(ErrorKind::usage, "--ranks is for lists", {},
                "start a world of N ranks with: mpirun -n N roofgate-bench");
  }
  return {};
}

Result<void> finish(BenchOptions& options, const Raw& raw) {
  options.shuffle = !raw.no_shuffle;
  if (raw.only == "single") options.only = CaseScope::single;
  if (raw.only == "collective") options.only = CaseScope::collective;
  if (raw.max_case_s > 0.0) options.max_case = Seconds{raw.max_case_s};
  options.has_time_unit = !raw.time_unit.empty();
  for (const auto& [flag, text, value] :
       {std::tuple{"--benchmark_min_time", &raw.min_time, &options.min_time},
        std::tuple{"--benchmark_min_warmup_time", &raw.min_warmup, &options.min_warmup}}) {
    if (text->empty()) continue;
    const auto seconds = parse_benchmark_seconds(flag, *text);
    if (!seconds) return fail(seconds.error());
    *value = *seconds;
  }
  if (auto chosen = choose_action(options, raw); !chosen) return chosen;
  if (auto sound = check_combinations(options, raw); !sound) return sound;
  options.benchmark_flags = forwarded_flags(options, raw);
  return {};
}

std::unique_ptr<CLI::App> make_app(BenchOptions& options, Raw& raw) {
  auto app = std::make_unique<CLI::App>(kDescription, "roofgate-bench");
  app->footer(kExitStatuses);
  app->set_version_flag("--version", "roofgate-bench " + to_string(this_tool()),
                        "Prints version, git revision and build type.");
  app->add_flag("--help-markdown", raw.help_markdown, "Prints this help as a part of docs/cli.md.")->group("");
  add_own_options(*app, options, raw);
  add_benchmark_options(*app, options, raw);
  use_help_text(*app);
  return app;
}

}  // namespace

Result<Seconds> parse_benchmark_seconds(const std::string& flag, const std::string& text) {
  double seconds = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  const std::string_view rest{end, static_cast<std::size_t>(text.data() + text.size() - end)};
  if (error == std::errc{} && (rest.empty() || rest == "s") && seconds > 0.0 && std::isfinite(seconds)) {
    return Seconds{seconds};
  }
  return fail(ErrorKind::usage, fmt::format("'{}' is not a time in seconds", text), flag,
              "write a number above 0, such as 0.5 or 0.5s; iteration counts are chosen by the measuring loop");
}

Result<BenchOptions> parse_options(const std::vector<std::string>& arguments) {
  BenchOptions options;
  Raw raw;
  const auto app = make_app(options, raw);
  try {
    std::vector<std::string> reversed{arguments.rbegin(), arguments.rend()};
    app->parse(std::move(reversed));
  } catch (const CLI::CallForHelp&) {
    options.action = BenchAction::print_text;
    options.text = help_text(*app);
    return options;
  } catch (const CLI::CallForVersion& version) {
    options.action = BenchAction::print_text;
    options.text = fmt::format("{}\n", version.what());
    return options;
  } catch (const CLI::ParseError& problem) {
    return fail(explain(problem, *app));
  }
  if (raw.help_markdown) {
    options.action = BenchAction::print_text;
    options.text = bench_command_line_page();
    return options;
  }
  if (auto finished = finish(options, raw); !finished) return fail(finished.error());
  return options;
}

std::string bench_command_line_page() {
  BenchOptions options;
  Raw raw;
  return help_markdown(*make_app(options, raw));
}

}  // namespace roofgate
