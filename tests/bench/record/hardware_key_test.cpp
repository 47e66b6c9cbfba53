#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>

#include "bench/record/environment.hpp"

namespace roofgate {
namespace {

Environment host(std::string model, int cores) {
  Environment environment;
  environment.backend = "host";
  environment.cpu.model = std::move(model);
  environment.cpu.cores = cores;
  return environment;
}

DeviceInfo h200(double watts = 700.0, bool ecc = true) {
  DeviceInfo device;
  device.name = "NVIDIA H200";
  device.power_limit = Watts{watts};
  device.ecc_enabled = ecc;
  return device;
}

Environment node(std::vector<DeviceInfo> devices) {
  Environment environment;
  environment.backend = "cuda";
  environment.devices = std::move(devices);
  return environment;
}

bool is_safe(const std::string& key) {
  const auto allowed = [](char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') || letter == '-' || letter == '_';
  };
  return !key.empty() && key.size() <= 160 && key.front() != '-' && std::all_of(key.begin(), key.end(), allowed);
}

TEST(HardwareKey, NamesHostsByModelAndCores) {
  EXPECT_EQ(hardware_key(host("AMD EPYC", 2)), "host-amd-epyc-2c");
  EXPECT_EQ(hardware_key(host("AMD EPYC 9654 96-Core Processor", 96)), "host-amd-epyc-9654-96c");
  EXPECT_EQ(hardware_key(host("Intel(R) Xeon(R) Platinum 8480C CPU @ 2.00GHz", 56)),
            "host-intel-xeon-platinum-8480c-56c");
}

TEST(HardwareKey, NamesDevicesByModelCountPowerAndEcc) {
  EXPECT_EQ(hardware_key(node(std::vector<DeviceInfo>(8, h200()))), "h200-x8-700w-ecc");
  EXPECT_EQ(hardware_key(node({h200(500.0, false)})), "h200-x1-500w-noecc");
}

TEST(HardwareKey, RoundsThePowerLimit) {
  EXPECT_EQ(hardware_key(node({h200(699.871)})), hardware_key(node({h200(700.0)})));
  EXPECT_NE(hardware_key(node({h200(650.0)})), hardware_key(node({h200(700.0)})));
}

TEST(HardwareKey, LeavesOutWhatTheDriverDoesNotTell) {
  DeviceInfo device;
  device.name = "NVIDIA GB10";
  EXPECT_EQ(hardware_key(node({device})), "gb10-x1");
}

TEST(HardwareKey, MarksMigOnce) {
  DeviceInfo whole = h200();
  whole.mig_enabled = true;
  EXPECT_EQ(hardware_key(node({whole})), "h200-x1-700w-ecc-mig");
  whole.name = "NVIDIA H200 MIG 1g.18gb";
  EXPECT_EQ(hardware_key(node({whole})), "h200-mig-1g-18gb-x1-700w-ecc");
}

TEST(HardwareKey, AMixedNodeListsEachKindInAnyOrder) {
  const std::string key = hardware_key(node({h200(), h200(500.0), h200()}));
  EXPECT_EQ(key, "h200-x1-500w-ecc_h200-x2-700w-ecc");
  EXPECT_EQ(key, hardware_key(node({h200(500.0), h200(), h200()})));
}

TEST(HardwareKey, SoftwareIsNeverPartOfIt) {
  Environment environment = node({h200()});
  const std::string before = hardware_key(environment);
  environment.software = {{"driver", "580.65"}, {"nccl", "2.27"}};
  environment.variables = {{"OMP_NUM_THREADS", "4"}};
  environment.host.kernel = "6.8";
  environment.devices[0].uuid = "GPU-1234";
  environment.devices[0].persistence_mode = true;
  EXPECT_EQ(hardware_key(environment), before);
}

TEST(HardwareKey, EmulatedDevicesHaveFoldersOfTheirOwn) {
  Environment environment = node({h200()});
  environment.backend = "cuda-emulated";
  EXPECT_EQ(hardware_key(environment), "cuda-emulated-h200-x1-700w-ecc");
}

TEST(HardwareKey, HostileNamesAreMadeSafe) {
  const std::string long_name(5000, 'x');
  for (const std::string& name : {std::string{"../../etc/passwd"}, std::string{"/"}, std::string{}, std::string{".."},
                                  std::string{"a\0b\n\x1b[2J", 8}, std::string{"NVIDIA H200; rm -rf ~"},
                                  std::string{"\xff\xfe\xe2\x80\xae"}, std::string{"CON"}, long_name}) {
    DeviceInfo device;
    device.name = name;
    EXPECT_TRUE(is_safe(hardware_key(node({device})))) << hardware_key(node({device}));
    EXPECT_TRUE(is_safe(hardware_key(host(name, 2)))) << hardware_key(host(name, 2));
  }
  DeviceInfo device = h200(std::numeric_limits<double>::quiet_NaN());
  EXPECT_TRUE(is_safe(hardware_key(node({device}))));
  EXPECT_TRUE(is_safe(hardware_key(node({}))));
}

TEST(HardwareKey, CutNamesStayApart) {
  DeviceInfo a;
  DeviceInfo b;
  a.name = std::string(300, 'x') + "a";
  b.name = std::string(300, 'x') + "b";
  EXPECT_NE(hardware_key(node({a})), hardware_key(node({b})));
}

TEST(HardwareKey, ManyKindsStayWithinAFileName) {
  std::vector<DeviceInfo> devices;
  for (int kind = 0; kind < 64; ++kind) {
    DeviceInfo device;
    device.name = "NVIDIA Model " + std::to_string(kind);
    devices.push_back(device);
  }
  EXPECT_TRUE(is_safe(hardware_key(node(devices))));
}

}  // namespace
}  // namespace roofgate
