#include "bench/telemetry_dump/lost_devices.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "bench/doctor/dump_findings.hpp"
#include "tests/bench/telemetry_dump/dump_text.hpp"

namespace roofgate {
namespace {

using testing::HasSubstr;

/// The blockers, joined.
std::string stops(const std::string& text) {
  std::string told;
  for (const Finding& finding : dump_findings(good_dump(text))) {
    if (finding.gravity == Gravity::blocker) told += finding.what + " | " + finding.advice + "\n";
  }
  return told;
}

const std::string kHeader =
    "timestamp, index, name, pci.bus_id, clocks.sm, power.draw, utilization.gpu, temperature.gpu\n";

std::string row(int second, int device, const std::string& figures = "1755, 600, 100, 50") {
  return fmt::format("2026/11/29 02:00:{:02d}.000, {}, NVIDIA H200, 00000000:{:02X}:00.0, {}\n", second, device,
                     16 + device, figures);
}

/// Two devices; from second 3 on device 1's rows are `instead`.
std::string csv(const std::string& instead) {
  std::string text = kHeader;
  for (int second = 0; second < 8; ++second) text += row(second, 0) + (second < 3 ? row(second, 1) : instead);
  return text;
}

TEST(LostDevices, ALineBetweenTheRowsNamesTheDeviceByItsAddress) {
  const std::string said = stops(csv("Unable to determine the device handle for GPU 0000:11:00.0: Unknown Error\n"));
  EXPECT_THAT(said, HasSubstr("device 1 (NVIDIA H200): lost (\"Unknown Error\"); its last figures are of 2026-11-29 "
                              "02:00:02 | look for Xid messages (79: fell off the bus) in dmesg, then reset the device "
                              "or reboot"));
  EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 1) << said;
}

TEST(LostDevices, CellsSayItToo) {
  EXPECT_THAT(stops(csv(row(3, 1, "[GPU is lost], [GPU is lost], [GPU is lost], 50"))),
              HasSubstr("device 1 (NVIDIA H200): lost (\"GPU is lost\"); its last figures are of 2026-11-29 02:00:02"));
  EXPECT_THAT(stops(csv(row(3, 1, "[Unknown Error], [Unknown Error], [Unknown Error], 50"))),
              HasSubstr("device 1 (NVIDIA H200): lost (\"Unknown Error\")"));
  EXPECT_THAT(stops(csv(row(3, 1, "[GPU requires reset], ERR!, ERR!, ERR!"))),
              HasSubstr("lost (\"GPU requires reset\")"));
}

TEST(LostDevices, ABrokenSensorIsNoLoss) {
  EXPECT_EQ(stops(csv(row(3, 1, "1755, [Unknown Error], 100, [Unknown Error]"))), "");
  EXPECT_EQ(stops(csv(row(3, 1, "1755, ERR!, 100, 50"))), "");
}

TEST(LostDevices, OneThatIsToldOfNoMoreWhileOthersGoOn) {
  const std::string said = stops(csv(""));
  EXPECT_THAT(said,
              HasSubstr("device 1 (NVIDIA H200): its last figures are of 2026-11-29 02:00:02, and others go on to "
                        "2026-11-29 02:00:07 | lost, if it was still asked for"));
  EXPECT_THAT(stops(csv(row(3, 1, "[N/A], [N/A], [N/A], [N/A]"))), HasSubstr("and others go on"));
}

TEST(LostDevices, AFileThatIsCutOrPutTogetherLosesNobody) {
  EXPECT_EQ(stops(kHeader + row(0, 0) + row(0, 1) + row(1, 0) + row(1, 1) + row(2, 0)), "") << "cut amid a look";
  std::string one_by_one = kHeader;
  for (const int device : {0, 1}) {
    for (int second = 0; second < 8; ++second) one_by_one += row(second, device);
  }
  EXPECT_EQ(stops(one_by_one), "");
  std::string seldom = kHeader;
  for (int second = 0; second < 29; ++second) seldom += row(second, 0) + (second % 10 == 0 ? row(second, 1) : "");
  EXPECT_EQ(stops(seldom), "") << "asked for every ten seconds";
}

TEST(LostDevices, OneThatComesBackWasLost) {
  const std::string text =
      csv("Unable to determine the device handle for GPU 0000:11:00.0: Unknown Error\n") + row(20, 0) + row(20, 1);
  EXPECT_THAT(stops(text), HasSubstr("02:00:02; it came back later | look"));
  EXPECT_THAT(stops(text + "No devices were found\n"),
              HasSubstr("it came back later, and was lost 2 times in all | look"));
}

TEST(LostDevices, ALineThatNamesNone) {
  const std::string line = "GPU is lost\n";
  EXPECT_THAT(stops(kHeader + row(0, 1) + line), HasSubstr("device 1 (NVIDIA H200): lost (\"GPU is lost\")"));
  EXPECT_THAT(stops(csv("") + line), HasSubstr("device 1 (NVIDIA H200): lost (\"GPU is lost\"); its last figures"))
      << "the silent one";
  EXPECT_THAT(stops(kHeader + row(0, 0) + row(0, 1) + line),
              HasSubstr("a device without a name: lost (\"GPU is lost\"); no row tells figures of it"));
}

TEST(LostDevices, InTextTheDeviceBeforeTheLineIsWhole) {
  std::string text;
  for (int second = 0; second < 3; ++second) {
    text += fmt::format("==============NVSMI LOG==============\n\nTimestamp : Sun Nov 29 02:00:{:02d} 2026\n", second);
    text +=
        "GPU 00000000:10:00.0\n    Product Name                          : X\n    Clocks\n"
        "        SM                                : 1755 MHz\n";
  }
  EXPECT_THAT(stops(text + "Unable to determine the device handle for GPU 0000:10:00.0: Unknown Error\n"),
              HasSubstr("its last figures are of 2026-11-29 02:00:02 | look"));
}

TEST(LostDevices, ADriverThatCouldNotBeAskedIsARemark) {
  const auto dump = good_dump(kHeader + row(0, 0) + "Failed to initialize NVML: Unknown Error\n" +
                              "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.\n");
  EXPECT_TRUE(dump.devices.at(0).losses.empty()) << "a container may lose the tool and keep the device";
  EXPECT_EQ(to_string(dump.remarks.all().at(0)),
            "2 doubtful: the tool could not ask the driver, and looked at no device (line 3, line 4)");
}

TEST(LostDevices, OneWithoutARowIsThereByItsAddress) {
  const std::string said = stops(kHeader + row(0, 0) +
                                 "Unable to determine the device handle for GPU 0000:43:00.0: GPU is lost.  Reboot the "
                                 "system to recover this GPU\n");
  EXPECT_THAT(said,
              HasSubstr("device 0000:43:00.0: lost (\"GPU is lost\"); no row tells figures of it; said at 2026-11-29 "
                        "02:00:00"));
}

TEST(LostDevices, ADumpOfNothingButTheMessageIsRead) {
  EXPECT_THAT(stops("Unable to determine the device handle for GPU 0000:43:00.0: Unknown Error\n"),
              HasSubstr("device 0000:43:00.0: lost (\"Unknown Error\"); no row tells figures of it"));
  EXPECT_FALSE(dump_of("No devices were found\n")) << "that names none";
}

TEST(LostDevices, RowsWithoutAddressesAndOneSilentDevice) {
  std::string text = "timestamp, index, clocks.sm, utilization.gpu\n";
  for (int second = 0; second < 8; ++second) {
    text += fmt::format("2026/11/29 02:00:{:02d}.000, 0, 1755, 100\n", second);
    text += second < 3 ? fmt::format("2026/11/29 02:00:{:02d}.000, 1, 1755, 100\n", second)
                       : "Unable to determine the device handle for GPU0000:43:00.0: Unknown Error\n";
  }
  const std::string said = stops(text);
  EXPECT_THAT(said, HasSubstr("device 1: lost (\"Unknown Error\")"));
  EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 1) << said;
}

