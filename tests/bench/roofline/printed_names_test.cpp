// Names as nvidia-smi, CUDA, nccl-tests and rocm-smi print them, in the variants that occur: each leads to its own
// entry or to none, never to a neighbour's.
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "bench/roofline/peaks_json.hpp"
#include "bench/roofline/roof.hpp"

namespace roofgate {
namespace {

std::string entry_for(const std::string& name) {
  static const Result<PeaksDb> db = load_peaks(ROOFGATE_PEAKS_FOLDER);
  if (!db) return to_string(db.error());
  DeviceInfo device;
  device.name = name;
  const DevicePeaks* entry = entry_of(device, *db);
  return entry == nullptr ? "none" : entry->id;
}

TEST(PrintedNames, LeadToTheirOwnEntry) {
  const std::pair<const char*, const char*> names[] = {
      {"NVIDIA H100 80GB HBM3", "h100-sxm5"},
      {"H100 80GB HBM3", "h100-sxm5"},
      {"nvidia h100 80gb hbm3", "h100-sxm5"},
      {"NVIDIA H100 PCIe", "h100-pcie"},
      {"NVIDIA H100 NVL", "h100-nvl"},
      {"NVIDIA H200", "h200-sxm"},
      {"NVIDIA H200 NVL", "h200-nvl"},
      {"NVIDIA GH200 480GB", "gh200-96gb"},
      {"NVIDIA GH200 120GB", "gh200-96gb"},
      {"NVIDIA B200", "b200-sxm"},
      {"NVIDIA GB200", "gb200"},
      {"A100-SXM4-40GB", "a100-sxm4-40gb"},
      {"NVIDIA A100-SXM4-80GB", "a100-sxm4-80gb"},
      {"NVIDIA A100-PCIE-40GB", "a100-pcie-40gb"},
      {"NVIDIA A100 80GB PCIe", "a100-pcie-80gb"},
      {"NVIDIA L40S", "l40s"},
      {"NVIDIA L40", "l40"},
      {"Tesla V100-SXM2-16GB", "v100-sxm2"},
      {"AMD Instinct MI300X", "mi300x"},
  };
  for (const auto& [name, id] : names) EXPECT_EQ(entry_for(name), id) << name;
}

TEST(PrintedNames, ThatFitNoEntryLeadToNone) {
  for (const char* name : {"NVIDIA H100",
                           "NVIDIA H100 64GB",
                           "NVIDIA H800",
                           "NVIDIA H20",
                           "NVIDIA H100 SXM",
                           "NVIDIA GH200 144G HBM3e",
                           "NVIDIA A800-SXM4-80GB",
                           "NVIDIA A10G",
                           "NVIDIA A100X",
                           "NVIDIA A100-SXM4-80GB MIG 1g.10gb",
                           "NVIDIA H100 80GB HBM3 MIG 3g.40gb",
                           "NVIDIA H200 MIG 1g.18gb",
                           "NVIDIA GB200 NVL72",
                           "NVIDIA GB10",
                           "NVIDIA B200 MIG 1g.23gb",
                           "NVIDIA RTX 6000D",
                           "NVIDIA Graphics Device",
                           "NVIDIA L40G",
                           "NVIDIA L4 MIG",
                           "AMD Instinct MI300A",
                           "AMD Instinct MI308X",
                           "AMD Instinct MI300X VF",
                           "Quadro T4",
                           "",
                           "  "}) {
    EXPECT_EQ(entry_for(name), "none") << name;
  }
}

TEST(PrintedNames, AMigSliceHasNoEntryWhateverItsName) {
  const Result<PeaksDb> db = load_peaks(ROOFGATE_PEAKS_FOLDER);
  ASSERT_TRUE(db);
  DeviceInfo device;
  device.name = "NVIDIA H200";  // NVML names the slice like the whole
  device.mig_enabled = true;
  EXPECT_EQ(entry_of(device, *db), nullptr);
}

}  // namespace
}  // namespace roofgate
