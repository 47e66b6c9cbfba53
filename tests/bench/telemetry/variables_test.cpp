#include "bench/telemetry/variables.hpp"

#include <gmock/gmock.h>

#include <array>

namespace roofgate {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

TEST(Variables, ReadsWholeNamesOnly) {
  const std::array<const char*, 4> strings{"OMP_NUM_THREADS_MORE=1", "OMP_NUM_THREADS=2", "OMP_PROC_BIND=", nullptr};
  const Variables variables{strings.data()};
  EXPECT_EQ(variables.value("OMP_NUM_THREADS"), "2");
  EXPECT_EQ(variables.value("OMP_PROC_BIND"), "");
  EXPECT_FALSE(variables.value("OMP"));
}

TEST(Variables, KeepsTheListedOnesAlone) {
  const std::array<const char*, 5> strings{"NCCL_ALGO=Ring", "NCCL_TOKEN=hunter2", "PATH=/bin",
                                           "CUDA_VISIBLE_DEVICES=0,1", nullptr};
  EXPECT_THAT(kept_variables(Variables{strings.data()}),
              ElementsAre(Pair("CUDA_VISIBLE_DEVICES", "0,1"), Pair("NCCL_ALGO", "Ring")));
}

// Whatever names a secret is given, beside the prefixes of the kept ones most of all.
TEST(Variables, NoPlantedSecretIsKept) {
  constexpr std::string_view kSecret = "s3cr3t-T0ken";
  std::vector<std::string> planted;
  for (const char* const prefix :
       {"", "AWS_", "HF_", "CI_JOB_", "GITHUB_", "NCCL_", "OMP_", "OMPI_", "OMPI_MCA_", "CUDA_", "CUBLAS_", "ONEDNN_",
        "DNNL_", "MKL_", "UCX_", "SLURM_", "KMP_", "NVIDIA_", "FI_"}) {
    for (const char* const suffix : {"TOKEN", "SECRET", "PASSWORD", "API_KEY", "SECRET_ACCESS_KEY", "AUTH",
                                     "CREDENTIALS", "PRIVATE_KEY", "COOKIE", "JWT", "PAT", "PASS", "KEY"}) {
      planted.push_back(std::string{prefix} + suffix + "=" + std::string{kSecret});
    }
  }
  planted.emplace_back("OMP_NUM_THREADS=2");
  std::vector<const char*> strings;
  for (const std::string& entry : planted) strings.push_back(entry.c_str());
  strings.push_back(nullptr);
  EXPECT_THAT(kept_variables(Variables{strings.data()}), ElementsAre(Pair("OMP_NUM_THREADS", "2")));
}

TEST(Variables, NoKeptNameSoundsLikeASecret) {
  for (const char* const name : {"NCCL_TOKEN", "OMPI_MCA_psec", "SLURM_JWT", "UCX_AUTH", "OMP_DISPLAY_ENV"}) {
    EXPECT_FALSE(is_kept(name)) << name;
  }
  EXPECT_TRUE(is_kept("ONEDNN_MAX_CPU_ISA"));
}

TEST(Variables, ValuesAreShortAndPrintable) {
  const std::string hostile = "NCCL_ALGO=a\x1b[31m\n\xff" + std::string(1000, 'b');
  const std::array<const char*, 2> strings{hostile.c_str(), nullptr};
  const std::string kept = kept_variables(Variables{strings.data()}).at("NCCL_ALGO");
  EXPECT_EQ(kept.size(), 256U);
  EXPECT_EQ(kept.substr(0, 9), "a?[31m??b");
}

}  // namespace
}  // namespace roofgate
