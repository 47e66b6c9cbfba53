#include "bench/telemetry/nvml_library.hpp"

#include <gmock/gmock.h>

#include "tests/bench/telemetry/fake_nvml.hpp"

namespace roofgate {
namespace {

using ::testing::HasSubstr;

class NvmlLibraryTest : public ::testing::Test {
 protected:
  NvmlLibraryTest() { fake_.reset(); }

  [[nodiscard]] Error error_of_init(nvml::Return code) {
    fake_.init_result = code;
    return load_nvml(ROOFGATE_FAKE_NVML).error();
  }

  FakeNvml& fake_ = fake_nvml_in(ROOFGATE_FAKE_NVML);
};

TEST_F(NvmlLibraryTest, InitialisesAndShutsDownOnce) {
  {
    const auto library = load_nvml(ROOFGATE_FAKE_NVML);
    ASSERT_TRUE(library) << to_string(library.error());
    EXPECT_EQ((*library)->driver_version(), "580.65.06");
    EXPECT_EQ(fake_.initialised, 1);
  }
  EXPECT_EQ(fake_.initialised, 0);
}

TEST_F(NvmlLibraryTest, NoLibraryIsNoDriver) {
  const auto library = load_nvml("libroofgate-no-such-library.so.1");
  ASSERT_FALSE(library);
  EXPECT_EQ(library.error().kind, ErrorKind::unavailable);
  EXPECT_EQ(library.error().what, "libroofgate-no-such-library.so.1 was not found: no NVIDIA driver is installed here");
  EXPECT_THAT(library.error().hint, HasSubstr("install the driver"));
}

TEST_F(NvmlLibraryTest, ABrokenLibraryIsToldFromAMissingOne) {
  const auto library = load_nvml("/proc/self/cmdline");
  ASSERT_FALSE(library);
  EXPECT_THAT(library.error().what, HasSubstr("could not be loaded"));
}

TEST_F(NvmlLibraryTest, AnOldDriverLacksFunctions) {
  const auto library = load_nvml(ROOFGATE_FAKE_NVML_OLD);
  ASSERT_FALSE(library);
  EXPECT_THAT(library.error().what, HasSubstr("the driver is too old"));
  EXPECT_EQ(library.error().hint, "driver 450 (2020) or newer");
}

TEST_F(NvmlLibraryTest, EachFailureOfInitHasItsOwnWords) {
  EXPECT_EQ(error_of_init(nvml::kDriverNotLoaded).what, "the NVIDIA driver is installed but not loaded");
  EXPECT_EQ(error_of_init(nvml::kNoPermission).what, "no permission to talk to the NVIDIA driver");
  EXPECT_EQ(error_of_init(nvml::kVersionMismatch).what,
            "the loaded NVIDIA driver and its library are of different versions");
  EXPECT_EQ(error_of_init(nvml::kUnknown).what, "NVML could not be initialised: NVML failed (999)");
  EXPECT_EQ(fake_.initialised, 0) << "what was not initialised is not shut down";
}

}  // namespace
}  // namespace roofgate
