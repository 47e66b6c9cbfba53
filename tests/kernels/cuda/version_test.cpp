// Version numbers of libraries as text.
#include <gtest/gtest.h>

#include "kernels/cuda/cublaslt.hpp"
#include "kernels/cuda/nccl.hpp"

namespace roofgate {
namespace {

TEST(VersionText, CublasLt) {
  EXPECT_EQ(cublaslt_version_text(130100), "13.1.0");
  EXPECT_EQ(cublaslt_version_text(120405), "12.4.5");
}

TEST(VersionText, NcclBeforeAndAfterTwoNine) {
  EXPECT_EQ(nccl_version_text(22809), "2.28.9");
  EXPECT_EQ(nccl_version_text(2804), "2.8.4");
}

TEST(MatmulWorkspace, FollowsTheGeneration) {
  EXPECT_EQ(matmul_workspace_bytes(80), std::size_t{4} * 1024 * 1024);
  EXPECT_EQ(matmul_workspace_bytes(90), std::size_t{32} * 1024 * 1024);
  EXPECT_EQ(matmul_workspace_bytes(120), std::size_t{32} * 1024 * 1024);
}

}  // namespace
}  // namespace roofgate