/// `sweep(i)` is what the tool wrote at its i-th look at both devices or, from the third on, at the first alone.
template <class Sweep>
std::string six_looks(std::string text, Sweep sweep) {
  for (int i = 0; i < 6; ++i) text += sweep(i, i < 2);
  return text;
}

TEST(LostDevices, EveryFormatShowsWhoFellSilent) {
  const std::string dmon =
      six_looks("#Date       Time        gpu    pwr  gtemp   sm   pclk\n", [](int second, bool has_both) {
        std::string rows = fmt::format("20261129  02:00:{:02d}  0  600  50  100  1755\n", second);
        return rows + (has_both ? fmt::format("20261129  02:00:{:02d}  1  600  50  100  1755\n", second)
                                : fmt::format("20261129  02:00:{:02d}  1  -  -  -  -\n", second));
      });
  const std::string dcgmi = six_looks("#Entity   SMCLK  POWER  GPUTL\nID\n", [](int second, bool has_both) {
    std::string rows = fmt::format("2026-11-29T02:00:{:02d}Z GPU 0  1755  600  100\n", second);
    return rows +
           fmt::format("2026-11-29T02:00:{:02d}Z GPU 1  {}\n", second, has_both ? "1755 600 100" : "N/A N/A N/A");
  });
  const std::string exporter = six_looks("", [](int second, bool has_both) {
    std::string lines;
    for (int device = 0; device < (has_both ? 2 : 1); ++device) {
      lines += fmt::format(
          "DCGM_FI_DEV_SM_CLOCK{{gpu=\"{0}\",UUID=\"GPU-{0}\"}} 1755 17959176{1:02d}000\n"
          "DCGM_FI_DEV_GPU_UTIL{{gpu=\"{0}\",UUID=\"GPU-{0}\"}} 100 17959176{1:02d}000\n",
          device, second);
    }
    return lines;
  });
  const std::string xml = six_looks("", [](int second, bool has_both) {
    std::string text = fmt::format("<nvidia_smi_log><timestamp>Sun Nov 29 02:00:{:02d} 2026</timestamp>", second);
    for (int device = 0; device < (has_both ? 2 : 1); ++device) {
      text +=
          fmt::format("<gpu id=\"00000000:{}:00.0\"><clocks><sm_clock>1755 MHz</sm_clock></clocks></gpu>", 10 + device);
    }
    return text + "</nvidia_smi_log>\n";
  });
  const std::string text = six_looks("", [](int second, bool has_both) {
    std::string log =
        fmt::format("==============NVSMI LOG==============\n\nTimestamp : Sun Nov 29 02:00:{:02d} 2026\n", second);
    for (int device = 0; device < (has_both ? 2 : 1); ++device) {
      log += fmt::format(
          "GPU 00000000:{}:00.0\n    Product Name                          : X\n    Clocks\n"
          "        SM                                : 1755 MHz\n",
          10 + device);
    }
    return log;
  });
  const std::string rocm_json = six_looks("", [](int /*second*/, bool has_both) {
    const auto card = [](int device) {
      return fmt::format("\"card{}\": {{\"GPU use (%)\": \"100\", \"sclk clock speed:\": \"(1755Mhz)\"}}", device);
    };
    return "{" + card(0) + (has_both ? ", " + card(1) : "") + "}\n";
  });
  const std::string rocm_text = six_looks("", [](int /*second*/, bool has_both) {
    std::string lines = "GPU[0]\t\t: GPU use (%): 100\nGPU[0]\t\t: sclk clock level: 1: (1755Mhz)\n";
    return lines + (has_both ? "GPU[1]\t\t: GPU use (%): 100\nGPU[1]\t\t: sclk clock level: 1: (1755Mhz)\n" : "");
  });
  for (const std::string& dump : {dmon, dcgmi, exporter, xml, text}) {
    EXPECT_THAT(stops(dump), HasSubstr("its last figures are of 2026-11-29 02:00:01, and others go on to 2026-11-29 "
                                       "02:00:05"))
        << dump;
  }
  for (const std::string& dump : {rocm_json, rocm_text}) {
    EXPECT_THAT(stops(dump), HasSubstr("device 1: its last figures are in its sample 2 of the dump, and others go on"))
        << dump;
  }
}

