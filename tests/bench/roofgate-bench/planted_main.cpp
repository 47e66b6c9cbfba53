// roofgate-bench-planted: the measuring program with losses planted by ROOFGATE_PLANT, to see what the gate says. The
// program that is installed has no such switch.
#include <cstdlib>
#include <iostream>

#include "bench/roofgate-bench/program.hpp"
#include "tests/bench/roofgate-bench/planted_workload.hpp"

namespace {

/// As Open MPI and Slurm tell it.
int this_rank() {
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "SLURM_PROCID"}) {
    if (const char* rank = std::getenv(name); rank != nullptr) return std::atoi(rank);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace roofgate;
  const char* const variable = std::getenv("ROOFGATE_PLANT");
  const auto plants = parse_plants(variable == nullptr ? "" : variable);
  if (!plants) {
    std::cerr << "roofgate-bench-planted: " << to_string(plants.error()) << '\n';
    return static_cast<int>(ExitStatus::usage);
  }
  BenchExtensions extensions;
  extensions.choose = choose_backend;
  extensions.wrap = [&](std::unique_ptr<Workload> workload, const std::string& case_id) {
    const auto [first, last] = plants->equal_range(case_id);
    for (auto found = first; found != last; ++found) {
      const bool is_struck = found->second.rank.value_or(this_rank()) == this_rank();
      if (is_struck) workload = plant(std::move(workload), found->second);
    }
    return workload;
  };
  return bench_main(argc, argv, extensions);
}
