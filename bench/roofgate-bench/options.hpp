// The command line of roofgate-bench: its own options, and those of Google Benchmark beside them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernels/base/quantity.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

/// What is asked of this process.
enum class BenchAction { measure, list, list_json, describe, profile, print_text };

/// Which cases: those that one process measures, those that all ranks measure together, or both (lists).
enum class CaseScope { single, collective, both };

struct BenchOptions {
  BenchAction action = BenchAction::measure;
  std::string text;  ///< print_text: help or version

  std::string suite = "quick";
  std::string backend = "auto";
  std::string record;  ///< file; empty: none is written
  int round = 0;
  int rounds = 1;
  bool finish = false;
  std::uint64_t seed = 1;
  std::string case_file;
  bool shuffle = true;
  std::optional<CaseScope> only;
  int listed_ranks = 0;  ///< --ranks; 0: this world's
  std::string profile_case;
  std::optional<Seconds> max_case;
  bool allow_debug_build = false;
  double planted_loss = 0.0;  ///< share of throughput that every case really loses; 0: none

  std::string filter;                        ///< --benchmark_filter; empty: all
  bool list_tests = false;                   ///< --benchmark_list_tests
  std::string format = "console";            ///< --benchmark_format
  std::string out_file;                      ///< --benchmark_out
  std::string out_format = "json";           ///< --benchmark_out_format
  int repetitions = 1;                       ///< --benchmark_repetitions
  bool interleaves = false;                  ///< --benchmark_enable_random_interleaving
  bool has_time_unit = false;                ///< --benchmark_time_unit was given
  std::optional<Seconds> min_time;           ///< --benchmark_min_time: the sampling budget
  std::optional<Seconds> min_warmup;         ///< --benchmark_min_warmup_time
  std::vector<std::string> benchmark_flags;  ///< for benchmark::Initialize, in its spelling
};

/// A usage error, or what is asked. `arguments` without the program's name.
[[nodiscard]] Result<BenchOptions> parse_options(const std::vector<std::string>& arguments);

/// This program's part of docs/cli.md, from the same table as --help.
[[nodiscard]] std::string bench_command_line_page();

/// "0.5" or "0.5s" (Google Benchmark takes both); iteration counts such as "10x" are refused.
[[nodiscard]] Result<Seconds> parse_benchmark_seconds(const std::string& flag, const std::string& text);

}  // namespace roofgate
