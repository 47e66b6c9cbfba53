#include "bench/roofgate-bench/profile.hpp"

#include "kernels/cuda/profile_range.hpp"

namespace roofgate {
namespace {

Result<void> launch_to_the_end(Workload& workload, Platform& platform) {
  if (auto launched = workload.launch(0); !launched) return launched;
  return platform.synchronize();
}

}  // namespace

Result<void> profile_once(Workload& workload, Platform& platform, const std::string& case_id) {
  const auto check = workload.check();
  if (!check) return fail(check.error());
  if (!check->passed) return fail(ErrorKind::internal, "wrong result: " + check->detail, case_id);
  if (auto warmed = launch_to_the_end(workload, platform); !warmed) return warmed;
  const ProfileRange range{case_id};
  return launch_to_the_end(workload, platform);
}

}  // namespace roofgate
