#include "bench/gate/environment_change.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace roofgate {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(EnvironmentChanges, NothingChangedIsNothingSaid) {
  Environment environment;
  environment.software["onednn"] = "2.6.3";
  EXPECT_THAT(environment_changes(environment, environment), IsEmpty());
}

TEST(EnvironmentChanges, EveryPartIsLookedAt) {
  Environment before;
  before.devices.resize(1);
  before.devices[0].power_limit = Watts{700};
  before.host.kernel = "6.1";
  before.software = {{"driver", "580"}};
  Environment after = before;
  after.devices[0].power_limit = Watts{600};
  after.devices[0].ecc_enabled = false;
  after.host.kernel = "6.8";
  after.software = {{"driver", "590"}, {"nccl", "2.28"}};
  after.variables = {{"NCCL_ALGO", "Ring"}};
  after.cpu.cores = 1;
  EXPECT_THAT(environment_changes(before, after),
              ElementsAre(EnvironmentChange{EnvironmentPart::software, "driver", "580", "590"},
                          EnvironmentChange{EnvironmentPart::software, "nccl", "none", "2.28"},
                          EnvironmentChange{EnvironmentPart::variable, "NCCL_ALGO", "unset", "Ring"},
                          EnvironmentChange{EnvironmentPart::host, "kernel", "6.1", "6.8"},
                          EnvironmentChange{EnvironmentPart::hardware, "ECC", "unknown", "off"},
                          EnvironmentChange{EnvironmentPart::hardware, "power limit", "700 W", "600 W"},
                          EnvironmentChange{EnvironmentPart::hardware, "CPU cores", "0", "1"}));
}

TEST(EnvironmentChanges, ConcernWhatRunsThroughThem) {
  const EnvironmentChange onednn{EnvironmentPart::software, "onednn", "2", "3"};
  const EnvironmentChange nccl{EnvironmentPart::variable, "NCCL_ALGO", "unset", "Ring"};
  const EnvironmentChange threads{EnvironmentPart::variable, "OMP_NUM_THREADS", "2", "1"};
  const EnvironmentChange rccl{EnvironmentPart::software, "rccl", "2.18", "2.20"};
  EXPECT_TRUE(concerns(onednn, "gemm"));
  EXPECT_FALSE(concerns(onednn, "memory"));
  EXPECT_TRUE(concerns(nccl, "allreduce"));
  EXPECT_TRUE(concerns(nccl, "all_gather"));
  EXPECT_FALSE(concerns(nccl, "gemm"));
  EXPECT_TRUE(concerns(rccl, "allreduce"));
  EXPECT_TRUE(concerns(rccl, "step"));
  EXPECT_FALSE(concerns(rccl, "gemm"));
  EXPECT_TRUE(concerns(threads, "memory"));
}

TEST(EnvironmentChanges, DevicesOfOneSideAreNamed) {
  Environment before, after;
  before.devices.resize(2);
  before.devices[0].uuid = "GPU-1";
  before.devices[1].uuid = "GPU-2";
  after.devices = before.devices;
  EXPECT_THAT(devices_of_one_side(before, after), IsEmpty());
  after.devices[1].uuid = "GPU-3";
  EXPECT_THAT(devices_of_one_side(before, after), ElementsAre("GPU-2", "GPU-3"));
}

}  // namespace
}  // namespace roofgate
