#include "kernels/cuda/status.hpp"

#include <cuda_runtime_api.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace roofgate {
namespace {

using ::testing::HasSubstr;

CudaStatus status(cudaError_t code) { return CudaStatus{static_cast<int>(code)}; }

TEST(CudaStatus, SuccessIsNoError) { EXPECT_TRUE(succeeded(status(cudaSuccess), "cudaMalloc")); }

TEST(CudaStatus, OutOfMemorySkipsTheCase) {
  const Error error = cuda_error(status(cudaErrorMemoryAllocation), "cudaMalloc of 7 bytes");
  EXPECT_EQ(error.kind, ErrorKind::unavailable);
  EXPECT_EQ(error.what, "out of memory (cudaErrorMemoryAllocation)");
  EXPECT_EQ(error.where, "cudaMalloc of 7 bytes");
  EXPECT_THAT(error.hint, HasSubstr("nvidia-smi"));
  EXPECT_FALSE(error.ends_process);
}

TEST(CudaStatus, AStickyErrorEndsTheProcess) {
  for (const cudaError_t code : {cudaErrorIllegalAddress, cudaErrorLaunchFailure, cudaErrorECCUncorrectable,
                                 cudaErrorMisalignedAddress, cudaErrorLaunchTimeout, cudaErrorUnknown}) {
    const Error error = cuda_error(status(code), "cudaEventQuery");
    EXPECT_EQ(error.kind, ErrorKind::measurement) << error.what;
    EXPECT_TRUE(error.ends_process) << error.what;
    EXPECT_THAT(error.hint, HasSubstr("this process must end")) << error.what;
  }
}

TEST(CudaStatus, AnAbsentDeviceIsUnavailable) {
  for (const cudaError_t code : {cudaErrorNoDevice, cudaErrorInsufficientDriver, cudaErrorDevicesUnavailable,
                                 cudaErrorSystemNotReady, cudaErrorNoKernelImageForDevice}) {
    const Error error = cuda_error(status(code), "cudaGetDeviceCount");
    EXPECT_EQ(error.kind, ErrorKind::unavailable) << error.what;
    EXPECT_FALSE(error.ends_process) << error.what;
  }
}

TEST(CudaStatus, ARefusedCallIsAMeasurementErrorThatNamesIt) {
  const Result<void> outcome = succeeded(status(cudaErrorInvalidConfiguration), "launch of chain");
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().kind, ErrorKind::measurement);
  EXPECT_EQ(outcome.error().what, "invalid configuration argument (cudaErrorInvalidConfiguration)");
  EXPECT_EQ(outcome.error().where, "launch of chain");
}

}  // namespace
}  // namespace roofgate
