// The file that stands in for MPI in a build without it, built here in every build.
#include <gtest/gtest.h>

#include "kernels/collective/host_collective.hpp"
#include "kernels/collective/mpi_world.hpp"

namespace roofgate {
namespace {

TEST(WithoutMpi, AWorldIsUnavailableAndSaysWhatToInstall) {
  const auto world = make_mpi_world();
  ASSERT_FALSE(world);
  EXPECT_EQ(world.error().kind, ErrorKind::unavailable);
  EXPECT_EQ(world.error().what, "this build has no MPI");
  EXPECT_EQ(world.error().hint, "install Open MPI's development package (libopenmpi-dev) and build again");
}

TEST(WithoutMpi, SoIsAnAllreduce) {
  SoloWorld world;
  EXPECT_EQ(make_host_collective(CollectiveSpec{}, HostContext{}, world).error().what, "this build has no MPI");
}

TEST(WithoutMpi, ThereIsNoVersion) { EXPECT_TRUE(mpi_library_version().empty()); }

TEST(WithoutMpiDeathTest, EndingAllRanksEndsThisProcess) {
  EXPECT_EXIT(end_all_ranks(3), ::testing::ExitedWithCode(3), "");
}

}  // namespace
}  // namespace roofgate
