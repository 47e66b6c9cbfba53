// The data that ship: baselines/peaks as a whole, and that each device's name leads to its own entry and no other.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "bench/roofline/architecture.hpp"
#include "bench/roofline/peaks_json.hpp"
#include "bench/roofline/peaks_lint.hpp"

namespace roofgate {
namespace {

const PeaksDb& shipped() {
  static const Result<PeaksDb> db = load_peaks(ROOFGATE_PEAKS_FOLDER);
  if (!db) {
    ADD_FAILURE() << to_string(db.error());
    static const PeaksDb empty;
    return empty;
  }
  return *db;
}

std::string id_of(const std::string& name) {
  const DevicePeaks* device = find_device(shipped(), name);
  return device == nullptr ? "none" : device->id;
}

TEST(ShippedPeaks, HaveNoOpenFinding) {
  EXPECT_FALSE(shipped().devices.empty());
  for (const LintFinding& finding : lint(shipped())) {
    EXPECT_TRUE(finding.accepted) << finding.device << ' ' << finding.figure << ": " << finding.sentence;
  }
}

TEST(ShippedPeaks, EveryEntryHasAComputePeakAndMemory) {
  for (const DevicePeaks& device : shipped().devices) {
    EXPECT_TRUE(device.value(PeakFigure::bf16_flops) || device.value(PeakFigure::fp16_flops)) << device.id;
    EXPECT_TRUE(device.value(PeakFigure::memory_bandwidth)) << device.id;
    EXPECT_TRUE(device.value(PeakFigure::fp32_flops)) << device.id;
  }
}

TEST(ShippedPeaks, EveryNameLeadsToItsEntryInAnyCase) {
  for (const DevicePeaks& device : shipped().devices) {
    EXPECT_EQ(id_of(device.id), device.id);
    for (const std::string& name : device.names) {
      EXPECT_EQ(id_of(name), device.id) << name;
      std::string upper = name;
      for (char& c : upper) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
      EXPECT_EQ(id_of(upper), device.id) << upper;
    }
  }
}

TEST(ShippedPeaks, NamesAsDriversPrintThem) {
  const std::map<std::string, std::string> expected{
      {"NVIDIA H200", "h200-sxm"},
      {"NVIDIA H200 NVL", "h200-nvl"},
      {"NVIDIA H100 80GB HBM3", "h100-sxm5"},
      {"NVIDIA H100 PCIe", "h100-pcie"},
      {"NVIDIA H100 NVL", "h100-nvl"},
      {"NVIDIA GH200 480GB", "gh200-96gb"},
      {"NVIDIA A100-SXM4-80GB", "a100-sxm4-80gb"},
      {"NVIDIA A100-SXM4-40GB", "a100-sxm4-40gb"},
      {"A100-SXM4-40GB", "a100-sxm4-40gb"},
      {"NVIDIA A100-PCIE-40GB", "a100-pcie-40gb"},
      {"NVIDIA A100 80GB PCIe", "a100-pcie-80gb"},
      {"NVIDIA A10", "a10"},
      {"NVIDIA A30", "a30"},
      {"NVIDIA A40", "a40"},
      {"NVIDIA L4", "l4"},
      {"NVIDIA L40", "l40"},
      {"NVIDIA L40S", "l40s"},
      {"nvidia l40s", "l40s"},
      {"NVIDIA B200", "b200-sxm"},
      {"NVIDIA GB200", "gb200"},
      {"NVIDIA B300 SXM6 AC", "b300-sxm"},
      {"NVIDIA GB300", "gb300"},
      {"NVIDIA GeForce RTX 3090", "rtx-3090"},
      {"NVIDIA GeForce RTX 4090", "rtx-4090"},
      {"NVIDIA GeForce RTX 5090", "rtx-5090"},
      {"NVIDIA RTX 6000 Ada Generation", "rtx-6000-ada"},
      {"NVIDIA RTX PRO 6000 Blackwell Workstation Edition", "rtx-pro-6000-blackwell-workstation"},
      {"Tesla T4", "t4"},
      {"Tesla V100-SXM2-32GB", "v100-sxm2"},
      {"Tesla V100-PCIE-16GB", "v100-pcie"},
      {"AMD Instinct MI300X", "mi300x"},
      {"AMD Instinct MI325X", "mi325x"},
      {"AMD Instinct MI355X", "mi355x"},
  };
  for (const auto& [name, id] : expected) EXPECT_EQ(id_of(name), id) << name;
}

TEST(ShippedPeaks, NearMissesLeadNowhere) {
  for (const char* name : {"NVIDIA H100",
                           "NVIDIA H100 80GB HBM2e",
                           "NVIDIA H100 64GB HBM2",
                           "NVIDIA H20",
                           "NVIDIA H800",
                           "NVIDIA H2000",
                           "NVIDIA A100",
                           "NVIDIA A100X",
                           "NVIDIA A800-SXM4-80GB",
                           "NVIDIA A100-SXM4-80GB MIG 1g.10gb",
                           "NVIDIA A10G",
                           "NVIDIA A16",
                           "NVIDIA A2",
                           "NVIDIA RTX A6000",
                           "NVIDIA L40G",
                           "NVIDIA L20",
                           "NVIDIA L4 24GB",
                           "NVIDIA B20",
                           "NVIDIA B200 MIG 1g.23gb",
                           "NVIDIA GB20",
                           "NVIDIA GB200 NVL72",
                           "NVIDIA GH200 144G HBM3e",
                           "NVIDIA B300",
                           "NVIDIA GeForce RTX 3090 Ti",
                           "NVIDIA GeForce RTX 4090 D",
                           "NVIDIA GeForce RTX 4090 Laptop GPU",
                           "NVIDIA GeForce RTX 4080 SUPER",
                           "NVIDIA GeForce RTX 5090 D",
                           "NVIDIA RTX 6000D",
                           "NVIDIA RTX 5000 Ada Generation",
                           "NVIDIA RTX PRO 6000 Blackwell",
                           "NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition",
                           "Quadro RTX 6000",
                           "Tesla T40",
                           "Tesla V100-SXM3-32GB",
                           "Tesla P100-PCIE-16GB",
                           "AMD Instinct MI300A",
                           "AMD Instinct MI250",
                           "AMD Instinct MI250X / MI250",
                           "AMD Instinct MI350X",
                           "Graphics Device",
                           "GPU",
                           ""}) {
    EXPECT_EQ(id_of(name), "none") << name;
  }
}

TEST(ShippedPeaks, AreDense) {
  // Known dense constants: a table that holds twice these is a table of sparse figures.
  EXPECT_NEAR(*find_device(shipped(), "NVIDIA A100-SXM4-80GB")->value(PeakFigure::bf16_flops), 312e12, 1e12);
  EXPECT_NEAR(*find_device(shipped(), "NVIDIA H100 80GB HBM3")->value(PeakFigure::bf16_flops), 989e12, 1e12);
  EXPECT_NEAR(*find_device(shipped(), "NVIDIA B200")->value(PeakFigure::bf16_flops), 2250e12, 1e12);
  EXPECT_NEAR(*find_device(shipped(), "NVIDIA H100 NVL")->value(PeakFigure::bf16_flops), 835e12, 1e12);
  EXPECT_NEAR(*find_device(shipped(), "NVIDIA GeForce RTX 4090")->value(PeakFigure::bf16_flops), 165e12, 1e12);
  EXPECT_NEAR(*find_device(shipped(), "NVIDIA GeForce RTX 3090")->value(PeakFigure::bf16_flops), 71e12, 1e12);
  EXPECT_NEAR(*find_device(shipped(), "NVIDIA L40S")->value(PeakFigure::bf16_flops), 362e12, 1e12);
}

TEST(ShippedPeaks, VoltaAndTuringHaveNoBf16) {
  EXPECT_FALSE(find_device(shipped(), "Tesla T4")->value(PeakFigure::bf16_flops));
  EXPECT_FALSE(find_device(shipped(), "Tesla V100-SXM2-16GB")->value(PeakFigure::bf16_flops));
}

}  // namespace
}  // namespace roofgate
