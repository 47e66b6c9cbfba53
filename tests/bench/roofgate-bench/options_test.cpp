#include "bench/roofgate-bench/options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace roofgate {
namespace {

using testing::Contains;
using testing::HasSubstr;

BenchOptions parsed(const std::vector<std::string>& arguments) {
  const auto options = parse_options(arguments);
  EXPECT_TRUE(options) << to_string(options.error());
  return options.value_or(BenchOptions{});
}

Error refused(const std::vector<std::string>& arguments) {
  const auto options = parse_options(arguments);
  EXPECT_FALSE(options);
  return options ? Error{} : options.error();
}

TEST(Options, Defaults) {
  const BenchOptions options = parsed({});
  EXPECT_EQ(options.action, BenchAction::measure);
  EXPECT_EQ(options.suite, "quick");
  EXPECT_EQ(options.backend, "auto");
  EXPECT_EQ(options.format, "console");
  EXPECT_TRUE(options.shuffle);
  EXPECT_EQ(options.only, std::nullopt);
  EXPECT_EQ(options.min_time, std::nullopt);
}

TEST(Options, OwnFlags) {
  const BenchOptions options =
      parsed({"--suite", "smoke", "--backend=host", "--record", "r.json", "--round", "2", "--rounds", "5", "--seed",
              "7", "--cases", "ids", "--no-shuffle", "--only", "collective", "--max-seconds-per-case", "1.5"});
  EXPECT_EQ(options.suite, "smoke");
  EXPECT_EQ(options.backend, "host");
  EXPECT_EQ(options.record, "r.json");
  EXPECT_EQ(options.round, 2);
  EXPECT_EQ(options.rounds, 5);
  EXPECT_EQ(options.seed, 7U);
  EXPECT_EQ(options.case_file, "ids");
  EXPECT_FALSE(options.shuffle);
  EXPECT_EQ(options.only, CaseScope::collective);
  EXPECT_EQ(options.max_case, Seconds{1.5});
}

TEST(Options, GoogleBenchmarksFlagsInItsSpelling) {
  const BenchOptions options =
      parsed({"--benchmark_filter=gemm.*", "--benchmark_format=json", "--benchmark_out=o.csv",
              "--benchmark_out_format=csv", "--benchmark_min_time=0.5s", "--benchmark_repetitions=3",
              "--benchmark_time_unit=ms", "--benchmark_report_aggregates_only=true", "--benchmark_color=false"});
  EXPECT_EQ(options.filter, "gemm.*");
  EXPECT_EQ(options.format, "json");
  EXPECT_EQ(options.min_time, Seconds{0.5});
  EXPECT_EQ(options.repetitions, 3);
  EXPECT_TRUE(options.has_time_unit);
  EXPECT_THAT(options.benchmark_flags, Contains("--benchmark_out=o.csv"));
  EXPECT_THAT(options.benchmark_flags, Contains("--benchmark_out_format=csv"));
  EXPECT_THAT(options.benchmark_flags, Contains("--benchmark_repetitions=3"));
  EXPECT_THAT(options.benchmark_flags, Contains("--benchmark_report_aggregates_only=true"));
  EXPECT_THAT(options.benchmark_flags, Contains("--benchmark_time_unit=ms"));
}

TEST(Options, ListTestsIsAList) {
  const BenchOptions options = parsed({"--benchmark_list_tests"});
  EXPECT_EQ(options.action, BenchAction::list);
  EXPECT_TRUE(options.list_tests);
  EXPECT_EQ(parsed({"--benchmark_list_tests=false"}).action, BenchAction::measure);
}

TEST(Options, HelpHasASentenceForEveryFlag) {
  const BenchOptions options = parsed({"--help"});
  EXPECT_EQ(options.action, BenchAction::print_text);
  for (const char* flag : {"--suite",
                           "--backend",
                           "--record",
                           "--round",
                           "--rounds",
                           "--seed",
                           "--cases",
                           "--no-shuffle",
                           "--only",
                           "--list",
                           "--list-json",
                           "--ranks",
                           "--describe",
                           "--profile",
                           "--max-seconds-per-case",
                           "--allow-debug-build",
                           "--benchmark_filter",
                           "--benchmark_format",
                           "--benchmark_out",
                           "--benchmark_list_tests",
                           "Exit status: 0"}) {
    EXPECT_THAT(options.text, HasSubstr(flag));
  }
  EXPECT_THAT(bench_command_line_page(), HasSubstr("| `--suite NAME\\|FILE` |"));
}

TEST(Options, Version) { EXPECT_THAT(parsed({"--version"}).text, HasSubstr("roofgate-bench ")); }

TEST(Options, UnknownFlagsNameTheNearest) {
  EXPECT_EQ(refused({"--siute", "quick"}).what, "unexpected option '--siute'");
  EXPECT_EQ(refused({"--siute", "quick"}).hint, "did you mean --suite?");
  EXPECT_EQ(refused({"--benchmark_fliter=x"}).hint, "did you mean --benchmark_filter?");
  EXPECT_EQ(refused({"quick"}).what, "unexpected argument 'quick'");
  EXPECT_EQ(refused({"quick"}).kind, ErrorKind::usage);
}

TEST(Options, BadValuesAreUsageErrors) {
  for (const auto& arguments : std::vector<std::vector<std::string>>{{"--backend", "gpu"},
                                                                     {"--round", "-1"},
                                                                     {"--rounds", "0"},
                                                                     {"--seed", "x"},
                                                                     {"--only", "both"},
                                                                     {"--max-seconds-per-case", "0"},
                                                                     {"--benchmark_format=xml"},
                                                                     {"--benchmark_repetitions=many"},
                                                                     {"--benchmark_time_unit=h"},
                                                                     {"--suite"}}) {
    EXPECT_EQ(refused(arguments).kind, ErrorKind::usage) << arguments[0];
  }
}

TEST(Options, IterationCountsAreNotOurs) {
  const Error error = refused({"--benchmark_min_time=10x"});
  EXPECT_EQ(error.where, "--benchmark_min_time");
  EXPECT_EQ(error.what, "'10x' is not a time in seconds");
  EXPECT_EQ(error.hint,
            "write a number above 0, such as 0.5 or 0.5s; iteration counts are chosen by the measuring loop");
}

TEST(Options, WhatCannotBeBoth) {
  EXPECT_EQ(refused({"--list", "--describe"}).what,
            "--list, --list-json, --describe and --profile exclude one another");
  EXPECT_EQ(refused({"--record", "r", "--round", "5", "--rounds", "5"}).what,
            "round 5 is not one of 5 rounds, which count from 0");
  EXPECT_EQ(refused({"--record", "r", "--benchmark_repetitions=2"}).what,
            "a record keeps one measurement of a case per round");
  EXPECT_EQ(refused({"--ranks", "4"}).what, "--ranks is for lists");
}

}  // namespace
}  // namespace roofgate
