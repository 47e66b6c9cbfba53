#include "bench/session/launch.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <sstream>
#include <string_view>

namespace roofgate {
namespace {

std::optional<Launcher> find(LauncherKind kind, const std::string& search_path) {
  const auto program = find_on_path(kind == LauncherKind::srun ? "srun" : "mpirun", search_path);
  return program ? std::optional{Launcher{kind, *program}} : std::nullopt;
}

}  // namespace

std::optional<std::filesystem::path> find_on_path(const std::string& name, const std::string& search_path) {
  std::istringstream folders{search_path};
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::filesystem::path candidate = std::filesystem::path{folder} / name;
    if (!folder.empty() && access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return std::nullopt;
}

namespace {

/// At least 1; absent where the variable is not set or is no number.
std::optional<int> number_in(const char* variable) {
  const char* text = std::getenv(variable);
  if (text == nullptr) return std::nullopt;
  const std::string_view digits{text};
  int number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  const bool is_number = error == std::errc{} && end == digits.data() + digits.size() && number >= 1;
  return is_number ? std::optional{number} : std::nullopt;
}

int divided_up(int value, int by) { return (value + by - 1) / by; }

}  // namespace

LaunchSurroundings launch_surroundings() {
  const char* path = std::getenv("PATH");
  LaunchSurroundings surroundings;
  surroundings.search_path = path == nullptr ? "" : path;
  surroundings.in_slurm_job = std::getenv("SLURM_JOB_ID") != nullptr;
  surroundings.is_root = geteuid() == 0;
  surroundings.nodes = number_in("SLURM_JOB_NUM_NODES").value_or(1);
  surroundings.slurm_tasks = number_in("SLURM_NTASKS");
  surroundings.names_mpi_plugin = std::getenv("SLURM_MPI_TYPE") != nullptr;
  return surroundings;
}

Result<std::optional<Launcher>> find_launcher(const std::string& wanted, const LaunchSurroundings& surroundings) {
  if (wanted == "none") return std::nullopt;
  if (wanted == "auto") {
    if (surroundings.in_slurm_job) {
      if (auto srun = find(LauncherKind::srun, surroundings.search_path)) return srun;
    }
    return find(LauncherKind::mpirun, surroundings.search_path);
  }
  if (wanted != "mpirun" && wanted != "srun") {
    return fail(ErrorKind::usage, fmt::format("unknown launcher '{}'", wanted), {}, "known: auto, mpirun, srun, none");
  }
  auto found = find(wanted == "srun" ? LauncherKind::srun : LauncherKind::mpirun, surroundings.search_path);
  if (found) return found;
  return fail(ErrorKind::unavailable, fmt::format("{} is not on the search path", wanted), surroundings.search_path,
              "install it, or use --launcher none to leave out worlds of more than one rank");
}

int room_of(const std::optional<Launcher>& launcher, int slots, const LaunchSurroundings& surroundings) {
  const bool is_slurms = launcher && launcher->kind == LauncherKind::srun;
  return is_slurms ? surroundings.slurm_tasks.value_or(slots * surroundings.nodes) : slots;
}

ProcessRequest in_world(ProcessRequest request, const Launcher& launcher, int ranks, int slots,
                        const LaunchSurroundings& surroundings) {
  std::vector<std::string> arguments;
  const bool is_crowded = ranks > slots * surroundings.nodes;
  // Open MPI spins while it waits, and knows of the crowd only where it made it itself.
  if (is_crowded) request.variables.emplace_back("OMPI_MCA_mpi_yield_when_idle", "1");
  if (launcher.kind == LauncherKind::srun) {
    const int tasks = surroundings.slurm_tasks.value_or(slots * surroundings.nodes);
    const int per_node = std::max(1, divided_up(tasks, surroundings.nodes));
    const int nodes = std::min(surroundings.nodes, divided_up(ranks, per_node));
    arguments = {fmt::format("--ntasks={}", ranks), fmt::format("--nodes={}", nodes)};
    if (ranks > tasks) arguments.emplace_back("--overcommit");
    // Without a plug-in every task is a world of its own.
    if (!surroundings.names_mpi_plugin) request.variables.emplace_back("SLURM_MPI_TYPE", "pmix");
  } else {
    arguments = {"-n", fmt::format("{}", ranks)};
    // More ranks than slots cannot each have a core of their own.
    if (is_crowded) arguments.insert(arguments.end(), {"--oversubscribe", "--bind-to", "none"});
    // In a container root is the usual user; Open MPI wants both variables.
    if (surroundings.is_root) {
      request.variables.emplace_back("OMPI_ALLOW_RUN_AS_ROOT", "1");
      request.variables.emplace_back("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
    }
  }
  arguments.push_back(request.program.string());
  arguments.insert(arguments.end(), request.arguments.begin(), request.arguments.end());
  request.program = launcher.program;
  request.arguments = std::move(arguments);
  return request;
}

std::vector<int> default_world_sizes(int slots) {
  std::vector<int> sizes;
  for (int ranks = 2; ranks < slots; ranks *= 2) sizes.push_back(ranks);
  if (slots > 1) sizes.push_back(slots);
  return sizes;
}

}  // namespace roofgate
