#include "bench/telemetry_dump/dump_formats.hpp"

#include <gmock/gmock.h>

#include "tests/bench/telemetry_dump/dump_text.hpp"

namespace roofgate {
namespace {

using testing::HasSubstr;

const DeviceSample& first(const TelemetryDump& dump, std::size_t device = 0) {
  return dump.devices.at(device).samples.at(0);
}

TEST(DumpFormats, NvidiaSmiCsvWithUnitsAndBothSpellingsOfReasons) {
  for (const std::string reasons : {"clocks_event_reasons", "clocks_throttle_reasons"}) {
    const auto dump = good_dump(
        "timestamp, index, name, uuid, pci.bus_id, clocks.current.sm [MHz], clocks.max.sm [MHz], "
        "power.draw [W], enforced.power.limit [W], temperature.gpu, utilization.gpu [%], " +
        reasons + ".active, " + reasons + ".sw_power_cap, memory.used [MiB]\n" +
        "2026/11/29 02:00:09.125, 3, NVIDIA H200, GPU-3, 00000000:53:00.0, 1605 MHz, 1980 MHz, "
        "688.40 W, 700.00 W, 66, 97 %, 0x0000000000000004, Active, 71000 MiB\n");
    ASSERT_EQ(dump.devices.size(), 1U);
    EXPECT_EQ(title_of(dump.devices[0]), "device 3 (NVIDIA H200)");
    EXPECT_EQ(dump.devices[0].uuid, "GPU-3");
    EXPECT_EQ(first(dump).clock, Hertz{1605e6});
    EXPECT_EQ(first(dump).max_clock, Hertz{1980e6});
    EXPECT_EQ(first(dump).power, Watts{688.4});
    EXPECT_EQ(first(dump).power_limit, Watts{700});
    EXPECT_EQ(first(dump).temperature, Celsius{66});
    EXPECT_EQ(first(dump).utilisation, Ratio{0.97});
    EXPECT_EQ(first(dump).reasons, 4U);
  }
}

TEST(DumpFormats, WhatTheToolDoesNotKnowIsAbsentAndNoRemark) {
  const auto dump = good_dump(
      "index, name, power.limit, clocks.sm, utilization.gpu, temperature.gpu, clocks_throttle_reasons.active\n"
      "0, NVIDIA GB10, [N/A], 2400, 0, [Unknown Error], [Not Supported]\n"
      "1, NVIDIA GB10, N/A, [Insufficient Permissions], 1, ERR!, [Requested functionality has been deprecated]\n");
  ASSERT_EQ(dump.devices.size(), 2U);
  EXPECT_FALSE(first(dump).power_limit);
  EXPECT_FALSE(first(dump).temperature);
  EXPECT_FALSE(first(dump).reasons);
  EXPECT_TRUE(dump.remarks.all().empty());
}

TEST(DumpFormats, CsvRowsThatDoNotFitAreCounted) {
  const auto dump = good_dump(
      "# index, name, utilization.gpu, clocks.sm\n"
      "0, A, 3, 1000\n"
      "0, A, 3\n"
      "0, A, 300, 1000\n"
      "index, name, utilization.gpu, clocks.sm\n"
      "0, A, 4, 1001\n");
  EXPECT_EQ(dump.remarks.summary(), "3 of 4 rows read, 1 refused");
  EXPECT_EQ(dump.devices.at(0).samples.size(), 3U);
  EXPECT_FALSE(dump.devices[0].samples[1].utilisation) << "300 % is no utilisation";
}

TEST(DumpFormats, CsvThatPassedThroughASpreadsheet) {
  for (const char* text : {"\"timestamp\",\"index\",\"name\",\"clocks.sm [MHz]\",\"power.draw [W]\"\n"
                           "\"2026/11/29 02:00:09.500\",\"3\",\"NVIDIA, H200\",\"1755 MHz\",\"650.25 W\"\n",
                           "timestamp;index;name;clocks.sm [MHz];power.draw [W]\n"
                           "2026/11/29 02:00:09,500;3;NVIDIA, H200;1755 MHz;650,25 W\n",
                           "timestamp\tindex\tname\tclocks.sm [MHz]\tpower.draw [W]\n"
                           "2026/11/29 02:00:09,500\t3\tNVIDIA, H200\t1755 MHz\t650,25 W\n"}) {
    const auto dump = good_dump(text);
    ASSERT_EQ(dump.devices.size(), 1U) << text;
    EXPECT_EQ(title_of(dump.devices[0]), "device 3 (NVIDIA, H200)");
    EXPECT_EQ(first(dump).moment_s, 1795917609.5);
    EXPECT_EQ(first(dump).power, Watts{650.25});
  }
}

TEST(DumpFormats, ACommaInANumberIsNotGuessedAt) {
  const auto dump = dump_of("index, clocks.sm, power.draw\n0, 1755, 650,25\n0, 1755\n");
  ASSERT_FALSE(dump);
  EXPECT_THAT(to_string(dump.error()), HasSubstr("0 of 2 rows read, 2 refused; 1 refused: more cells than the header "
                                                 "has: a comma in a number or in a name (line 2)"));
}

TEST(DumpFormats, OfAColumnThatComesTwiceTheFirstIsRead) {
  const auto dump = good_dump("index, clocks.sm, clocks.current.sm, utilization.gpu\n0, 1755, 200, 99\n");
  EXPECT_EQ(first(dump).clock, Hertz{1755e6});
  EXPECT_THAT(to_string(dump.remarks.all().at(0)), HasSubstr("a column comes twice"));
}

TEST(DumpFormats, ViolationsOfDmonAreReasons) {
  const auto dump = good_dump(
      "# gpu   pwr  gtemp    sm   mclk   pclk  pviol  tviol\n"
      "# Idx     W      C     %    MHz    MHz      %   bool\n"
      "    0   690     60   100   2619   1600     35      0\n"
      "    1   600     88   100   2619   1200      0      1\n"
      "    2   500     60   100   2619   1980      0      0\n"
      "    3   500     60   100   2619   1980      -      -\n");
  EXPECT_EQ(first(dump, 0).reasons, 0x4U);
  EXPECT_EQ(first(dump, 1).reasons, 0x20U);
  EXPECT_EQ(first(dump, 2).reasons, 0U);
  EXPECT_FALSE(first(dump, 3).reasons);
}

TEST(DumpFormats, ExporterMomentsInMillisecondsAndInSeconds) {
  for (const char* moment : {"1795917609500", "1795917609.5", "1.7959176095e+12"}) {
    EXPECT_EQ(first(good_dump("DCGM_FI_DEV_SM_CLOCK{gpu=\"0\"} 1755 " + std::string{moment} + "\n")).moment_s,
              1795917609.5)
        << moment;
  }
}

TEST(DumpFormats, DevicesOfSeveralHostsAreToldApart) {
  std::string text;
  for (const char* host : {"a", "b"}) {
    text += std::string{"DCGM_FI_DEV_SM_CLOCK{gpu=\"0\",modelName=\"NVIDIA H200\",Hostname=\""} + host + "\"} 1755\n";
  }
  const auto dump = good_dump(text);
  ASSERT_EQ(dump.devices.size(), 2U);
  EXPECT_EQ(title_of(dump.devices[0]), "device 0 (NVIDIA H200) of a");
  EXPECT_EQ(title_of(dump.devices[1]), "device 0 (NVIDIA H200) of b");
}

TEST(DumpFormats, NvidiaSmiTextWithNestedReasonsInALoop) {
  const std::string part =
      "==============NVSMI LOG==============\n\n"
      "Timestamp                                 : Sun Nov 29 02:00:09 2026\n"
      "Driver Version                            : 535.161.08\n\n"
      "Attached GPUs                             : 1\n"
      "GPU 00000000:19:00.0\n"
      "    Product Name                          : NVIDIA H100 80GB HBM3\n"
      "    Performance State                     : P0\n"
      "    Clocks Event Reasons\n"
      "        Idle                              : Not Active\n"
      "        SW Power Cap                      : Not Active\n"
      "        HW Slowdown                       : Active\n"
      "            HW Thermal Slowdown           : Not Active\n"
      "            HW Power Brake Slowdown       : Active\n"
      "    Utilization\n"
      "        Gpu                               : 93 %\n"
      "        Memory                            : 41 %\n"
      "    ECC Errors\n"
      "        Volatile\n"
      "            SRAM Uncorrectable Parity     : 0\n"
      "            DRAM Uncorrectable            : 2\n"
      "        Aggregate\n"
      "            DRAM Uncorrectable            : 9\n"
      "    GPU Power Readings\n"
      "        Power Draw                        : 310.25 W\n"
      "        Current Power Limit               : 700.00 W\n"
      "        Requested Power Limit             : 650.00 W\n"
      "    Module Power Readings\n"
      "        Power Draw                        : 999.00 W\n"
      "    Temperature\n"
      "        GPU Current Temp                  : 55 C\n"
      "    Clocks\n"
      "        SM                                : 995 MHz\n"
      "        Memory                            : 2619 MHz\n"
      "    Max Clocks\n"
      "        SM                                : 1980 MHz\n";
  const auto dump = good_dump("\n" + part + "\n" + part);
  ASSERT_EQ(dump.devices.size(), 1U);
  ASSERT_EQ(dump.devices[0].samples.size(), 2U);
  EXPECT_EQ(dump.driver, "535.161.08");
  EXPECT_EQ(first(dump).reasons, 0x88U);
  EXPECT_EQ(first(dump).power, Watts{310.25}) << "the GPU's, not the module's";
  EXPECT_EQ(first(dump).power_limit, Watts{700});
  EXPECT_EQ(first(dump).clock, Hertz{995e6});
  EXPECT_EQ(first(dump).max_clock, Hertz{1980e6});
  EXPECT_EQ(first(dump).ecc_errors, 2.0) << "volatile ones alone";
  EXPECT_EQ(first(dump).moment_s, 1795917609);
}

TEST(DumpFormats, NvidiaSmiXmlOldAndNew) {
  const std::string text =
      "<?xml version=\"1.0\" ?>\n<!DOCTYPE nvidia_smi_log SYSTEM \"nvsmi_device_v12.dtd\">\n<nvidia_smi_log>\n"
      "<timestamp>Sun Nov 29 02:00:09 2026</timestamp><driver_version>550.1</driver_version>\n"
      "<gpu id=\"00000000:18:00.0\"><product_name>NVIDIA A100-SXM4-80GB</product_name><uuid>GPU-a</uuid>\n"
      "<clocks_throttle_reasons><clocks_throttle_reason_sw_thermal_slowdown>Active</"
      "clocks_throttle_reason_sw_thermal_slowdown></clocks_throttle_reasons>\n"
      "<utilization><gpu_util>88 %</gpu_util></utilization>\n"
      "<gpu_power_readings><power_draw> N/A </power_draw><instant_power_draw> 66.84 W "
      "</instant_power_draw></gpu_power_readings>\n"
      "<clocks><sm_clock>1110 MHz</sm_clock><mem_clock>1593 MHz</mem_clock></clocks></gpu>\n"
      "<gpu id=\"00000000:19:00.0\"><uuid>GPU-b</uuid><clocks_event_reasons><clocks_event_reason_gpu_idle>Active</"
      "clocks_event_reason_gpu_idle></clocks_event_reasons></gpu>\n"
      "</nvidia_smi_log>\n";
  const auto dump = good_dump(text + text);
  ASSERT_EQ(dump.devices.size(), 2U);
  EXPECT_EQ(dump.devices[0].samples.size(), 2U);
  EXPECT_EQ(first(dump).reasons, 0x20U);
  EXPECT_EQ(first(dump).power, Watts{66.84});
  EXPECT_EQ(first(dump).memory_clock, Hertz{1593e6});
  EXPECT_TRUE(is_idle(first(dump, 1)));
}

TEST(DumpFormats, ABrokenXmlDocumentIsCountedAndTheOthersStay) {
  const auto dump = good_dump(
      "<nvidia_smi_log>\n<gpu><uuid>GPU-a</uuid><utilization><gpu_util>1 %</gpu_util></utilization></gpu>\n"
      "</nvidia_smi_log>\n<nvidia_smi_log>\n<gpu><uuid>GPU-a</uuid><utili\n");
  EXPECT_EQ(dump.devices.at(0).samples.size(), 1U);
  EXPECT_EQ(dump.remarks.rows_refused(), 1U);
}

TEST(DumpFormats, NvidiaDmonWithDatesAndACsvForm) {
  const auto dump = good_dump(
      "#Date       Time        gpu    pwr  gtemp  mtemp     sm    mem   mclk   pclk\n"
      "#YYYYMMDD   HH:MM:SS    Idx      W      C      C      %      %    MHz    MHz\n"
      " 20261129   02:00:09      0    411     45      -     95     40   2619   1755\n"
      " 20261129   02:00:09      1     98     33      -      -      -   2619    345\n"
      "# gpu, pwr, gtemp, sm, mclk, pclk\n"
      "0, 412, 46, 96, 2619, 1740\n");
  ASSERT_EQ(dump.devices.size(), 2U);
  EXPECT_EQ(first(dump).moment_s, 1795917609);
  EXPECT_EQ(first(dump).clock, Hertz{1755e6});
  EXPECT_FALSE(first(dump, 1).utilisation);
  EXPECT_EQ(dump.devices[0].samples.at(1).power, Watts{412});
}

TEST(DumpFormats, DcgmiDmon) {
  const auto dump = good_dump(
      "#Entity   POWER   GPUTL  SMCLK  DVCCTR\n"
      "ID        W\n"
      "GPU 0     502.5   100    1830   0\n"
      "GPU 1     118.2   100    1980   140737488355328\n"
      "GPU 2     N/A     N/A    N/A    N/A\n");
  ASSERT_EQ(dump.devices.size(), 3U);
  EXPECT_EQ(first(dump).power, Watts{502.5});
  EXPECT_EQ(dump.devices[1].index, 1);
  EXPECT_TRUE(dump.devices[2].samples.empty()) << "it is there, and tells nothing";
  EXPECT_EQ(dump.remarks.rows_refused(), 1U) << "nothing is known of GPU 2";
}

TEST(DumpFormats, DcgmiDmonProfilingFieldsAndMomentsPutBefore) {
  const auto dump = good_dump(
      "2026-11-29T02:00:08Z #Entity   GRACT  SMACT  SMOCC  TENSO  DRAMA  PCITX  NVLTX        NVLRX\n"
      "2026-11-29T02:00:08Z ID\n"
      "2026-11-29T02:00:09Z GPU 0     0.998  0.971  0.125  0.812  0.351  1000   2000000000   1000000000\n"
      "2026-11-29 02:00:10 GPU 0     1.001  0.9    0.1    N/A    -0.5   1000   N/A          5\n"
      "soon GPU 0     1.5    0.9    0.1    0.2    0.3    1000   1            5\n");
  ASSERT_EQ(dump.devices.size(), 1U);
  EXPECT_EQ(first(dump).moment_s, 1795917609);
  EXPECT_EQ(first(dump).engine_active, Ratio{0.998});
  EXPECT_EQ(first(dump).sm_active, Ratio{0.971});
  EXPECT_EQ(first(dump).sm_occupancy, Ratio{0.125});
  EXPECT_EQ(first(dump).tensor_active, Ratio{0.812});
  EXPECT_EQ(first(dump).dram_active, Ratio{0.351});
  EXPECT_EQ(first(dump).nvlink_sent, BytesPerSecond{2e9});
  EXPECT_EQ(first(dump).nvlink_received, BytesPerSecond{1e9});
  const DeviceSample& second = dump.devices[0].samples.at(1);
  EXPECT_EQ(second.moment_s, 1795917610);
  EXPECT_EQ(second.engine_active, Ratio{1.001});
  EXPECT_FALSE(second.tensor_active || second.dram_active || second.nvlink_sent);
  const DeviceSample& third = dump.devices[0].samples.at(2);
  EXPECT_FALSE(third.moment_s || third.engine_active) << "neither 'soon' nor 150 % can be read";
}

TEST(DumpFormats, ExporterProfilingFieldsOfTheDeviceAndNotOfItsSlices) {
  const auto dump = good_dump(
      "DCGM_FI_PROF_SM_ACTIVE{gpu=\"0\",UUID=\"GPU-x\"} 0.97\n"
      "DCGM_FI_PROF_PIPE_TENSOR_ACTIVE{gpu=\"0\",UUID=\"GPU-x\"} 0.81\n"
      "DCGM_FI_PROF_SM_ACTIVE{gpu=\"0\",UUID=\"GPU-x\",GPU_I_ID=\"3\"} 0.11\n");
  ASSERT_EQ(dump.devices.size(), 1U);
  ASSERT_EQ(dump.devices[0].samples.size(), 1U);
  EXPECT_EQ(first(dump).sm_active, Ratio{0.97});
  EXPECT_EQ(first(dump).tensor_active, Ratio{0.81});
}

TEST(DumpFormats, ExporterTextScrapeAfterScrape) {
  const std::string labels =
      "{gpu=\"2\",UUID=\"GPU-x\",pci_bus_id=\"00000000:53:00.0\",modelName=\"NVIDIA \\\"H100\\\"\","
      "DCGM_FI_DRIVER_VERSION=\"580.1\",pod=\"secret-pod\"}";
  const std::string scrape =
      "# HELP DCGM_FI_DEV_POWER_USAGE Power draw (in W).\n"
      "DCGM_FI_DEV_POWER_USAGE" +
      labels + " 311.5 1795917609000\n" + "DCGM_FI_DEV_GPU_UTIL" + labels + " 100\n" +
      "DCGM_FI_DEV_CLOCK_THROTTLE_REASONS" + labels + " 8.000000\n" + "DCGM_FI_DEV_SM_CLOCK" + labels + " 1410\n";
  const auto dump = good_dump(scrape + scrape);
  ASSERT_EQ(dump.devices.size(), 1U);
  ASSERT_EQ(dump.devices[0].samples.size(), 2U);
  EXPECT_EQ(dump.devices[0].name, "NVIDIA \"H100\"");
  EXPECT_EQ(first(dump).reasons, 8U);
  EXPECT_EQ(first(dump).moment_s, 1795917609);
  EXPECT_EQ(dump.driver, "580.1");
}

TEST(DumpFormats, NvidiaGpuExporterHasItsOwnUnits) {
  const auto dump = good_dump(
      "nvidia_smi_gpu_info{driver_version=\"595\",index=\"0\",name=\"NVIDIA L40S\",pci_bus_id=\"00000000:01:00.0\","
      "uuid=\"u-1\"} 1\n"
      "nvidia_smi_clocks_current_sm_clock_hz{uuid=\"u-1\"} 2.52e+09\n"
      "nvidia_smi_utilization_gpu_ratio{uuid=\"u-1\"} 0.09\n");
  EXPECT_EQ(dump.devices.at(0).name, "NVIDIA L40S");
  EXPECT_EQ(first(dump).clock, Hertz{2520e6});
  EXPECT_NEAR(first(dump).utilisation.value().value(), 0.09, 1e-12);
}

TEST(DumpFormats, RocmSmiJsonTextAndTable) {
  const auto json = good_dump(
      "WARNING: AMD GPU device(s) is/are in a low-power state.\n"
      "{\"card0\": {\"Device ID\": \"0x74a1\", \"Unique ID\": \"0xabc\", \"Temperature (Sensor edge) (C)\": \"41.0\", "
      "\"Temperature (Sensor junction) (C)\": \"47.0\", \"mclk clock speed:\": \"(900Mhz)\", "
      "\"sclk clock speed:\": \"(132Mhz)\", \"Max Graphics Package Power (W)\": \"750.0\", "
      "\"Current Socket Graphics Package Power (W)\": \"148.0\", \"GPU use (%)\": \"100\", "
      "\"Card Series\": \"AMD Instinct MI300X\"}, \"system\": {\"Driver version\": \"6.3.6\"}}\n");
  ASSERT_EQ(json.devices.size(), 1U);
  EXPECT_EQ(json.devices[0].name, "AMD Instinct MI300X");
  EXPECT_EQ(first(json).clock, Hertz{132e6});
  EXPECT_EQ(first(json).power, Watts{148});
  EXPECT_EQ(first(json).power_limit, Watts{750});
  EXPECT_EQ(first(json).temperature, Celsius{47});
  EXPECT_EQ(json.driver, "6.3.6");

  const auto text = good_dump(
      "GPU[0]\t\t: sclk clock level: 3: (2100Mhz)\n"
      "GPU[0]\t\t: Average Graphics Package Power (W): 301.0\n"
      "GPU[1]\t\t: GPU use (%): 12\n");
  ASSERT_EQ(text.devices.size(), 2U);
  EXPECT_EQ(first(text).clock, Hertz{2100e6});
  EXPECT_EQ(first(text).power, Watts{301});

  const auto table = good_dump(
      "Device  Node  IDs              Temp        Power     Partitions          SCLK     MCLK    Fan  Perf  PwrCap  "
      "VRAM%  "
      "GPU%\n"
      "0       1     0x74a1,   2194   44.0\xc2\xb0"
      "C      191.0W    NPS1, SPX, 0        2105Mhz  900Mhz  0%   auto  750.0W  95%    63%\n");
  EXPECT_EQ(first(table).clock, Hertz{2105e6});
  EXPECT_EQ(first(table).power, Watts{191});
  EXPECT_EQ(first(table).power_limit, Watts{750});
  EXPECT_EQ(first(table).temperature, Celsius{44});
  EXPECT_EQ(first(table).utilisation, Ratio{0.63});
}

TEST(DumpFormats, Utf16AndAByteOrderMarkAreRead) {
  const std::string plain = "index, name, utilization.gpu\r\n0, A, 7\r\n";
  std::string wide = "\xff\xfe";
  for (const char letter : plain) wide += std::string{letter, '\0'};
  EXPECT_EQ(first(good_dump(wide)).utilisation, Ratio{0.07});
  EXPECT_EQ(first(good_dump("\xef\xbb\xbf" + plain)).utilisation, Ratio{0.07});
}

TEST(DumpFormats, WhatIsNoDumpIsRefusedWithWhatIsKnown) {
  const auto dump = dump_of("hello\nworld\n");
  ASSERT_FALSE(dump);
  EXPECT_EQ(dump.error().kind, ErrorKind::input);
  EXPECT_THAT(to_string(dump.error()), HasSubstr("dump.txt: is no telemetry dump that is known"));
  EXPECT_THAT(to_string(dump.error()), HasSubstr("rocm-smi JSON"));
}

TEST(DumpFormats, RocmSmiTextInALoopIsOneSamplePerSnapshot) {
  const auto dump = good_dump(
      "GPU[0]\t\t: Card series: AMD Instinct MI300X\n"
      "GPU[1]\t\t: Card series: AMD Instinct MI300X\n"
      "GPU[0]\t\t: Temperature (Sensor edge) (C): 41.0\n"
      "GPU[0]\t\t: GPU use (%): 100\n"
      "GPU[1]\t\t: GPU use (%): 3\n"
      "GPU[0]\t\t: Supported sclk frequencies on GPU0\n"
      "GPU[0]\t\t: 0: 132Mhz\n"
      "GPU[0]\t\t: 0: 900Mhz\n"
      "GPU[0]\t\t: Temperature (Sensor edge) (C): 52.0\n"
      "GPU[0]\t\t: GPU use (%): 98\n"
      "GPU[1]\t\t: GPU use (%): 4\n"
      "GPU[1]\t\t: GPU use (%): 5\n");
  EXPECT_EQ(dump.remarks.summary(), "5 of 5 rows read");
  EXPECT_TRUE(dump.remarks.all().empty());
  ASSERT_EQ(dump.devices.size(), 2U);
  ASSERT_EQ(dump.devices[0].samples.size(), 2U);
  EXPECT_EQ(dump.devices[0].name, "AMD Instinct MI300X");
  EXPECT_EQ(dump.devices[0].samples[0].temperature, Celsius{41});
  EXPECT_EQ(dump.devices[0].samples[0].utilisation, Ratio{1.0});
  EXPECT_EQ(dump.devices[0].samples[1].temperature, Celsius{52});
  EXPECT_EQ(dump.devices[0].samples[1].utilisation, Ratio{0.98});
  ASSERT_EQ(dump.devices[1].samples.size(), 3U);
  EXPECT_EQ(dump.devices[1].samples[2].utilisation, Ratio{0.05});
}

TEST(DumpFormats, RocmSmiTextKeepsADeviceWhoseIdentityIsToldOnce) {
  const auto dump = good_dump(
      "GPU[0]\t\t: Unique ID: 0xabc\n"
      "GPU[0]\t\t: GPU use (%): 100\n"
      "GPU[0]\t\t: GPU use (%): 99\n");
  ASSERT_EQ(dump.devices.size(), 1U);
  EXPECT_EQ(dump.devices[0].uuid, "0xabc");
  EXPECT_EQ(dump.devices[0].samples.size(), 2U);
}

TEST(DumpFormats, RocmSmiTextOfTooManyDevicesIsCountedAsRefused) {
  std::string text;
  for (int device = 0; device < 4098; ++device) text += "GPU[" + std::to_string(device) + "]: GPU use (%): 7\n";
  const auto dump = good_dump(text);
  EXPECT_EQ(dump.devices.size(), 4096U);
  EXPECT_EQ(dump.remarks.summary(), "4096 of 4098 rows read, 2 refused");
  ASSERT_EQ(dump.remarks.all().size(), 1U);
  EXPECT_EQ(dump.remarks.all()[0].reason, "more than 4096 devices");
}

TEST(DumpFormats, TwoInOneFileAreRefused) {
  const auto dump = dump_of("index, name, utilization.gpu\n0, A, 7\n# gpu pwr sm\n0 100 7\n");
  ASSERT_FALSE(dump);
  EXPECT_THAT(to_string(dump.error()), HasSubstr("could be nvidia-smi --query-gpu CSV or nvidia-smi dmon"));
}

TEST(DumpFormats, ADumpThatTellsNothingIsRefused) {
  const auto dump = dump_of("index, name, memory.used\n0, NVIDIA H200, 3 MiB\n");
  ASSERT_FALSE(dump);
  EXPECT_THAT(to_string(dump.error()), HasSubstr("it tells nothing of a device"));
}

TEST(DumpFormats, ASecondFormatIsRefusedWhereverItBegins) {
  const std::string xml =
      "<nvidia_smi_log><gpu id=\"00000000:53:00.0\"><clocks><sm_clock>1234 MHz</sm_clock></clocks></gpu>"
      "</nvidia_smi_log>\n";
  const std::string exporter = "DCGM_FI_DEV_SM_CLOCK{gpu=\"0\"} 1755\n";
  const std::string csv = "timestamp, index, clocks.sm\n2026/11/29 02:01:12.000, 0, 1234\n";
  const std::string dmon = "# gpu   pwr gtemp    sm\n# Idx     W     C     %\n    0   500    50    99\n";
  const std::string text =
      "=====NVSMI LOG=====\n\nGPU 00000000:53:00.0\n    Product Name  : NVIDIA H200\n    Clocks\n        SM  : 1234 "
      "MHz\n";
  const std::string dcgmi = "#Entity  GRACT\nID\nGPU 0  0.9\n";
  const std::string all[] = {xml, exporter, csv, dmon, text, dcgmi};
  EXPECT_FALSE(dump_of(xml.substr(0, xml.size() - 1) + dmon)) << "the first ends without a line's end";
  for (const std::string& first : all) {
    EXPECT_TRUE(dump_of(first + first)) << first;
    // The second begins beyond what is looked at to tell formats apart.
    std::string many;
    while (many.size() < 300'000) many += first;
    for (const std::string& second : all) {
      if (&second == &first) continue;
      for (const std::string& before : {first, many}) {
        const auto dump = dump_of(before + second);
        ASSERT_FALSE(dump) << first << second;
        EXPECT_EQ(dump.error().hint, "give each tool's output as a file of its own") << first << second;
      }
    }
  }
}

}  // namespace
}  // namespace roofgate
