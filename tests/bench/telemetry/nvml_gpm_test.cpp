#include "bench/telemetry/nvml_gpm.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "bench/telemetry/nvml_devices.hpp"
#include "tests/bench/telemetry/fake_nvml.hpp"

namespace roofgate {
namespace {

class NvmlGpmTest : public ::testing::Test {
 protected:
  NvmlGpmTest() { fake_.reset(); }

  std::optional<NvmlGpm> make(const char* file = ROOFGATE_FAKE_NVML) {
    auto library = load_nvml(file).value();
    const nvml::Device device = find_nvml_device(*library, "0000:53:00.0", "").value();
    return NvmlGpm::create(std::move(library), device, why_);
  }

  std::optional<Activity> watch(Seconds window = Seconds{0.5}) {
    auto gpm = make();
    EXPECT_TRUE(gpm) << why_;
    gpm->begin();
    return gpm->end(window);
  }

  FakeNvml& fake_ = fake_nvml_in(ROOFGATE_FAKE_NVML);
  std::string why_;
};

TEST_F(NvmlGpmTest, PercentBecomesSharesAndMebibytesBytes) {
  fake_.gpus[0].gpm_metrics = {{1, 100.0}, {2, 98.0}, {3, 21.5}, {5, 81.0}, {10, 34.0}, {60, 1.0}, {61, 2.0}};
  const auto seen = watch();
  ASSERT_TRUE(seen);
  EXPECT_EQ(seen->source, "nvml_gpm");
  EXPECT_EQ(seen->kernel_resident, Ratio{1.0});
  EXPECT_EQ(seen->sm_active, Ratio{0.98});
  EXPECT_EQ(seen->sm_occupancy, Ratio{0.215});
  EXPECT_EQ(seen->tensor_busy, Ratio{0.81});
  EXPECT_EQ(seen->dram_busy, Ratio{0.34});
  EXPECT_EQ(seen->nvlink, BytesPerSecond{3.0 * 1048576.0});
}

TEST_F(NvmlGpmTest, AMetricThatIsNotSupportedIsAbsent) {
  fake_.gpus[0].gpm_metrics = {{2, 98.0}, {60, 1.0}, {10, std::numeric_limits<double>::quiet_NaN()}};
  const auto seen = watch();
  ASSERT_TRUE(seen);
  EXPECT_EQ(seen->sm_active, Ratio{0.98});
  EXPECT_FALSE(seen->tensor_busy);
  EXPECT_FALSE(seen->dram_busy);
  EXPECT_FALSE(seen->nvlink);
}

TEST_F(NvmlGpmTest, AShortWindowIsNotResolved) { EXPECT_FALSE(watch(Seconds{0.05})); }

TEST_F(NvmlGpmTest, AnOlderDeviceSaysSo) {
  fake_.gpus[0].gpm = 0;
  EXPECT_FALSE(make());
  EXPECT_EQ(why_, "not supported by this device: Hopper and newer have them");
}

TEST_F(NvmlGpmTest, AnOlderDriverSaysSo) {
  fake_nvml_in(ROOFGATE_FAKE_NVML_R525).reset();
  EXPECT_FALSE(make(ROOFGATE_FAKE_NVML_R525));
  EXPECT_EQ(why_, "this driver does not have the call");
}

TEST_F(NvmlGpmTest, ARefusalSaysSo) {
  fake_.results["nvmlGpmQueryDeviceSupport"] = nvml::kNoPermission;
  EXPECT_FALSE(make());
  EXPECT_EQ(why_, "no permission");
}

TEST_F(NvmlGpmTest, AFailureHalfWayLeavesNoFigures) {
  auto gpm = make();
  gpm->begin();
  fake_.results["nvmlGpmMetricsGet"] = nvml::kUnknown;
  EXPECT_FALSE(gpm->end(Seconds{0.5}));
}

}  // namespace
}  // namespace roofgate
