#include "kernels/collective/mpi_world.hpp"

#include <fmt/format.h>
#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <utility>

#include "kernels/base/exit_status.hpp"
#include "kernels/base/process_launcher.hpp"
#include "kernels/collective/mpi_world_of.hpp"

namespace roofgate {
namespace {

bool is_running() {
  int initialized = 0;
  int finalized = 0;
  MPI_Initialized(&initialized);
  MPI_Finalized(&finalized);
  return initialized != 0 && finalized == 0;
}

class WorldOfMpi final : public MpiWorld {
 public:
  explicit WorldOfMpi(MPI_Comm communicator) : communicator_{communicator} {
    MPI_Comm_rank(communicator_, &rank_);
    MPI_Comm_size(communicator_, &size_);
  }

  ~WorldOfMpi() override {
    if (failed_ || std::uncaught_exceptions() > 0) end_all_ranks(static_cast<int>(ExitStatus::cannot_judge));
    MPI_Comm_free(&communicator_);
    MPI_Finalize();
  }

  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int size() const override { return size_; }
  [[nodiscard]] MPI_Comm communicator() const override { return communicator_; }

  [[nodiscard]] Result<void> barrier() override { return outcome(MPI_Barrier(communicator_), "MPI_Barrier"); }

  [[nodiscard]] Result<std::vector<double>> all_gather(double value) override {
    std::vector<double> values(static_cast<std::size_t>(size_));
    const int code = MPI_Allgather(&value, 1, MPI_DOUBLE, values.data(), 1, MPI_DOUBLE, communicator_);
    return outcome(code, "MPI_Allgather").map([&values] { return std::move(values); });
  }

  [[nodiscard]] Result<double> broadcast(double value) override {
    const int code = MPI_Bcast(&value, 1, MPI_DOUBLE, 0, communicator_);
    return outcome(code, "MPI_Bcast").map([value] { return value; });
  }

  [[nodiscard]] Result<void> broadcast_bytes(std::span<std::byte> data) override {
    constexpr std::size_t kMost = std::size_t{1} << 30;  // counts are int
    while (!data.empty()) {
      const std::size_t part = std::min(kMost, data.size());
      const int code = MPI_Bcast(data.data(), static_cast<int>(part), MPI_BYTE, 0, communicator_);
      if (Result<void> sent = outcome(code, "MPI_Bcast"); !sent) return sent;
      data = data.subspan(part);
    }
    return {};
  }

  [[nodiscard]] Result<void> outcome(int code, std::string_view call) override {
    if (code == MPI_SUCCESS) return {};
    failed_ = true;
    std::array<char, MPI_MAX_ERROR_STRING> text{};
    int length = 0;
    MPI_Error_string(code, text.data(), &length);
    Error error{ErrorKind::internal, std::string{text.data(), static_cast<std::size_t>(length)}, std::string{call},
                "a rank or the connection to it was lost: see the launcher's own messages", true};
    return fail(std::move(error));
  }

 private:
  MPI_Comm communicator_;
  int rank_ = 0;
  int size_ = 1;
  bool failed_ = false;
};

Result<std::unique_ptr<World>> world_of(const ProcessLauncher& launcher) {
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size < launcher.processes) {
    MPI_Finalize();
    return fail(ErrorKind::unavailable,
                fmt::format("{} started {} processes, but this MPI sees {}", launcher.name, launcher.processes, size),
                "MPI_Init",
                "start with the launcher of the MPI library this program was built with: " + mpi_library_version());
  }
  MPI_Comm communicator = MPI_COMM_NULL;
  if (MPI_Comm_dup(MPI_COMM_WORLD, &communicator) != MPI_SUCCESS) {
    end_all_ranks(static_cast<int>(ExitStatus::cannot_judge));
  }
  return std::make_unique<WorldOfMpi>(communicator);
}

}  // namespace

bool launched_by_mpi() { return read_process_launcher().joins_mpi; }

Result<std::unique_ptr<World>> make_mpi_world() {
  const ProcessLauncher launcher = read_process_launcher();
  if (!launcher.joins_mpi && launcher.processes > 1) {
    return fail(ErrorKind::unavailable,
                fmt::format("{} started {} processes without an MPI plug-in: they cannot find each other",
                            launcher.name, launcher.processes),
                "MPI_Init",
                "srun --mpi=pmix (srun --mpi=list shows what this cluster has), or mpirun in the allocation");
  }
  int initialized = 0;
  MPI_Initialized(&initialized);
  if (initialized != 0) return fail(ErrorKind::internal, "MPI can be initialised only once in a process", "MPI_Init");
  // Threads beside the main one never call MPI, but for MPI_Abort in end_all_ranks.
  int provided = 0;
  if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS) {
    return fail(ErrorKind::unavailable, "MPI could not be initialised", "MPI_Init_thread",
                "see the messages of the MPI library above");
  }
  return world_of(launcher);
}

void end_all_ranks(int status) {
  std::fflush(nullptr);
  if (is_running()) {
    // A stuck MPI_Abort must not keep the process: SIGALRM's default action ends it, and the launcher then the others.
    constexpr unsigned kPatience = 10;  // seconds
    std::signal(SIGALRM, SIG_DFL);
    ::alarm(kPatience);
    MPI_Abort(MPI_COMM_WORLD, status);
  }
  std::_Exit(status);
}

std::string mpi_library_version() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  if (MPI_Get_library_version(text.data(), &length) != MPI_SUCCESS) return {};
  // "Open MPI v4.1.4, package: Debian OpenMPI, ident: …": behind the comma is who built it, behind the line how.
  const std::string version{text.data(), static_cast<std::size_t>(length)};
  return version.substr(0, version.find_first_of(",\n\0", 0, 3));
}

}  // namespace roofgate
