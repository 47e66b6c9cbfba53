#include "kernels/cuda/driver.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/cuda/cuda_platform.hpp"

namespace roofgate {
namespace {

using ::testing::HasSubstr;

const std::string kText = "the runtime's own sentence";

DriverProbe working_driver() {
  DriverProbe probe;
  probe.supported = 13000;
  probe.needed = 13000;
  probe.kernel_module = true;
  return probe;
}

TEST(ExplainAbsence, NoDriverLibraryIsNamedWithTheLoadersReason) {
  DriverProbe probe;
  probe.load_error = "cannot open shared object file: No such file or directory";
  const Error error = explain_absence(kText, "cudaGetDeviceCount", probe);
  EXPECT_EQ(error.kind, ErrorKind::unavailable);
  EXPECT_EQ(error.what,
            "CUDA driver not found (libcuda.so.1): cannot open shared object file: No such file or directory");
  EXPECT_EQ(error.where, "cudaGetDeviceCount");
  EXPECT_THAT(error.hint, HasSubstr("--backend host"));
}

TEST(ExplainAbsence, AnOldDriverIsToldFromTheVersionItNeeds) {
  DriverProbe probe = working_driver();
  probe.supported = 12040;
  EXPECT_EQ(explain_absence(kText, "", probe).what,
            "CUDA driver too old: it supports CUDA 12.4, this program was built with 13.0");
}

TEST(ExplainAbsence, ALibraryWithoutItsKernelModuleSaysSo) {
  DriverProbe probe = working_driver();
  probe.kernel_module = false;
  EXPECT_EQ(explain_absence(kText, "", probe).what,
            "NVIDIA kernel module not loaded (libcuda.so.1 is there): " + kText);
}

TEST(ExplainAbsence, HiddenDevicesAreBlamedOnTheVariable) {
  DriverProbe probe = working_driver();
  probe.visible_devices = "CUDA_VISIBLE_DEVICES=7";
  const Error error = explain_absence(kText, "", probe);
  EXPECT_EQ(error.what, kText);
  EXPECT_THAT(error.hint, HasSubstr("CUDA_VISIBLE_DEVICES=7"));
}

TEST(ExplainAbsence, WithNothingToBlameTheRuntimesSentenceStays) {
  EXPECT_EQ(explain_absence(kText, "", working_driver()).what, kText);
}

TEST(CudaVersionText, IsMajorAndMinor) {
  EXPECT_EQ(cuda_version_text(13000), "13.0");
  EXPECT_EQ(cuda_version_text(12040), "12.4");
}

TEST(CudaDevices, WithoutADriverSaysExactlyWhatIsMissing) {
  if (probe_driver().load_error.empty()) GTEST_SKIP() << "this machine has a CUDA driver";
  const Result<std::vector<CudaDevice>> devices = cuda_devices();
  ASSERT_FALSE(devices);
  EXPECT_EQ(devices.error().kind, ErrorKind::unavailable);
  EXPECT_EQ(devices.error().what,
            "CUDA driver not found (libcuda.so.1): cannot open shared object file: No such file or directory");
  EXPECT_FALSE(devices.error().ends_process);
}

TEST(CudaPlatform, WithoutADriverIsUnavailable) {
  if (probe_driver().load_error.empty()) GTEST_SKIP() << "this machine has a CUDA driver";
  const Result<std::unique_ptr<CudaPlatform>> platform = make_cuda_platform(0);
  ASSERT_FALSE(platform);
  EXPECT_EQ(platform.error().kind, ErrorKind::unavailable);
  EXPECT_THAT(platform.error().what, HasSubstr("CUDA driver not found"));
}

TEST(CudaPlatform, BlockingLaunchesAreRefused) {
  ASSERT_EQ(setenv("CUDA_LAUNCH_BLOCKING", "1", 1), 0);
  const Result<std::unique_ptr<CudaPlatform>> platform = make_cuda_platform(0);
  unsetenv("CUDA_LAUNCH_BLOCKING");
  ASSERT_FALSE(platform);
  EXPECT_EQ(platform.error().what, "CUDA_LAUNCH_BLOCKING=1 makes every launch wait for its end");
  EXPECT_EQ(platform.error().hint, "unset CUDA_LAUNCH_BLOCKING to measure");
}

TEST(CudaSoftware, NamesTheLibrariesThatAreLoaded) {
  std::string names;
  for (const auto& [name, version] : cuda_software()) {
    names += name + ' ';
    EXPECT_FALSE(version.empty()) << name;
  }
  EXPECT_THAT(names, HasSubstr("cuda_runtime cublaslt"));
}

}  // namespace
}  // namespace roofgate
