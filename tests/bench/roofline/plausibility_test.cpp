#include "bench/roofline/plausibility.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/bench/roofline/sample_record.hpp"

namespace roofgate {
namespace {

using testing::HasSubstr;

constexpr double kGemmFlops = 2.0 * 4096 * 4096 * 4096;
constexpr double kPerClock = 132 * 2048 * 2;

std::optional<Implausible> judge(const Record& record) {
  return implausibility(record.cases.front(), roofs_of(record, sample::h200_peaks()));
}

std::string rule_of(const Record& record) {
  const auto found = judge(record);
  return found ? found->rule : "plausible";
}

TEST(Plausibility, ComputeAboveTheHeldClockIsImpossible) {
  const double limit = kPerClock * 1500e6;  // 811 TFLOP/s, below the published 989
  EXPECT_EQ(rule_of(sample::cuda_record({sample::gemm(kGemmFlops / (limit * 1.03), 1500e6)})), "above_compute_roof");
  EXPECT_EQ(rule_of(sample::cuda_record({sample::gemm(kGemmFlops / (limit * 1.01), 1500e6)})), "plausible");
}

TEST(Plausibility, AboveThePublishedRateIsPossibleAtAHigherClock) {
  EXPECT_EQ(rule_of(sample::cuda_record({sample::gemm(kGemmFlops / 1050e12, 1980e6)})), "plausible");
}

TEST(Plausibility, TheSentenceNamesClockAndCauses) {
  const auto found = judge(sample::cuda_record({sample::gemm(kGemmFlops / 2000e12, 1500e6)}));
  ASSERT_TRUE(found);
  EXPECT_THAT(found->sentence, HasSubstr("1500 MHz"));
  EXPECT_THAT(found->sentence, HasSubstr("a kernel that did not run"));
  EXPECT_NEAR(found->evidence.at("limit"), kPerClock * 1500e6, 1.0);
  EXPECT_NEAR(found->evidence.at("ratio"), 2000e12 / (kPerClock * 1500e6), 1e-6);
}

TEST(Plausibility, TheFastestRoundCountsAgainstTheHighestClock) {
  Case measured = sample::with_rounds(sample::gemm(1, 1500e6), {kGemmFlops / 700e12, kGemmFlops / 950e12});
  EXPECT_EQ(rule_of(sample::cuda_record({measured})), "above_compute_roof");
  measured.rounds[1].telemetry.clock_max = Hertz{1980e6};
  EXPECT_EQ(rule_of(sample::cuda_record({measured})), "plausible");
}

TEST(Plausibility, WithFewTelemetrySamplesTheDevicesMaximumStandsIn) {
  Case measured = sample::gemm(kGemmFlops / 1000e12, 1500e6);
  measured.rounds[0].telemetry.sample_count = 1;
  EXPECT_EQ(rule_of(sample::cuda_record({measured})), "plausible");
  measured.rounds[0].time_s = {kGemmFlops / 1200e12};
  EXPECT_EQ(rule_of(sample::cuda_record({measured})), "above_compute_roof");
}

TEST(Plausibility, WithoutAnyClockThePublishedRateAllowsAQuarter) {
  Record record = sample::cuda_record({sample::gemm(kGemmFlops / (989e12 * 1.2))});
  record.environment.devices[0].max_sm_clock.reset();
  record.cases[0].rounds[0].telemetry = {};
  EXPECT_EQ(rule_of(record), "plausible");
  record.cases[0].rounds[0].time_s = {kGemmFlops / (989e12 * 1.3)};
  EXPECT_EQ(rule_of(record), "above_compute_roof");
}

TEST(Plausibility, AClockOfZeroIsNoClock) {
  Record record = sample::cuda_record({sample::gemm(kGemmFlops / (989e12 * 1.1), 0)});
  EXPECT_EQ(rule_of(record), "plausible") << "the device's maximum stands in";
  record.environment.devices[0].max_sm_clock = Hertz{0};
  EXPECT_EQ(rule_of(record), "plausible") << "the published rate stands in";
  record.cases[0].rounds[0].time_s = {1e-305};
  EXPECT_THAT(judge(record)->sentence, testing::StartsWith("countless times the published bf16 peak"));
}

TEST(Plausibility, MemoryAboveItsClockIsImpossible) {
  const double bytes = 2 * 1073741824.0;
  EXPECT_EQ(rule_of(sample::cuda_record({sample::copy(bytes / 4.95e12)})), "plausible");  // above 4.8, not above 4.917
  EXPECT_EQ(rule_of(sample::cuda_record({sample::copy(bytes / 5.1e12)})), "above_memory_roof");
}

TEST(Plausibility, DataThatMayBeInCacheMayExceedTheMemory) {
  EXPECT_EQ(rule_of(sample::cuda_record({sample::copy(2 * 13.1e6 / 9e12, 13.1e6)})), "plausible");
  Case warm = sample::copy(2 * 1073741824.0 / 9e12);
  warm.parameters["cache"] = std::string{"warm"};
  EXPECT_EQ(rule_of(sample::cuda_record({warm})), "plausible");
}

TEST(Plausibility, AnIntermediateThatIsReadAgainMayBeInCache) {
  Case unfused = sample::chain(8.0 * 67108864 / 6e12);
  EXPECT_EQ(rule_of(sample::cuda_record({unfused})), "above_memory_roof");
  unfused.work.working_set = unfused.work.bytes() * 0.7;
  EXPECT_EQ(rule_of(sample::cuda_record({unfused})), "plausible");
}

TEST(Plausibility, AProductsCompulsoryBytesCountToo) {
  Case measured = sample::gemm(20e-6);
  measured.work.flops = Flops{1e9};
  measured.work.bytes_read = Bytes{2e8};
  measured.work.working_set = measured.work.bytes();
  EXPECT_EQ(rule_of(sample::cuda_record({measured})), "above_memory_roof");
}

TEST(Plausibility, BusBandwidthAboveTheLinkIsPossibleInTheNetwork) {
  // NVLS on H100: 480 GB/s of bus bandwidth over a 450 GB/s link (nccl-tests#212).
  const double bytes = 8e9;
  EXPECT_EQ(rule_of(sample::cuda_record({sample::allreduce(bytes * 1.75 / 480e9, bytes, 8)})), "plausible");
}

TEST(Plausibility, LeastTrafficAboveTheLinkIsImpossible) {
  const double bytes = 8e9;
  EXPECT_EQ(rule_of(sample::cuda_record({sample::allreduce(bytes * 0.875 / 500e9, bytes, 8)})), "above_link_roof");
}

TEST(Plausibility, OnAHostACaseFarAboveTheMeasuredCeilingIsImpossible) {
  const auto record = [](double rate) {
    return sample::host_record({sample::gemm(kGemmFlops / rate), sample::dot_ceiling(1.0, 200e9)});
  };
  EXPECT_EQ(rule_of(record(240e9)), "plausible");
  EXPECT_EQ(rule_of(record(260e9)), "above_measured_ceiling");
  const auto found = judge(record(260e9));
  EXPECT_THAT(found->sentence, HasSubstr("ceiling/dot_bf16"));
}

TEST(Plausibility, ADisturbedCeilingJudgesNothing) {
  Record record = sample::host_record({sample::gemm(kGemmFlops / 900e9), sample::chain(8.0 * 67108864 / 90e9),
                                       sample::dot_ceiling(1.0, 200e9), sample::copy(2 * 1073741824.0 / 20e9)});
  EXPECT_EQ(implausible_cases(record, {}).size(), 2U);
  for (const std::size_t ceiling : {2U, 3U}) record.cases[ceiling].rounds[0].marks = {{MarkKind::contended, "steal"}};
  EXPECT_TRUE(implausible_cases(record, {}).empty());
}

TEST(Plausibility, OnAHostMemoryCeilingsJudgeChainsThatMissTheCache) {
  const auto record = [](double rate) {
    return sample::host_record({sample::chain(8.0 * 67108864 / rate), sample::copy(2 * 1073741824.0 / 20e9)});
  };
  EXPECT_EQ(rule_of(record(24e9)), "plausible");
  EXPECT_EQ(rule_of(record(26e9)), "above_measured_ceiling");
  Record small = record(26e9);
  small.cases[0].work.working_set = Bytes{40e6};  // under twice the last-level cache
  EXPECT_EQ(rule_of(small), "plausible");
}

TEST(Plausibility, OnAHostWithoutCeilingsNothingIsJudged) {
  EXPECT_EQ(rule_of(sample::host_record({sample::gemm(1e-9)})), "plausible");
}

TEST(Plausibility, ACeilingIsNotJudgedByItself) {
  EXPECT_EQ(rule_of(sample::host_record({sample::fma_ceiling(1, 1e9)})), "plausible");
}

TEST(Plausibility, NoTimeIsImpossible) {
  EXPECT_EQ(rule_of(sample::cuda_record({sample::gemm(0.0)})), "no_time");
  EXPECT_EQ(rule_of(sample::host_record({sample::gemm(0.0)})), "no_time");
}

TEST(Plausibility, EmulatedAndUnmeasuredCasesAreNotJudged) {
  Record emulated = sample::cuda_record({sample::gemm(1e-12)});
  emulated.environment.backend = "cuda-emulated";
  EXPECT_EQ(rule_of(emulated), "plausible");
  Record empty = sample::cuda_record({sample::gemm(1e-12)});
  empty.cases[0].rounds.clear();
  EXPECT_EQ(rule_of(empty), "plausible");
}

TEST(Plausibility, TheGateGetsEveryImpossibleCaseById) {
  const Record record = sample::cuda_record({sample::gemm(1e-9), sample::copy(1.0)});
  const auto cases = implausible_cases(record, sample::h200_peaks());
  ASSERT_EQ(cases.size(), 1U);
  EXPECT_EQ(cases.begin()->first, "gemm/bf16/tn/m4096n4096k4096/align128/best");
}

}  // namespace
}  // namespace roofgate
