#include "bench/readers/stray_lines.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/bench/readers/reading.hpp"

namespace roofgate {
namespace {

using testing::HasSubstr;

/// `from` and what follows it in the sample, replaced.
std::string cut_at(const std::string& from, const std::string& end) {
  std::string text = sample_text("nccl_allreduce_2x4.log");
  text.resize(text.find(from));
  return text + end;
}

void expect_finished(const std::string& text, bool is_finished, const std::string& said = {}) {
  const auto file = read_text(text);
  ASSERT_TRUE(file) << to_string(file.error());
  EXPECT_EQ(!file->imported.records.at(0).finished_at.empty(), is_finished) << text.substr(text.size() - 200);
  EXPECT_THAT(remarks_of(*file), HasSubstr(said));
}

constexpr const char* kLastRow = "[1,0]<stdout>:    33554432";
constexpr const char* kClosing = "[1,0]<stdout>:# Out of bounds";

TEST(StrayLines, ADeathIsKnownByWhatShellsAndLaunchersPrint) {
  EXPECT_EQ(death_in("Killed"), "Killed");
  EXPECT_EQ(death_in(" Terminated "), "Terminated");
  EXPECT_EQ(death_in("bash: line 3:  991 Segmentation fault      (core dumped) ./all_reduce_perf"),
            "Segmentation fault");
  EXPECT_EQ(death_in("slurmstepd: error: *** STEP 7.0 ON n1 CANCELLED AT 2026-11-28T03:00:00 ***"),
            "cancelled by Slurm");
  EXPECT_EQ(death_in("terminate called after throwing an instance of 'std::bad_alloc'"), "an uncaught exception");
  EXPECT_EQ(death_in("Killed processes: 0"), "");
  EXPECT_EQ(death_in("NCCL INFO Channel 00/24 :    0   1   2"), "");
}

TEST(StrayLines, EachToolIsKnownByItsFirstLinesOrHeading) {
  EXPECT_EQ(tool_in("# nccl-tests version 2.17.4"), "nccl-tests");
  EXPECT_EQ(tool_in("nvbandwidth Version: v0.8"), "nvbandwidth");
  EXPECT_EQ(tool_in("Benchmark             Time        CPU   Iterations UserCounters..."), "google-benchmark");
  EXPECT_EQ(tool_in("name,iterations,real_time,cpu_time,time_unit"), "google-benchmark");
  EXPECT_EQ(tool_in("{\"context\": {}, \"benchmarks\": [{}]}"), "google-benchmark");
  EXPECT_EQ(tool_in("  \"benchmarks\": ["), "google-benchmark or nvbench");
  EXPECT_EQ(tool_in("Benchmark,Device,Device Name,Samples"), "nvbench");
  EXPECT_EQ(tool_in("window.BENCHMARK_DATA = {"), "github-action-benchmark");
  EXPECT_EQ(tool_in("  8 | 500.1(mean) 501.0(median) @ 1024x1024x1024 | best: 501.0 TFLOPS @ 1024x1024x1024"),
            "mamf-finder");
  EXPECT_EQ(tool_in("Benchmark of the day"), "");
}

TEST(StrayLines, AnotherToolsResultsAreCountedAndNamedHoweverFarBelow) {
  std::string text = sample_text("nccl_allreduce_2x4.log");
  for (int i = 0; i < 20'000; ++i) text += "lynx-1: a line of something else\n";
  const auto file = read_text(text + "{\n  \"benchmarks\": [\n");
  ASSERT_TRUE(file) << to_string(file.error());
  EXPECT_EQ(file->imported.remarks.summary(), "6 of 7 rows read, 1 refused");
  EXPECT_THAT(remarks_of(*file), HasSubstr("another tool's results begin here (google-benchmark or nvbench): not read; "
                                           "split the file, or say with --format which of them counts (line 200"));
}

TEST(DeadRun, OfNcclTestsIsUnfinishedWhateverStoppedIt) {
  expect_finished(sample_text("nccl_allreduce_2x4.log"), true);
  expect_finished(cut_at(kLastRow, "lynx-1: Test NCCL failure common.cu:1275 'unhandled system error'\n"), false,
                  "the tool failed: Test NCCL failure");
  expect_finished(cut_at(kLastRow, "Killed\n"), false, "the tool failed: Killed");
  expect_finished(cut_at(kLastRow, ""), false, "1 size of the list is missing");
  expect_finished(cut_at(kClosing, ""), false, "the run has no closing lines: it was stopped, or the file is cut");
  expect_finished(sample_text("nccl_allreduce_2x4.log") + "mpirun noticed that process rank 3 exited on signal 11\n",
                  true);
}

TEST(DeadRun, BeforeItsTableSpoilsTheRunsBesideItOfTheSameHosts) {
  const std::string whole = sample_text("nccl_allreduce_2x4.log");
  const std::string died =
      cut_at("[1,0]<stdout>:#       size", "lynx-2: Test CUDA failure common.cu:892 'out of memory'\n");
  expect_finished(whole + died, false, "a run failed before its table: Test CUDA failure");
  std::string elsewhere = died;
  for (std::size_t at = 0; (at = elsewhere.find("lynx-", at)) != std::string::npos;) elsewhere.replace(at, 5, "otter-");
  expect_finished(whole + elsewhere, true, "a run failed before its table");
}

TEST(DeadRun, ThatWasMadeUpForOrIsAnotherProgramsIsNone) {
  const std::string whole = sample_text("nccl_allreduce_2x4.log");
  const std::string died =
      cut_at("[1,0]<stdout>:#       size", "lynx-2: Test CUDA failure common.cu:892 'out of memory'\n");
  expect_finished(died + whole, true, "a run failed before its table: Test CUDA failure");
  expect_finished("Traceback (most recent call last):\n  File \"check.py\"\nImportError: torch\n" + whole, true);
  expect_finished(cut_at(kLastRow, "Killed\n") + whole, false, "the tool failed: Killed");
}

TEST(DeadRun, OfALogWithoutItsSettingsIsNotGuessedAt) {
  const std::string text = sample_text("nccl_allreduce_2x4.log");
  std::string table;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin) + 1;
    const std::string line = text.substr(begin, end - begin);
    if (line.find("float") != std::string::npos || line.find("size ") != std::string::npos) table += line;
    begin = end;
  }
  expect_finished(table, true);
}

constexpr const char* kMatrices =
    "nvbandwidth Version: v0.8\nRunning host_to_device_memcpy_ce.\n"
    "memcpy CE CPU(row) -> GPU(column) bandwidth (GB/s)\n           0         1\n 0     55.12     55.20\n\n"
    "SUM host_to_device_memcpy_ce 110.32\n\nRunning device_to_host_memcpy_ce.\n";

TEST(DeadRun, OfNvbandwidthIsUnfinished) {
  const std::string first = std::string{kMatrices} + "Waived: \n";
  expect_finished(first, true, "waived");
  expect_finished(kMatrices, false, "a testcase without a matrix (device_to_host_memcpy_ce)");
  expect_finished(std::string{kMatrices} + "[CUDA_ERROR_OUT_OF_MEMORY] out of memory in expression\n", false,
                  "the tool reports an error besides its results");
  expect_finished(std::string{kMatrices} + "Waived: \nSegmentation fault (core dumped)\n", false, "error");
  expect_finished(std::string{kMatrices} +
                      "memcpy CE CPU(row) <- GPU(column) bandwidth (GB/s)\n     0     1\n 0    55.12     55.20\n",
                  false);
  const std::string json = R"j({"nvbandwidth": {"version": "v0.9", "testcases": [
    {"name": "host_to_device_memcpy_ce", "status": "Passed", "bandwidth_description": "copy bandwidth (GB/s)",
     "bandwidth_matrix": [["55.1"]]},
    {"name": "device_to_host_memcpy_ce", "status": ")j";
  expect_finished(json + "Waived\"}]}}", true);
  expect_finished(json + "Error\"}]}}", false, "a testcase that failed (device_to_host_memcpy_ce)");
}

TEST(DeadRun, OfGoogleBenchmarkIsUnfinished) {
  const std::string table = "Benchmark     Time     CPU   Iterations\n--------\nBM_copy/8   110 ns   110 ns   1000\n";
  expect_finished(table, true);
  expect_finished(table + "terminate called after throwing an instance of 'std::bad_alloc'\n", false,
                  "the program died: an uncaught exception");
  const std::string csv =
      "name,iterations,real_time,cpu_time,time_unit,bytes_per_second,items_per_second,label,error_occurred,error_"
      "message\n"
      "\"BM_copy/8\",100,10,10,ns,,,,,\n";
  expect_finished(csv, true);
  expect_finished(csv + "\"BM_copy/64\",100,2", false, "the table ends in the middle of a row");
}

TEST(DeadRun, OfOneBenchmarkOfSuperBenchIsUnfinishedWhereItToldNoFigure) {
  const std::string bandwidth = R"("mem-bw/h2d_bw:0": 25.0, "mem-bw/return_code": 0)";
  expect_finished("{\"node\": \"n1\", " + bandwidth + "}\n", true);
  expect_finished("{\"node\": \"n1\", " + bandwidth + ", \"ib-traffic/return_code\": 3}\n", false,
                  "a benchmark that failed and reported no figure");
  const auto node = read_text("{\"node\": \"n1\", " + bandwidth + "}\n{\"node\": \"n2\", \"mem-bw/return_code\": 3}\n");
  ASSERT_TRUE(node) << to_string(node.error());
  ASSERT_EQ(node->imported.records.size(), 2U) << "a node of which nothing was measured is one of the night";
  EXPECT_TRUE(node->imported.records[1].cases.empty() && node->imported.records[1].finished_at.empty());
  EXPECT_FALSE(read_text("{\"node\": \"n2\", \"mem-bw/return_code\": 3}\n"));
}

TEST(NothingMeasured, IsNoResultHoweverManyCasesAreNamed) {
  const char* failed = R"({"context": {"num_cpus": 2}, "benchmarks": [{"name": "BM_a", "run_type": "iteration",
    "run_name": "BM_a", "error_occurred": true, "error_message": "planted-secret"}]})";
  const auto file = read_text(failed);
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().kind, ErrorKind::measurement);
  EXPECT_THAT(file.error().what,
              HasSubstr("none of its 1 case was measured (error: google-benchmark: the benchmark failed"));
  EXPECT_THAT(to_string(file.error()), testing::Not(HasSubstr("planted-secret")));
  EXPECT_TRUE(read_sample("nccl_wrong.log")) << "a wrong result is one";
}

}  // namespace
}  // namespace roofgate
