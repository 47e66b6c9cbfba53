#include "bench/session/launch.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <sstream>

namespace roofgate {
namespace {

std::optional<std::filesystem::path> find_program(const std::string& name, const std::string& search_path) {
  std::istringstream folders{search_path};
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::filesystem::path candidate = std::filesystem::path{folder} / name;
    if (!folder.empty() && access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return std::nullopt;
}

std::optional<Launcher> find(LauncherKind kind, const std::string& search_path) {
  const auto program = find_program(kind == LauncherKind::srun ? "srun" : "mpirun", search_path);
  return program ? std::optional{Launcher{kind, *program}} : std::nullopt;
}

}  // namespace

LaunchSurroundings launch_surroundings() {
  const char* path = std::getenv("PATH");
  return {path == nullptr ? "" : path, std::getenv("SLURM_JOB_ID") != nullptr, geteuid() == 0};
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

ProcessRequest in_world(ProcessRequest request, const Launcher& launcher, int ranks, int slots, bool is_root) {
  std::vector<std::string> arguments;
  if (launcher.kind == LauncherKind::srun) {
    arguments = {fmt::format("--ntasks={}", ranks)};
  } else {
    arguments = {"-n", fmt::format("{}", ranks)};
    // More ranks than slots cannot each have a core of their own.
    if (ranks > slots) arguments.insert(arguments.end(), {"--oversubscribe", "--bind-to", "none"});
    // In a container root is the usual user; Open MPI wants both variables.
    if (is_root) {
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
