#include "kernels/base/process_launcher.hpp"

#include <gtest/gtest.h>

#include <map>

namespace roofgate {
namespace {

ProcessLauncher read(const std::map<std::string, std::string, std::less<>>& variables) {
  return read_process_launcher([&variables](std::string_view name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    return found == variables.end() ? std::nullopt : std::optional{found->second};
  });
}

TEST(ProcessLauncher, NoneWithoutTheirVariables) {
  const ProcessLauncher launcher = read({{"PATH", "/bin"}});
  EXPECT_EQ(launcher.name, "none");
  EXPECT_EQ(launcher.processes, 1);
  EXPECT_FALSE(launcher.joins_mpi);
}

TEST(ProcessLauncher, OpenMpi) {
  const ProcessLauncher launcher = read({{"OMPI_COMM_WORLD_SIZE", "4"}, {"PMIX_RANK", "0"}});
  EXPECT_EQ(launcher.name, "mpirun");
  EXPECT_EQ(launcher.processes, 4);
  EXPECT_TRUE(launcher.joins_mpi);
}

TEST(ProcessLauncher, MpirunInsideASlurmStepIsMpirun) {
  EXPECT_EQ(read({{"OMPI_COMM_WORLD_SIZE", "4"}, {"SLURM_STEP_ID", "0"}, {"SLURM_PROCID", "0"}}).name, "mpirun");
}

TEST(ProcessLauncher, Mpich) {
  const ProcessLauncher launcher = read({{"PMI_SIZE", "3"}, {"PMI_RANK", "2"}, {"PMI_FD", "6"}});
  EXPECT_EQ(launcher.name, "mpirun");
  EXPECT_EQ(launcher.processes, 3);
}

TEST(ProcessLauncher, SrunWithAndWithoutAnMpiPlugin) {
  const ProcessLauncher bare = read({{"SLURM_STEP_ID", "0"}, {"SLURM_PROCID", "1"}, {"SLURM_STEP_NUM_TASKS", "8"}});
  EXPECT_EQ(bare.name, "srun");
  EXPECT_EQ(bare.processes, 8);
  EXPECT_FALSE(bare.joins_mpi);
  EXPECT_TRUE(read({{"SLURM_STEP_ID", "0"}, {"SLURM_PROCID", "1"}, {"PMIX_RANK", "1"}}).joins_mpi);
  EXPECT_TRUE(read({{"SLURM_STEP_ID", "0"}, {"SLURM_PROCID", "1"}, {"PMI_RANK", "1"}}).joins_mpi);
}

TEST(ProcessLauncher, ABatchScriptIsNoStep) {
  EXPECT_EQ(read({{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "8"}, {"SLURM_JOB_ID", "17"}}).name, "none");
}

TEST(ProcessLauncher, NonsenseCountsAreOne) {
  for (const char* const text : {"", "-3", "0", "many", "99999999999999999999", "4x"}) {
    EXPECT_EQ(read({{"OMPI_COMM_WORLD_SIZE", text}}).processes, 1) << text;
  }
}

}  // namespace
}  // namespace roofgate
