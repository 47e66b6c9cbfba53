// Real dumps of public origin, where they are present (ROOFGATE_SHARED): that each is read, and what it must show.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "bench/doctor/dump_findings.hpp"
#include "bench/telemetry_dump/dump_formats.hpp"

namespace roofgate {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::optional<fs::path> shared_folder() {
  const char* named = std::getenv("ROOFGATE_SHARED");
  const fs::path folder =
      (named != nullptr ? fs::path{named} : fs::path{ROOFGATE_SOURCE_DIR}.parent_path() / "shared") / "data" / "smi";
  return fs::is_directory(folder) ? std::optional{folder} : std::nullopt;
}

class SharedDumps : public testing::Test {
 protected:
  void SetUp() override {
    const auto folder = shared_folder();
    if (!folder) GTEST_SKIP() << "no shared data: extra checks on real public files are left out (set ROOFGATE_SHARED)";
    folder_ = *folder;
  }
  std::string sentences(const char* name) {
    const auto dump = read_dump(folder_ / name);
    if (!dump) return "ERROR " + to_string(dump.error());
    std::string text;
    for (const Finding& finding : dump_findings(*dump)) {
      text += finding.gravity == Gravity::blocker ? "STOP " : "";
      text += finding.what + "\n";
    }
    return text;
  }
  fs::path folder_;
};

TEST_F(SharedDumps, EveryDumpIsReadOrIsToldWhatItLacks) {
  for (const char* name : {"gpud_nvidia-smi-query.535.129.03.out.0.valid.a10",
                           "gpud_nvidia-smi-query.535.154.05.out.0.valid.4090",
                           "gpud_nvidia-smi-query.535.154.05.out.2.valid",
                           "gpud_nvidia-smi-query.535.183.01.out.0.valid",
                           "netdata_a100-sxm4-mig.xml",
                           "netdata_rtx-3060.xml",
                           "netdata_rtx-pro-6000-driver-580.xml",
                           "netdata_tesla-p100.xml",
                           "telegraf_a100-sxm4-v12.xml",
                           "telegraf_gtx-1660-ti.xml",
                           "telegraf_rtx-3080-v13.xml",
                           "telegraf_rtx-4000-sff-ada-v13.xml",
                           "telegraf_rocm_mi100_rocm602.json",
                           "telegraf_rocm_rx6700xt_rocm612.json",
                           "issue_ROCm_5231_mi300x_concise.txt",
                           "dcgm_exporter_h100x8_580.105.08_idle.prom",
                           "nvidia_gpu_exporter_nvidia-h200__590.48.01__idle.prom",
                           "nvidia_gpu_exporter_nvidia-l40s__595.80__load.prom",
                           "issue_MangoHud_636_q_d_performance.txt",
                           "SYNTHETIC_h200nvl_health_csv.txt"}) {
    const auto dump = read_dump(folder_ / name);
    EXPECT_TRUE(dump) << name << ": " << to_string(dump.error());
  }
}

TEST_F(SharedDumps, APowerBrakeStops) {
  EXPECT_THAT(sentences("gpud_nvidia-smi-query.535.161.08.out.0.valid"),
              HasSubstr("STOP device 00000000:19:00.0 (NVIDIA H100 80GB HBM3): hw_slowdown, hw_power_brake_slowdown"));
}

TEST_F(SharedDumps, APowerCapAtRestDoesNot) {
  const std::string text = sentences("idx_rtx2080_idle_swpowercap_EXCERPT.txt");
  EXPECT_THAT(text, testing::Not(HasSubstr("STOP")));
  EXPECT_THAT(text, HasSubstr("sw_power_cap in 1 idle samples, 18 W of a 215 W limit"));
}

TEST_F(SharedDumps, AnIdleNodeShowsNothing) {
  const auto dump = read_dump(folder_ / "dcgm_exporter_h100x8_580.105.08_idle.prom");
  ASSERT_TRUE(dump);
  EXPECT_EQ(dump->devices.size(), 8U);
  EXPECT_EQ(sentences("dcgm_exporter_h100x8_580.105.08_idle.prom"), "nothing ran on any device\n");
}

}  // namespace
}  // namespace roofgate
