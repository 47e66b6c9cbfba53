#include "kernels/base/process_launcher.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>

namespace roofgate {
namespace {

int count_in(const VariableLookup& variable, std::string_view name) {
  const std::optional<std::string> text = variable(name);
  if (!text) return 1;
  int count = 1;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), count);
  return error == std::errc{} && end == text->data() + text->size() ? std::max(1, count) : 1;
}

}  // namespace

ProcessLauncher read_process_launcher(const VariableLookup& variable) {
  const auto has = [&variable](std::string_view name) { return variable(name).has_value(); };
  // Open MPI 4 and 5 (docs.open-mpi.org, "Environment variables set for MPI applications").
  if (has("OMPI_COMM_WORLD_SIZE")) return {"mpirun", count_in(variable, "OMPI_COMM_WORLD_SIZE"), true};
  // A step of Slurm (srun(1), "OUTPUT ENVIRONMENT VARIABLES"). A batch script has SLURM_PROCID too, but is no step.
  // Without an MPI plug-in (--mpi=none) neither PMIx nor PMI is offered and MPI would see as many worlds as tasks.
  if (has("SLURM_STEP_ID") && has("SLURM_PROCID")) {
    return {"srun", count_in(variable, "SLURM_STEP_NUM_TASKS"), has("PMIX_RANK") || has("PMI_RANK") || has("PMI_FD")};
  }
  // MPICH's hydra and its kin; PRRTE's prterun.
  if (has("PMI_SIZE")) return {"mpirun", count_in(variable, "PMI_SIZE"), true};
  if (has("PMIX_RANK")) return {"mpirun", 1, true};
  return {};
}

ProcessLauncher read_process_launcher() {
  return read_process_launcher([](std::string_view name) -> std::optional<std::string> {
    const char* const value = std::getenv(std::string{name}.c_str());
    return value == nullptr ? std::nullopt : std::optional<std::string>{value};
  });
}

}  // namespace roofgate
