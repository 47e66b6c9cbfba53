#include "bench/telemetry/nvml_devices.hpp"

#include <gmock/gmock.h>

#include "tests/bench/telemetry/fake_nvml.hpp"

namespace roofgate {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class NvmlDevicesTest : public ::testing::Test {
 protected:
  NvmlDevicesTest() {
    fake_.reset();
    library_ = load_nvml(ROOFGATE_FAKE_NVML).value();
  }

  FakeNvml& fake_ = fake_nvml_in(ROOFGATE_FAKE_NVML);
  std::shared_ptr<const NvmlLibrary> library_;
  std::vector<std::string> gaps_;
};

TEST_F(NvmlDevicesTest, DescribesADevice) {
  const auto devices = nvml_devices(*library_, gaps_);
  ASSERT_TRUE(devices);
  ASSERT_EQ(devices->size(), 1U);
  const DeviceInfo& device = devices->front();
  EXPECT_EQ(device.name, "NVIDIA H200");
  EXPECT_EQ(device.pci_bus_id, "00000000:53:00.0");
  EXPECT_EQ(device.compute_capability, 90);
  EXPECT_EQ(device.memory, Bytes{150754820096.0});
  EXPECT_EQ(device.max_sm_clock, Hertz{1980e6});
  EXPECT_EQ(device.max_memory_clock, Hertz{3201e6});
  EXPECT_EQ(device.memory_bus_bits, 6144);
  EXPECT_EQ(device.power_limit, Watts{700.0});
  EXPECT_EQ(device.ecc_enabled, true);
  EXPECT_EQ(device.mig_enabled, false);
  EXPECT_EQ(device.persistence_mode, true);
  EXPECT_THAT(gaps_, IsEmpty());
}

TEST_F(NvmlDevicesTest, WhatIsNotSupportedIsAbsentNotZero) {
  for (const char* const function : {"nvmlDeviceGetEnforcedPowerLimit", "nvmlDeviceGetEccMode", "nvmlDeviceGetMigMode",
                                     "nvmlDeviceGetMaxClockInfo"}) {
    fake_.results[function] = nvml::kNotSupported;
  }
  const DeviceInfo device = nvml_devices(*library_, gaps_).value().front();
  EXPECT_FALSE(device.power_limit);
  EXPECT_FALSE(device.ecc_enabled);
  EXPECT_FALSE(device.mig_enabled);
  EXPECT_FALSE(device.max_sm_clock);
}

TEST_F(NvmlDevicesTest, MigIsSeen) {
  fake_.gpus[0].mig = 1;
  EXPECT_EQ(nvml_devices(*library_, gaps_).value().front().mig_enabled, true);
}

TEST_F(NvmlDevicesTest, ADeviceThatMayNotBeOpenedIsAGap) {
  fake_.gpus.resize(2);
  fake_.gpus[0].open_result = nvml::kNoPermission;
  const auto devices = nvml_devices(*library_, gaps_);
  ASSERT_TRUE(devices);
  ASSERT_EQ(devices->size(), 1U);
  EXPECT_EQ(devices->front().index, 1);
  EXPECT_THAT(gaps_, ElementsAre("GPU 0: no permission"));
}

TEST_F(NvmlDevicesTest, CountingCanFail) {
  fake_.results["nvmlDeviceGetCount_v2"] = nvml::kGpuIsLost;
  EXPECT_EQ(nvml_devices(*library_, gaps_).error().what,
            "the devices could not be counted: the device fell off the bus");
}

TEST_F(NvmlDevicesTest, IsFoundByAddressElseByUuid) {
  fake_.gpus.resize(2);
  fake_.gpus[1].pci_bus_id = "00000000:64:00.0";
  fake_.gpus[1].uuid = "GPU-1";
  const auto by_address = find_nvml_device(*library_, "0000:64:00.0", "");
  ASSERT_TRUE(by_address);
  EXPECT_EQ(find_nvml_device(*library_, "", "GPU-1").value(), *by_address);
  EXPECT_EQ(find_nvml_device(*library_, "0000:99:00.0", "GPU-9").error().what,
            "NVML shows no device at 0000:99:00.0 (GPU-9)");
}

TEST(PciAddress, IsOnePlaceWhateverItsSpelling) {
  EXPECT_TRUE(is_same_pci_address("0000:53:00.0", "00000000:53:00.0"));
  EXPECT_TRUE(is_same_pci_address("0000:a8:00.0", "00000000:A8:00.0"));
  EXPECT_FALSE(is_same_pci_address("0000:53:00.0", "0001:53:00.0"));
  for (const char* const nonsense : {"", "GPU-1", "0000:53:00", "0000:53:00.0x"}) {
    EXPECT_FALSE(is_same_pci_address(nonsense, nonsense)) << nonsense;
  }
}

}  // namespace
}  // namespace roofgate
