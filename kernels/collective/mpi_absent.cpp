// A build without MPI: one process is the world, and more than one is refused.
#include <cstdlib>

#include "kernels/base/process_launcher.hpp"
#include "kernels/collective/host_collective.hpp"
#include "kernels/collective/mpi_world.hpp"

namespace roofgate {
namespace {

tl::unexpected<Error> without_mpi() {
  return fail(ErrorKind::unavailable, "this build has no MPI", "MPI",
              "install Open MPI's development package (libopenmpi-dev) and build again");
}

}  // namespace

bool launched_by_mpi() { return read_process_launcher().joins_mpi; }

Result<std::unique_ptr<World>> make_mpi_world() { return without_mpi(); }

void end_all_ranks(int status) { std::_Exit(status); }

std::string mpi_library_version() { return {}; }

Result<std::unique_ptr<Workload>> make_host_collective(const CollectiveSpec& /*spec*/, const HostContext& /*context*/,
                                                       World& /*world*/) {
  return without_mpi();
}

}  // namespace roofgate
