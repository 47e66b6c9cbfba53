#include "bench/roofline/roof.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/bench/roofline/sample_record.hpp"

namespace roofgate {
namespace {

using testing::HasSubstr;

TEST(Roof, OfAKnownDeviceIsItsDatasheet) {
  const Roof roof = device_roof(sample::h200(), sample::h200_peaks());
  EXPECT_EQ(roof.compute.at(DType::bf16).value.value(), 989e12);
  EXPECT_EQ(roof.compute.at(DType::bf16).origin, RoofOrigin::datasheet);
  EXPECT_EQ(roof.memory->value.value(), 4.8e12);
  EXPECT_EQ(roof.memory->origin, RoofOrigin::datasheet);
  EXPECT_EQ(roof.link->value.value(), 450e9);
  EXPECT_EQ(roof.title, "NVIDIA H200 SXM");
}

TEST(Roof, PerClockIsMultiprocessorsTimesArchitecture) {
  const Roof roof = device_roof(sample::h200(), sample::h200_peaks());
  EXPECT_DOUBLE_EQ(roof.flops_per_clock.at(DType::bf16).value(), 132 * 2048 * 2);
  EXPECT_DOUBLE_EQ(roof.flops_per_clock.at(DType::fp32).value(), 132 * 128 * 2);
}

TEST(Roof, MemoryLimitIsTheLargerOfPublishedAndClock) {
  const Roof roof = device_roof(sample::h200(), sample::h200_peaks());
  EXPECT_NEAR(roof.memory_limit->value(), 3201e6 * 6144 / 8 * 2, 1.0);  // 4.917 TB/s, above the published 4.8
  DeviceInfo silent = sample::h200();
  silent.max_memory_clock.reset();
  EXPECT_EQ(device_roof(silent, sample::h200_peaks()).memory_limit->value(), 4.8e12);
}

TEST(Roof, OfAnUnknownDeviceIsDerivedAndSaysSo) {
  DeviceInfo device = sample::h200();
  device.name = "NVIDIA H20";
  device.multiprocessors = 78;
  const Roof roof = device_roof(device, sample::h200_peaks());
  const auto& bf16 = roof.compute.at(DType::bf16);
  EXPECT_NEAR(bf16.value.value(), 78 * 2048 * 2 * 1980e6, 1.0);
  EXPECT_EQ(bf16.origin, RoofOrigin::derived);
  EXPECT_THAT(bf16.source, HasSubstr("sm_90"));
  EXPECT_NEAR(roof.memory->value.value(), 3201e6 * 6144 / 8 * 2, 1.0);
  EXPECT_EQ(roof.memory->origin, RoofOrigin::derived);
  EXPECT_FALSE(roof.link);
  EXPECT_EQ(roof.title, "NVIDIA H20");
}

TEST(Roof, WithoutAClockComputeIsUnknown) {
  DeviceInfo device = sample::h200();
  device.name = "NVIDIA H20";
  device.max_sm_clock.reset();
  EXPECT_TRUE(device_roof(device, sample::h200_peaks()).compute.empty());
}

TEST(Roof, OfAnUnknownArchitectureIsEmpty) {
  DeviceInfo device = sample::h200();
  device.name = "NVIDIA Next";
  device.compute_capability = 137;
  const Roof roof = device_roof(device, sample::h200_peaks());
  EXPECT_TRUE(roof.compute.empty());
  EXPECT_TRUE(roof.flops_per_clock.empty());
}

TEST(Roof, OfAMigSliceIsDerivedFromItsOwnMultiprocessorsWithoutMemory) {
  DeviceInfo slice = sample::h200();
  slice.mig_enabled = true;
  slice.multiprocessors = 16;
  const Roof roof = device_roof(slice, sample::h200_peaks());
  EXPECT_EQ(roof.compute.at(DType::bf16).origin, RoofOrigin::derived);
  EXPECT_NEAR(roof.compute.at(DType::bf16).value.value(), 16 * 2048 * 2 * 1980e6, 1.0);
  EXPECT_FALSE(roof.memory);
  DeviceInfo named = sample::h200();
  named.name = "NVIDIA H200 MIG 1g.18gb";
  EXPECT_FALSE(device_roof(named, sample::h200_peaks()).memory);
}

TEST(Roof, AGeForceIsDerivedAtTheHalvedRate) {
  DeviceInfo device = sample::h200();
  device.name = "NVIDIA GeForce RTX 4080 SUPER";
  device.compute_capability = 89;
  device.multiprocessors = 80;
  EXPECT_DOUBLE_EQ(device_roof(device, {}).flops_per_clock.at(DType::bf16).value(), 80 * 256 * 2);
}

TEST(Roof, APartsOwnRateReplacesItsArchitectures) {
  PeaksDb db = sample::h200_peaks();
  db.devices[0].figures[PeakFigure::bf16_fma] = {1024.0, "a data sheet", {}, {}};
  const Roof roof = device_roof(sample::h200(), db);
  EXPECT_DOUBLE_EQ(roof.flops_per_clock.at(DType::bf16).value(), 132 * 1024 * 2);
  EXPECT_DOUBLE_EQ(roof.flops_per_clock.at(DType::fp32).value(), 132 * 128 * 2);
}

TEST(MeasuredRoof, IsTheBestCleanRoundOfEachCeiling) {
  Case fma = sample::with_rounds(sample::fma_ceiling(1, 1e9), {1.0, 0.5, 0.25});
  fma.rounds[2].marks = {{MarkKind::contended, "steal"}};
  const Roof roof = measured_roof(sample::host_record({fma, sample::launch_ceiling(2e-6)}));
  EXPECT_DOUBLE_EQ(roof.compute.at(DType::fp32).value.value(), 2e9);
  EXPECT_EQ(roof.compute.at(DType::fp32).origin, RoofOrigin::measured);
  EXPECT_FALSE(roof.compute.at(DType::fp32).disturbed);
  EXPECT_EQ(roof.compute.at(DType::fp32).source, "ceiling/fma_fp32");
  EXPECT_DOUBLE_EQ(roof.launch->value.value(), 2e-6);
}

TEST(MeasuredRoof, DisturbedRoundsCountOnlyWhereThereAreNoOthers) {
  Case fma = sample::with_rounds(sample::fma_ceiling(1, 1e9), {1.0, 0.5});
  for (Round& round : fma.rounds) round.marks = {{MarkKind::contended, "steal"}};
  const Roof roof = measured_roof(sample::host_record({fma}));
  EXPECT_DOUBLE_EQ(roof.compute.at(DType::fp32).value.value(), 2e9);
  EXPECT_TRUE(roof.compute.at(DType::fp32).disturbed);
  Case fast_but_disturbed = sample::copy(0.1, 1e9);
  fast_but_disturbed.rounds[0].marks = {{MarkKind::contended, "steal"}};
  const Roof memory = measured_roof(sample::host_record({fast_but_disturbed, sample::copy(0.4, 0.5e9)}));
  EXPECT_DOUBLE_EQ(memory.memory->value.value(), 2.5e9);
  EXPECT_FALSE(memory.memory->disturbed);
}

TEST(MeasuredRoof, AWrongResultIsNoCeiling) {
  Case fma = sample::fma_ceiling(1, 1e9);
  fma.rounds[0].marks = {{MarkKind::wrong_result, "element 0"}};
  EXPECT_TRUE(measured_roof(sample::host_record({fma})).compute.empty());
}

TEST(MeasuredRoof, MemoryIsTheBestLargeColdMemoryCase) {
  Case warm = sample::copy(0.001, 2e9);
  warm.parameters["cache"] = std::string{"warm"};
  warm.id = "memory/copy/warm";
  const Record record =
      sample::host_record({sample::copy(1.0, 1e9), sample::copy(0.4, 0.5e9), sample::copy(1e-6, 1e6), warm});
  const Roof roof = measured_roof(record);
  ASSERT_TRUE(roof.memory);
  EXPECT_DOUBLE_EQ(roof.memory->value.value(), 2.5e9);
  EXPECT_EQ(roof.memory->source, "memory/copy/bytes500000000");
}

TEST(MeasuredRoof, Bf16NeedsTheUnitThatProductsUse) {
  Record record = sample::host_record({sample::fma_ceiling(1.0, 100e9), sample::dot_ceiling(1.0, 200e9)});
  const auto bf16 = [&record](std::vector<std::string> isa) {
    record.environment.cpu.isa = std::move(isa);
    const Roof roof = measured_roof(record);
    const auto found = roof.compute.find(DType::bf16);
    return found == roof.compute.end() ? 0.0 : found->second.value.value();
  };
  EXPECT_EQ(bf16({"avx2", "avx512f", "avx512_bf16"}), 200e9);
  EXPECT_EQ(bf16({"avx2", "avx512f", "avx512_bf16", "amx_bf16"}), 0.0);  // oneDNN uses AMX, the loop does not
  record.cases.pop_back();                                               // skipped where the CPU has no bf16 products
  EXPECT_EQ(bf16({"avx2", "avx512f"}), 100e9);
  EXPECT_EQ(bf16({}), 0.0);  // not x86: unknown
}

TEST(MeasuredRoof, ChainsAreNoCeiling) {
  EXPECT_FALSE(measured_roof(sample::host_record({sample::chain(1e-6)})).memory);
}

TEST(LastLevelCache, ComesFromTheDeviceThenTheDataBase) {
  Record record = sample::cuda_record({});
  record.environment.devices[0].l2_cache = Bytes{7};
  EXPECT_EQ(last_level_cache(record.environment, sample::h200_peaks()), Bytes{7});
  record.environment.devices[0].l2_cache = Bytes{0};
  EXPECT_EQ(last_level_cache(record.environment, sample::h200_peaks()), Bytes{50.0 * 1024 * 1024});
  record.environment.devices[0].name = "NVIDIA Next";
  EXPECT_EQ(last_level_cache(record.environment, sample::h200_peaks()), Bytes{0});
  EXPECT_EQ(last_level_cache(sample::host_record({}).environment, {}), Bytes{32.0 * 1024 * 1024});
}

}  // namespace
}  // namespace roofgate
