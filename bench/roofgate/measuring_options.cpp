#include "bench/roofgate/measuring_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <random>

#include "bench/command_line/number_range.hpp"
#include "bench/locate/data_folders.hpp"
#include "bench/roofgate/rank_list.hpp"

namespace roofgate {
namespace {

Result<std::uint64_t> seed_of(const std::string& text) {
  if (text.empty()) {
    std::random_device device;
    return device();
  }
  std::uint64_t seed = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (problem == std::errc{} && end == text.data() + text.size()) return seed;
  return fail(ErrorKind::usage, fmt::format("--seed is '{}', not a whole number", text));
}

}  // namespace

void LaunchOptions::add_to(CLI::App& command) {
  command
      .add_option("--launcher", launcher,
                  "Starts worlds of several ranks: auto (srun inside a Slurm job, else mpirun), mpirun, srun, or none "
                  "to leave them out.")
      ->type_name("NAME")
      ->check(CLI::IsMember({"auto", "mpirun", "srun", "none"}))
      ->capture_default_str();
  command
      .add_option("--bench", bench,
                  "The measuring program. Default: ROOFGATE_BENCH, else roofgate-bench beside this program.")
      ->type_name("FILE");
  command.add_flag("--allow-debug-build", allow_debug_build,
                   "Measures even if the measuring program is not a Release build; such a night is no baseline.");
}

Result<BenchSetup> LaunchOptions::setup() const {
  const auto program = locate_bench(this_process(), bench);
  if (!program) return fail(program.error());
  BenchSetup setup;
  setup.program = *program;
  if (allow_debug_build) setup.more_arguments.emplace_back("--allow-debug-build");
  return setup;
}

void MeasuringOptions::add_to(CLI::App& command) {
  command
      .add_option("--suite", suite,
                  "What to measure: smoke, quick, nightly, full, or a file. Example: --suite my/suite.json.")
      ->type_name("NAME|FILE")
      ->capture_default_str();
  command.add_option("--backend", backend, "Where: cuda, host, or auto (cuda if a device answers, else host).")
      ->type_name("NAME")
      ->check(CLI::IsMember({"auto", "cuda", "host"}))
      ->capture_default_str();
  command.add_option("--rounds", rounds, "How often each case is measured, each time in a fresh process.")
      ->type_name("N")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  add_rank_list(command, "--world-sizes", world_sizes,
                "Ranks of the collectives. Example: --world-sizes 1,2,4. Default: powers of two up to the number of "
                "cores or devices.",
                1, 65536)
      ->type_name("N,N,...");
  command
      .add_option("--time-budget", budget_minutes,
                  "Minutes: no further round begins that would probably end later. Default: no limit.")
      ->type_name("MINUTES")
      ->check(number_from(0.001, 1e6));
  command.add_option("--seed", seed, "Of the shuffled order and the data. Default: another one each time.")
      ->type_name("N");
  launch.add_to(command);
}

Result<RunRequest> MeasuringOptions::request() const {
  const auto chosen_seed = seed_of(seed);
  if (!chosen_seed) return fail(chosen_seed.error());
  auto setup = launch.setup();
  if (!setup) return fail(setup.error());
  RunRequest request;
  request.bench = std::move(*setup);
  request.bench.suite = suite;
  request.bench.backend = backend;
  request.rounds = rounds;
  request.world_sizes = world_sizes;
  request.launcher = launch.launcher;
  request.seed = *chosen_seed;
  request.surroundings = launch_surroundings();
  if (budget_minutes > 0) request.budget = Seconds{60.0 * budget_minutes};
  return request;
}

}  // namespace roofgate
