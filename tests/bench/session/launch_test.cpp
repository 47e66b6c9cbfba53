#include "bench/session/launch.hpp"
#include "tests/bench/record/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace roofgate {
namespace {

using testing::ElementsAre;
using testing::Pair;

class Launch : public ScratchFolder {
 protected:
  void SetUp() override {
    ScratchFolder::SetUp();
    surroundings_.search_path = "/nowhere:" + folder_.string();
  }
  void have(const std::string& program) const {
    std::ofstream{folder_ / program} << "";
    std::filesystem::permissions(folder_ / program, std::filesystem::perms::owner_all);
  }

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
  const ProcessRequest two = in_world(request, mpirun, 2, 2, {});
  EXPECT_EQ(two.program, "/usr/bin/mpirun");
  EXPECT_THAT(two.arguments, ElementsAre("-n", "2", "/bin/bench", "--round", "0"));
  EXPECT_TRUE(two.variables.empty());
  LaunchSurroundings root;
  root.is_root = true;
  const ProcessRequest crowded = in_world(request, mpirun, 4, 2, root);
  EXPECT_THAT(crowded.arguments,
              ElementsAre("-n", "4", "--oversubscribe", "--bind-to", "none", "/bin/bench", "--round", "0"));
  EXPECT_THAT(crowded.variables,
              ElementsAre(Pair("OMPI_MCA_mpi_yield_when_idle", "1"), Pair("OMPI_ALLOW_RUN_AS_ROOT", "1"),
                          Pair("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")));
}

TEST(InWorld, Srun) {
  ProcessRequest request;
  request.program = "/bin/bench";
  const Launcher srun{LauncherKind::srun, "/usr/bin/srun"};
  LaunchSurroundings job;
  job.nodes = 2;
  job.slurm_tasks = 16;
  EXPECT_THAT(in_world(request, srun, 16, 8, job).arguments, ElementsAre("--ntasks=16", "--nodes=2", "/bin/bench"));
  EXPECT_THAT(in_world(request, srun, 4, 8, job).arguments, ElementsAre("--ntasks=4", "--nodes=1", "/bin/bench"));
  EXPECT_THAT(in_world(request, srun, 4, 8, job).variables, ElementsAre(Pair("SLURM_MPI_TYPE", "pmix")));
  job.names_mpi_plugin = true;
  EXPECT_TRUE(in_world(request, srun, 4, 8, job).variables.empty());
  const ProcessRequest crowded = in_world(request, srun, 32, 8, job);
  EXPECT_THAT(crowded.arguments, ElementsAre("--ntasks=32", "--nodes=2", "--overcommit", "/bin/bench"));
  EXPECT_THAT(crowded.variables, ElementsAre(Pair("OMPI_MCA_mpi_yield_when_idle", "1")));
}

TEST(RoomOf, IsTheJobsUnderSrunAndThisNodesElse) {
  LaunchSurroundings job;
  job.nodes = 2;
  const Launcher srun{LauncherKind::srun, "/usr/bin/srun"};
  EXPECT_EQ(room_of(srun, 8, job), 16);
  job.slurm_tasks = 12;
  EXPECT_EQ(room_of(srun, 8, job), 12);
  EXPECT_EQ(room_of(Launcher{LauncherKind::mpirun, "mpirun"}, 8, job), 8);
  EXPECT_EQ(room_of(std::nullopt, 8, job), 8);
}

TEST(DefaultWorldSizes, PowersOfTwoAndTheWhole) {
  EXPECT_THAT(default_world_sizes(1), ElementsAre());
  EXPECT_THAT(default_world_sizes(2), ElementsAre(2));
  EXPECT_THAT(default_world_sizes(6), ElementsAre(2, 4, 6));
  EXPECT_THAT(default_world_sizes(8), ElementsAre(2, 4, 8));
}

}  // namespace
}  // namespace roofgate
