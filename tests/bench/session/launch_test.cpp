#include "bench/session/launch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace roofgate {
namespace {

using testing::ElementsAre;

class Launch : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "roofgate-launch-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    surroundings_.search_path = "/nowhere:" + pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  void have(const std::string& program) const {
    std::ofstream{folder_ / program} << "";
    std::filesystem::permissions(folder_ / program, std::filesystem::perms::owner_all);
  }

  std::filesystem::path folder_;
  LaunchSurroundings surroundings_;
};

TEST_F(Launch, AutoTakesWhatIsThere) {
  EXPECT_FALSE(find_launcher("auto", surroundings_).value().has_value());
  have("mpirun");
  EXPECT_EQ(find_launcher("auto", surroundings_).value()->program, folder_ / "mpirun");
  have("srun");
  EXPECT_EQ(find_launcher("auto", surroundings_).value()->kind, LauncherKind::mpirun) << "outside a Slurm job";
  surroundings_.in_slurm_job = true;
  EXPECT_EQ(find_launcher("auto", surroundings_).value()->kind, LauncherKind::srun);
}

TEST_F(Launch, WhatIsNamedMustBeThere) {
  EXPECT_EQ(find_launcher("srun", surroundings_).error().what, "srun is not on the search path");
  EXPECT_EQ(find_launcher("srun", surroundings_).error().kind, ErrorKind::unavailable);
  EXPECT_EQ(find_launcher("mpiexec", surroundings_).error().kind, ErrorKind::usage);
  EXPECT_FALSE(find_launcher("none", surroundings_).value().has_value());
}

TEST(InWorld, Mpirun) {
  ProcessRequest request;
  request.program = "/bin/bench";
  request.arguments = {"--round", "0"};
  const Launcher mpirun{LauncherKind::mpirun, "/usr/bin/mpirun"};
  const ProcessRequest two = in_world(request, mpirun, 2, 2, false);
  EXPECT_EQ(two.program, "/usr/bin/mpirun");
  EXPECT_THAT(two.arguments, ElementsAre("-n", "2", "/bin/bench", "--round", "0"));
  EXPECT_TRUE(two.variables.empty());
  const ProcessRequest crowded = in_world(request, mpirun, 4, 2, true);
  EXPECT_THAT(crowded.arguments,
              ElementsAre("-n", "4", "--oversubscribe", "--bind-to", "none", "/bin/bench", "--round", "0"));
  EXPECT_EQ(crowded.variables.size(), 2U);
}

TEST(InWorld, Srun) {
  ProcessRequest request;
  request.program = "/bin/bench";
  const ProcessRequest world = in_world(request, {LauncherKind::srun, "/usr/bin/srun"}, 8, 8, true);
  EXPECT_THAT(world.arguments, ElementsAre("--ntasks=8", "/bin/bench"));
}

TEST(DefaultWorldSizes, PowersOfTwoAndTheWhole) {
  EXPECT_THAT(default_world_sizes(1), ElementsAre());
  EXPECT_THAT(default_world_sizes(2), ElementsAre(2));
  EXPECT_THAT(default_world_sizes(6), ElementsAre(2, 4, 6));
  EXPECT_THAT(default_world_sizes(8), ElementsAre(2, 4, 8));
}

}  // namespace
}  // namespace roofgate
