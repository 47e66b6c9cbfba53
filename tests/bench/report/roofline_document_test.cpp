#include "bench/report/roofline_document.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/report/render.hpp"
#include "bench/report/roofline_json.hpp"
#include "tests/bench/roofline/sample_record.hpp"

namespace roofgate {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr double kGemmFlops = 2.0 * 4096 * 4096 * 4096;

std::string shown(const Record& record) {
  return render_terminal(roofline_document(record, roofline_of(record, sample::h200_peaks())), {});
}

std::string data_of(const Record& record) {
  return render_csv(roofline_data(roofline_of(record, sample::h200_peaks())));
}

Record healthy() {
  Record record = sample::cuda_record({sample::gemm(kGemmFlops / 797e12), sample::chain(8.0 * 67108864 / 4.39e12)});
  record.environment.software = {{"driver", "580.65"}, {"cuda_runtime", "13.0"}, {"cublaslt", "13.1"}};
  record.started_at = "2026-11-29T02:00:10Z";
  record.finished_at = "2026-11-29T02:09:59Z";
  record.rounds_planned = 1;
  return record;
}

TEST(RooflineDocument, NamesMachineSoftwareAndRounds) {
  EXPECT_THAT(shown(healthy()),
              HasSubstr("8 x NVIDIA H200 (device 0 shown) · driver 580.65 · CUDA 13.0 · cuBLASLt 13.1 "
                        "· 1 round, 02:00 to 02:09 UTC\n"));
}

TEST(RooflineDocument, LibrariesVersionsAreShort) {
  Record record = sample::host_record({sample::gemm(1e-3)});
  record.environment.software = {{"onednn", "2.6.3 (N/A)"}, {"mpi", "Open MPI v4.1.4, package: Debian, ident: 4.1.4"}};
  EXPECT_THAT(shown(record), HasSubstr("2 cores · oneDNN 2.6.3 · Open MPI v4.1.4 · 1 round\n"));
}

TEST(RooflineDocument, GivesTheRoofWithTheClockThatWasHeld) {
  Record record = healthy();
  record.cases[0].rounds[0].telemetry.clock_event_reasons = {"gpu_idle", "sw_power_cap"};
  EXPECT_THAT(shown(record), HasSubstr("roof   bf16 989 TFLOP/s dense · fp32 67.0 TFLOP/s · memory 4.80 TB/s · link "
                                       "450 GB/s · held clock 1755 of 1830 MHz (sw power cap)\n"));
}

TEST(RooflineDocument, ShowsEachCaseWithItsShares) {
  const std::string text = shown(healthy());
  EXPECT_THAT(text, HasSubstr("797 TFLOP/s   80.6 %    84.0 %  compute  0.1 %"));
  EXPECT_THAT(text, HasSubstr("4.39 TB/s   91.5 %         -  memory   0.1 %"));
  EXPECT_THAT(text, Not(HasSubstr("of ceiling")));  // the record has none
}

TEST(RooflineDocument, ADerivedRoofSaysSo) {
  Record record = healthy();
  for (DeviceInfo& device : record.environment.devices) device.name = "NVIDIA H20";
  EXPECT_THAT(shown(record), HasSubstr("bf16 1071 TFLOP/s derived"));
  EXPECT_THAT(shown(record), HasSubstr("memory 4.92 TB/s derived"));
}

TEST(RooflineDocument, WithoutAnyRoofItSaysWhy) {
  Record record = healthy();
  for (DeviceInfo& device : record.environment.devices) device = DeviceInfo{};
  EXPECT_THAT(shown(record), HasSubstr("roof   unknown: the device is in no data base"));
  EXPECT_THAT(shown(sample::host_record({sample::gemm(1e-3)})),
              HasSubstr("roof   unknown: the record has no ceiling/*"));
}

TEST(RooflineDocument, OfAHostShowsCeilingsMeasuredInTheRun) {
  Record record = sample::host_record({sample::gemm(kGemmFlops / 200e9), sample::dot_ceiling(1, 250e9)});
  record.environment.cpu.model = "AMD EPYC 9R14";
  const std::string text = shown(record);
  EXPECT_THAT(text, HasSubstr("AMD EPYC 9R14 · 2 cores"));
  EXPECT_THAT(text, HasSubstr("roof   measured in this run: bf16 250 GFLOP/s"));
  EXPECT_THAT(text, HasSubstr("200 GFLOP/s      80.0 %  compute"));
  EXPECT_THAT(text, Not(HasSubstr("of roof")));
}

TEST(RooflineDocument, AnImpossibleResultIsInvalidWithItsReason) {
  const Record record = sample::cuda_record({sample::gemm(kGemmFlops / 2000e12)});
  EXPECT_THAT(shown(record), HasSubstr("INVALID: above_compute_roof"));
  EXPECT_THAT(shown(record), HasSubstr("\nINVALID  gemm/bf16/tn/m4096n4096k4096/align128/best: "));
}

TEST(RooflineDocument, MarksAreSaidInWords) {
  Record record = sample::cuda_record({sample::with_rounds(sample::gemm(1e-3), {1e-3, 1e-3})});
  record.cases[0].rounds[0].marks = {{MarkKind::contended, "CPU steal 12 %"}};
  EXPECT_THAT(shown(record), HasSubstr("contended in rounds left out"));
  record.cases[0].rounds[1].marks = {{MarkKind::contended, "CPU steal 12 %"}};
  EXPECT_THAT(shown(record), HasSubstr("contended\n"));
  record.cases[0].rounds[0].time_s.clear();
  record.cases[0].rounds[1].time_s.clear();
  EXPECT_THAT(shown(record), HasSubstr("contended: CPU steal 12 %"));
  record.cases[0].rounds.clear();
  EXPECT_THAT(shown(record), HasSubstr("not measured"));
}

TEST(RooflineDocument, CollectivesShowTheirBusBandwidth) {
  const double bytes = 1e9;
  EXPECT_THAT(shown(sample::cuda_record({sample::allreduce(bytes / 200e9, bytes, 8)})),
              HasSubstr("200 GB/s   77.8 %  link   0.1 %  bus 350 GB/s"));
}

TEST(RooflineDocument, BetweenTwoRanksBothBandwidthsAreOne) {
  EXPECT_THAT(shown(sample::cuda_record({sample::allreduce(1e-3, 1e9, 2)})), Not(HasSubstr("bus ")));
}

TEST(RooflineDocument, CeilingsThatWereDisturbedSaySo) {
  Record record = sample::host_record({sample::gemm(kGemmFlops / 200e9), sample::dot_ceiling(1, 250e9)});
  record.cases[1].rounds[0].marks = {{MarkKind::contended, "CPU steal 12 %"}};
  EXPECT_THAT(shown(record), HasSubstr("measured in this run: bf16 250 GFLOP/s disturbed\n"));
}

TEST(RooflineDocument, AnIntervalBeyondAllIsNoNumber) {
  EXPECT_THAT(shown(sample::cuda_record({sample::with_rounds(sample::gemm(1), {1e-3, 9e-3})})), HasSubstr("> 100 %"));
}

TEST(RooflineDocument, AnUnfinishedRecordSaysSo) {
  Record record = healthy();
  record.finished_at.clear();
  record.rounds_planned = 5;
  EXPECT_THAT(shown(record), HasSubstr("1 of 5 rounds, from 02:00 UTC, not finished"));
}

TEST(RooflineData, HasOneRowPerCaseInSIUnits) {
  const std::string csv = data_of(healthy());
  EXPECT_THAT(csv, HasSubstr("case,kind,ranks,status,time_s,flops_per_s,bytes_per_s,"));
  EXPECT_THAT(csv, HasSubstr("gemm/bf16/tn/m4096n4096k4096/align128/best,gemm,1,ok,"));
  EXPECT_THAT(csv, HasSubstr(",compute,0.80"));
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 3);
}

TEST(RooflineData, StatusTellsWhatIsNotToBeTrusted) {
  EXPECT_THAT(data_of(sample::cuda_record({sample::gemm(1e-9)})), HasSubstr(",gemm,1,invalid,"));
  Record record = healthy();
  record.cases[0].rounds[0].marks = {{MarkKind::throttled, "clock fell"}};
  EXPECT_THAT(data_of(record), HasSubstr(",gemm,1,throttled,"));
  record.cases[0].rounds.clear();
  EXPECT_THAT(data_of(record), HasSubstr(",gemm,1,not_measured,"));
}

TEST(RooflineJson, HoldsRoofsAndCases) {
  const Record record = healthy();
  const std::string json = roofline_json(record, roofline_of(record, sample::h200_peaks()));
  EXPECT_THAT(json, HasSubstr(R"("schema": "roofgate.roofline/1")"));
  EXPECT_THAT(json, HasSubstr(R"("origin": "datasheet")"));
  EXPECT_THAT(json, HasSubstr(R"("bound": "compute")"));
  EXPECT_THAT(json, HasSubstr(R"("bus_bytes_per_s": null)"));
}

}  // namespace
}  // namespace roofgate
