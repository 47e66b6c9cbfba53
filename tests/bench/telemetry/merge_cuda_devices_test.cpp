#include "bench/telemetry/merge_cuda_devices.hpp"

#include <gmock/gmock.h>

namespace roofgate {
namespace {

CudaDevice cuda(int index, std::string uuid, std::string address) {
  CudaDevice device;
  device.index = index;
  device.name = "NVIDIA H200";
  device.uuid = std::move(uuid);
  device.pci_bus_id = std::move(address);
  device.multiprocessors = 132;
  device.sm_clock = Hertz{1830e6};
  return device;
}

DeviceInfo nvml(int index, std::string uuid, std::string address, double watts) {
  DeviceInfo info;
  info.index = index;
  info.name = "NVIDIA H200";
  info.uuid = std::move(uuid);
  info.pci_bus_id = std::move(address);
  info.power_limit = Watts{watts};
  info.max_sm_clock = Hertz{1980e6};
  return info;
}

TEST(MergeCudaDevices, VisibleDevicesDecideWhichAndInWhatOrder) {
  const std::vector<DeviceInfo> all{nvml(0, "GPU-a", "00000000:53:00.0", 500),
                                    nvml(1, "GPU-b", "00000000:64:00.0", 600),
                                    nvml(2, "GPU-c", "00000000:75:00.0", 700)};
  const auto merged = merge_cuda_devices({cuda(0, "GPU-c", "0000:75:00.0"), cuda(1, "GPU-a", "0000:53:00.0")}, all);
  ASSERT_EQ(merged.size(), 2U);
  EXPECT_EQ(merged[0].index, 0);
  EXPECT_EQ(merged[0].power_limit, Watts{700});
  EXPECT_EQ(merged[1].index, 1);
  EXPECT_EQ(merged[1].power_limit, Watts{500});
  EXPECT_EQ(merged[0].multiprocessors, 132);
  EXPECT_EQ(merged[0].max_sm_clock, Hertz{1980e6}) << "NVML tells the maximum, CUDA a nominal clock";
}

TEST(MergeCudaDevices, AMigSliceHasItsDevicesAddressAndKeepsItsName) {
  CudaDevice slice = cuda(0, "MIG-1", "0000:53:00.0");
  slice.name = "NVIDIA H200 MIG 1g.18gb";
  DeviceInfo whole = nvml(0, "GPU-a", "00000000:53:00.0", 700);
  whole.mig_enabled = true;
  const auto merged = merge_cuda_devices({slice}, {whole});
  EXPECT_EQ(merged[0].name, "NVIDIA H200 MIG 1g.18gb");
  EXPECT_EQ(merged[0].uuid, "MIG-1");
  EXPECT_EQ(merged[0].mig_enabled, true);
  EXPECT_EQ(merged[0].power_limit, Watts{700});
}

TEST(MergeCudaDevices, WithoutAPartnerWhatNvmlTellsIsAbsent) {
  const auto merged = merge_cuda_devices({cuda(0, "", "")}, {nvml(0, "", "", 700)});
  ASSERT_EQ(merged.size(), 1U);
  EXPECT_FALSE(merged[0].power_limit) << "two unknown addresses are not one place";
  EXPECT_FALSE(merged[0].ecc_enabled);
  EXPECT_EQ(merged[0].max_sm_clock, Hertz{1830e6});
}

TEST(MergeCudaDevices, NoCudaDeviceIsNoDevice) {
  EXPECT_TRUE(merge_cuda_devices({}, {nvml(0, "GPU-a", "00000000:53:00.0", 700)}).empty());
}

}  // namespace
}  // namespace roofgate
