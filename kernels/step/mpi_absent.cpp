// The step of a build without MPI: it links and says so.
#include "kernels/step/host_step.hpp"

namespace roofgate {

Result<std::unique_ptr<Workload>> make_host_step(const StepSpec& /*spec*/, const HostContext& /*context*/,
                                                 World& /*world*/) {
  return fail(ErrorKind::unavailable, "this build has no MPI", "step",
              "install Open MPI's development package (libopenmpi-dev) and build again");
}

}  // namespace roofgate
