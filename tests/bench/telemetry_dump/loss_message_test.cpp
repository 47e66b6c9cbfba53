#include "bench/telemetry_dump/loss_message.hpp"

#include <gtest/gtest.h>

namespace roofgate {
namespace {

TEST(LossMessage, EveryWayInWhichToolsNameALostDevice) {
  const struct {
    const char* line;
    const char* said;
    const char* address;
    std::optional<int> index;
  } kLines[]{
      {"Unable to determine the device handle for GPU 0000:1A:00.0: GPU is lost.  Reboot the system to recover this "
       "GPU",
       "GPU is lost", "0000:1A:00.0", std::nullopt},
      {"Unable to determine the device handle for GPU0000:9B:00.0: Unknown Error", "Unknown Error", "0000:9B:00.0",
       std::nullopt},
      {"Unable to determine the device handle for GPU3: 0000:3D:00.0: Unknown Error", "Unknown Error", "0000:3D:00.0",
       3},
      {"Unable to determine the device handle for gpu 00010000:01:00.0: GPU requires reset", "GPU requires reset",
       "00010000:01:00.0", std::nullopt},
      {"GPU 00000000:C1:00.0: GPU is lost.  Reboot the system to recover this GPU", "GPU is lost", "00000000:C1:00.0",
       std::nullopt},
      {"Unable to determine the device handle for GPU: Not Found", "no device handle", "", std::nullopt},
      {"Error setting watches. Result: GPU is lost", "GPU is lost", "", std::nullopt},
      {"[ 1234.567] NVRM: Xid (PCI:0000:5e:00): 79, pid=77, GPU has fallen off the bus.", "GPU has fallen off the bus",
       "0000:5e:00", std::nullopt},
      {"2026-11-29T02:00:09Z Unable to determine the device handle for GPU 0000:1A:00.0: Unknown Error",
       "Unknown Error", "0000:1A:00.0", std::nullopt},
      {"No devices were found", "No devices were found", "", std::nullopt},
  };
  for (const auto& expected : kLines) {
    const auto message = loss_message_of(expected.line);
    ASSERT_TRUE(message) << expected.line;
    EXPECT_EQ(message->said, expected.said) << expected.line;
    EXPECT_EQ(message->pci_bus_id, expected.address) << expected.line;
    EXPECT_EQ(message->index, expected.index) << expected.line;
  }
}

TEST(LossMessage, RowsAndOtherLinesAreNone) {
  for (const char* line :
       {"", "0, [GPU is lost], [GPU is lost]", "# gpu pwr sm", "2026/11/29 02:00:12.000, 0, 1980 MHz",
        "    Fan Speed                             : GPU is lost"}) {
    EXPECT_FALSE(loss_message_of(line)) << line;
  }
  EXPECT_FALSE(loss_message_of(std::string(100'000, 'x') + "Unable to determine the device handle"));
}

TEST(LossMessage, ADriverThatCannotBeAskedLosesNoDevice) {
  const auto message = loss_message_of("Failed to initialize NVML: Driver/library version mismatch");
  ASSERT_TRUE(message);
  EXPECT_TRUE(message->is_of_driver);
}

TEST(LossMessage, Cells) {
  EXPECT_EQ(loss_in_cell("[GPU is lost]"), "GPU is lost");
  EXPECT_EQ(loss_in_cell(" GPU requires reset "), "GPU requires reset");
  EXPECT_EQ(loss_in_cell("[N/A]"), "");
  EXPECT_EQ(loss_in_cell("NVIDIA H200"), "");
  EXPECT_TRUE(is_error_cell("[Unknown Error]"));
  EXPECT_TRUE(is_error_cell("ERR!"));
  EXPECT_FALSE(is_error_cell("[Not Supported]"));
  EXPECT_FALSE(is_error_cell("["));
}

}  // namespace
}  // namespace roofgate