TEST(LostDevices, TheLastXidOfADeviceThatTellsNothingMore) {
  const std::string healthy = "DCGM_FI_DEV_SM_CLOCK{gpu=\"0\",UUID=\"GPU-0\"} 1755\n";
  const std::string lost = "DCGM_FI_DEV_XID_ERRORS{gpu=\"1\",UUID=\"GPU-1\"} 79\n";
  EXPECT_THAT(stops(healthy + lost), HasSubstr("device 1: lost (\"Xid 79, GPU has fallen off the bus\")"));
  EXPECT_EQ(stops(healthy + "DCGM_FI_DEV_XID_ERRORS{gpu=\"0\",UUID=\"GPU-0\"} 79\n"
                            "DCGM_FI_DEV_GPU_UTIL{gpu=\"0\",UUID=\"GPU-0\"} 99\n"),
            "")
      << "it works again";
}

TEST(LostDevices, ARecoveryThatTheDriverAsksFor) {
  const std::string csv = "index, clocks.sm, utilization.gpu, gpu_recovery_action\n0, 1755, 100, None\n1, 1755, 100, ";
  EXPECT_THAT(stops(csv + "Drain and Reset\n"),
              HasSubstr("device 1: the driver asks for its recovery: Drain and Reset | "
                        "do what it asks for"));
  EXPECT_EQ(stops(csv + "[N/A]\n"), "");
  const std::string xml = "<nvidia_smi_log><gpu id=\"00000000:10:00.0\"><gpu_reset_status><reset_required>";
  const std::string rest =
      "</reset_required></gpu_reset_status><clocks><sm_clock>1755 MHz</sm_clock></clocks></gpu></nvidia_smi_log>\n";
  EXPECT_THAT(stops(xml + "Yes" + rest), HasSubstr("asks for its recovery: Reset"));
  EXPECT_EQ(stops(xml + "No" + rest), "");
}

TEST(LostDevices, TextAndXmlSayItInPlaceOfFigures) {
  const std::string text =
      "==============NVSMI LOG==============\n\nTimestamp : Sun Nov 29 02:00:00 2026\nGPU 00000000:10:00.0\n"
      "    Product Name                          : X\n    Utilization\n        Gpu                               : GPU "
      "is "
      "lost\n    Clocks\n        SM                                : GPU is lost\n";
  EXPECT_THAT(stops(text), HasSubstr("device 00000000:10:00.0 (X): lost (\"GPU is lost\")"));
  const std::string xml =
      "<nvidia_smi_log><timestamp>Sun Nov 29 02:00:00 2026</timestamp><gpu id=\"00000000:10:00.0\"><utilization>"
      "<gpu_util>Unknown Error</gpu_util></utilization><clocks><sm_clock>Unknown Error</sm_clock></clocks></gpu>"
      "</nvidia_smi_log>\n";
  EXPECT_THAT(stops(xml), HasSubstr("device 00000000:10:00.0: lost (\"Unknown Error\")"));
}

}  // namespace
}  // namespace roofgate
