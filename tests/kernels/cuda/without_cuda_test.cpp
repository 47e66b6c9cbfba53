// A build without CUDA links every CUDA entry point, and each says why it does nothing.
#include "kernels/cuda/without_cuda.hpp"

#include <gtest/gtest.h>

#include "kernels/ceiling/cuda_ceiling.hpp"
#include "kernels/collective/cuda_collective.hpp"
#include "kernels/cuda/cuda_platform.hpp"
#include "kernels/elementwise/cuda_chain.hpp"
#include "kernels/gemm/cuda_gemm.hpp"
#include "kernels/memory/cuda_memory.hpp"

namespace roofgate {
namespace {

template <class T>
void expect_no_backend(const Result<T>& result) {
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, ErrorKind::unavailable);
  EXPECT_EQ(result.error().what, "this build has no CUDA backend");
  EXPECT_NE(result.error().hint.find("--backend host"), std::string::npos);
}

TEST(WithoutCuda, EveryEntryPointSaysSo) {
  SoloWorld world;
  expect_no_backend(cuda_devices());
  expect_no_backend(make_cuda_platform(0));
  expect_no_backend(make_cuda_gemm({}, {}));
  expect_no_backend(make_cuda_chain({}, {}));
  expect_no_backend(make_cuda_memory({}, {}));
  expect_no_backend(make_cuda_ceiling({}, {}));
  expect_no_backend(make_cuda_collective({}, {}, world));
  EXPECT_TRUE(cuda_software().empty());
}

}  // namespace
}  // namespace roofgate
