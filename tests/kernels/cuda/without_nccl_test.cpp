// A CUDA build that found no NCCL: its communicator says why there is none.
#include <gtest/gtest.h>

#include "kernels/base/world.hpp"
#include "kernels/cuda/nccl.hpp"

namespace roofgate {
namespace {

TEST(WithoutNccl, TheCommunicatorSaysSo) {
  SoloWorld world;
  const Result<NcclCommunicator> communicator = NcclCommunicator::create(world);
  ASSERT_FALSE(communicator);
  EXPECT_EQ(communicator.error().kind, ErrorKind::unavailable);
  EXPECT_EQ(communicator.error().what, "this build has no NCCL");
  EXPECT_NE(communicator.error().hint.find("NCCL_ROOT"), std::string::npos);
  EXPECT_EQ(nccl_version(), "");
}

TEST(WithoutNccl, TheCachePassesTheReasonOn) {
  SoloWorld world;
  NcclCache cache;
  const Result<NcclCommunicator*> communicator = cache.communicator(world);
  ASSERT_FALSE(communicator);
  EXPECT_EQ(communicator.error().what, "this build has no NCCL");
}

}  // namespace
}  // namespace roofgate
