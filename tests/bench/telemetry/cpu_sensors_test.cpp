#include "bench/telemetry/cpu_sensors.hpp"

#include <gtest/gtest.h>

#include "tests/bench/telemetry/fake_machine.hpp"

namespace roofgate {
namespace {

TEST(CpuSensors, FrequencyIsOfTheFastestOfOurCpus) {
  FakeMachine machine;
  machine.write("sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq", "800000\n");
  machine.write("sys/devices/system/cpu/cpu1/cpufreq/scaling_cur_freq", "3200000\n");
  machine.write("sys/devices/system/cpu/cpu2/cpufreq/scaling_cur_freq", "3700000\n");
  const CpuSensors sensors{machine.files(), {0, 1}};
  EXPECT_TRUE(sensors.has_frequency());
  EXPECT_EQ(sensors.frequency(), Hertz{3.2e9});
}

TEST(CpuSensors, CpuinfoCountsWhereItVaries) {
  FakeMachine machine;
  machine.write("proc/cpuinfo",
                "processor\t: 0\ncpu MHz\t\t: 2596.150\n\nprocessor\t: 1\ncpu MHz\t\t: 3100.000\n\n"
                "processor\t: 2\ncpu MHz\t\t: 3500.000\n");
  const CpuSensors sensors{machine.files(), {0, 1}};
  EXPECT_TRUE(sensors.has_frequency());
  EXPECT_EQ(sensors.frequency(), Hertz{3.1e9});
}

TEST(CpuSensors, AConstantOfAVirtualMachineIsNoFrequency) {
  FakeMachine machine;
  machine.write("proc/cpuinfo", "processor\t: 0\ncpu MHz\t\t: 2596.150\n\nprocessor\t: 1\ncpu MHz\t\t: 2596.150\n");
  const CpuSensors sensors{machine.files(), {0, 1}};
  EXPECT_FALSE(sensors.has_frequency());
  EXPECT_FALSE(sensors.frequency());
}

TEST(CpuSensors, TemperatureIsOfTheHottestCpuSensor) {
  FakeMachine machine;
  machine.write("sys/class/hwmon/hwmon0/name", "nvme\n");
  machine.write("sys/class/hwmon/hwmon0/temp1_input", "99000\n");
  machine.write("sys/class/hwmon/hwmon1/name", "k10temp\n");
  machine.write("sys/class/hwmon/hwmon1/temp1_input", "61500\n");
  machine.write("sys/class/hwmon/hwmon1/temp2_input", "64250\n");
  machine.write("sys/class/hwmon/hwmon1/temp1_crit", "95000\n");
  const CpuSensors sensors{machine.files(), {0}};
  EXPECT_TRUE(sensors.has_temperature());
  EXPECT_EQ(sensors.temperature(), Celsius{64.25});
}

TEST(CpuSensors, ThermalZonesWhereNoDriverTells) {
  FakeMachine machine;
  machine.write("sys/class/thermal/thermal_zone0/type", "acpitz\n");
  machine.write("sys/class/thermal/thermal_zone0/temp", "20000\n");
  machine.write("sys/class/thermal/thermal_zone1/type", "x86_pkg_temp\n");
  machine.write("sys/class/thermal/thermal_zone1/temp", "-5000\n");
  const CpuSensors sensors{machine.files(), {0}};
  EXPECT_EQ(sensors.temperature(), Celsius{-5.0});
}

}  // namespace
}  // namespace roofgate
