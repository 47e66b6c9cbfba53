#include "bench/readers/nvbandwidth/json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/record/record_rules.hpp"
#include "tests/bench/readers/reading.hpp"

namespace roofgate {
namespace {

using testing::HasSubstr;

TEST(Nvbandwidth, EachCellIsACase) {
  const auto file = read_sample("nvbandwidth.json");
  ASSERT_TRUE(file) << to_string(file.error());
  const Record& record = file->imported.records.at(0);
  EXPECT_FALSE(first_broken_rule(record));
  EXPECT_EQ(record.imported->tool, "nvbandwidth v0.7");
  EXPECT_EQ(record.environment.software.at("cuda_runtime"), "12.8");
  EXPECT_EQ(record.environment.software.at("driver"), "570.86.15");
  ASSERT_EQ(record.environment.devices.size(), 2U);
  EXPECT_EQ(record.environment.devices[1].name, "NVIDIA H200");
  EXPECT_EQ(record.environment.devices[1].pci_bus_id, "00000000:3B:00");
  const Case* copy = find_case(*file, "nvbandwidth/host_to_device_memcpy_ce/row0/column1");
  ASSERT_NE(copy, nullptr);
  EXPECT_EQ(copy->better, Better::higher);
  EXPECT_EQ(copy->metric->unit, "GB/s");
  EXPECT_DOUBLE_EQ(metric_value(*copy, copy->rounds[0].time_s.at(0)), 54.75);
  EXPECT_DOUBLE_EQ(copy->work.link_bytes.value() / copy->rounds[0].time_s[0], 54.75e9);
  const Case* latency = find_case(*file, "nvbandwidth/device_to_device_latency_sm/row0/column1");
  EXPECT_DOUBLE_EQ(latency->rounds[0].time_s.at(0), 1480e-9);
  EXPECT_EQ(latency->better, Better::lower);
  EXPECT_FALSE(latency->metric);
}

TEST(Nvbandwidth, WhatWasNotMeasuredIsCounted) {
  const auto file = read_sample("nvbandwidth.json");
  EXPECT_EQ(file->imported.remarks.summary(), "5 of 7 rows read, 2 refused");
  EXPECT_THAT(
      remarks_of(*file),
      HasSubstr(
          "1 refused: a testcase that this machine cannot run (waived) (multinode_device_to_device_memcpy_read_ce)"));
  const Case* nothing = find_case(*file, "nvbandwidth/device_to_device_memcpy_read_ce/row1/column0");
  EXPECT_EQ(nothing->rounds[0].marks.at(0).kind, MarkKind::error);
  EXPECT_EQ(find_case(*file, "nvbandwidth/device_to_device_memcpy_read_ce/row0/column0"), nullptr);
}

TEST(Nvbandwidth, AFailedToolMeasuredNothing) {
  const auto file =
      read_text(R"({"nvbandwidth": {"version": "v0.9", "testcases": [{"name": "no_such_test", "status": "ERROR"}]}})");
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().kind, ErrorKind::measurement);
  EXPECT_EQ(file.error().what, "the tool measured nothing: 1 refused: a testcase that failed (no_such_test)");
  EXPECT_THAT(read_text(R"({"nvbandwidth": {"error": "No device"}})").error().what, HasSubstr("it reports an error"));
}

TEST(NvbandwidthText, AMatrixThatIsCutIsSaidToBe) {
  const std::string whole =
      "nvbandwidth Version: v0.8\nRunning device_to_device_memcpy_read_ce.\n"
      "memcpy CE GPU(row) -> GPU(column) bandwidth (GB/s)\n           0         1         2\n"
      " 0       N/A    276.07    275.90\n";
  const auto cut = read_text(whole);
  ASSERT_TRUE(cut) << to_string(cut.error());
  EXPECT_EQ(cut->imported.remarks.summary(), "2 of 6 rows read, 4 refused");
  EXPECT_THAT(remarks_of(*cut), HasSubstr("4 refused: a cell that the matrix lacks: the output is cut"));
  const auto complete = read_text(whole + " 1    276.36       N/A    275.99\n 2    276.36    276.10       N/A\n");
  ASSERT_TRUE(complete) << to_string(complete.error());
  EXPECT_EQ(complete->imported.remarks.summary(), "6 of 6 rows read");
  EXPECT_THAT(remarks_of(*complete), testing::Not(HasSubstr("is cut")));
}

TEST(NvbandwidthText, WhereverItIsCutNoFigureIsMadeUp) {
  const std::string whole =
      "nvbandwidth Version: v0.8\nRunning device_to_device_memcpy_read_ce.\n"
      "memcpy CE GPU(row) -> GPU(column) bandwidth (GB/s)\n           0         1         2\n"
      " 0       N/A    276.07    275.90\n 1    276.36       N/A    275.99\n 2    276.36    276.10       N/A\n";
  const auto complete = read_text(whole);
  ASSERT_TRUE(complete) << to_string(complete.error());
  const std::size_t first_figure = whole.find("276.07");
  for (std::size_t end = first_figure + 6; end < whole.find_last_of('0'); ++end) {
    const auto cut = read_text(whole.substr(0, end));
    ASSERT_TRUE(cut) << end << to_string(cut.error());
    EXPECT_EQ(cut->imported.remarks.rows_read() + cut->imported.remarks.rows_refused(), 6U) << end;
    EXPECT_GT(cut->imported.remarks.rows_refused(), 0U) << end;
    for (const Case& measured : cut->imported.records.at(0).cases) {
      const Case* same = find_case(*complete, measured.id);
      ASSERT_NE(same, nullptr) << measured.id;
      EXPECT_EQ(measured.rounds.at(0).time_s, same->rounds.at(0).time_s) << measured.id << " cut at " << end;
    }
  }
}

TEST(NvbandwidthText, RowsThatAreLostLeaveTheirPlacesEmpty) {
  const std::string begin =
      "Running device_to_device_memcpy_read_ce.\nmemcpy CE GPU(row) -> GPU(column) bandwidth (GB/s)\n"
      "           0         1         2\n 0       N/A    276.07    275.90\n";
  const auto file = read_text(begin +
                              " 2    277.36    278.10       N/A\n 2    1.00    1.00       N/A\n 7 3.00 4.00\n"
                              "SUM device_to_device_memcpy_read_ce 1107.43\n");
  ASSERT_TRUE(file) << to_string(file.error());
  EXPECT_EQ(find_case(*file, "nvbandwidth/device_to_device_memcpy_read_ce/row1/column0"), nullptr);
  const Case* last = find_case(*file, "nvbandwidth/device_to_device_memcpy_read_ce/row2/column0");
  ASSERT_NE(last, nullptr);
  EXPECT_DOUBLE_EQ(metric_value(*last, last->rounds.at(0).time_s.at(0)), 277.36);
  EXPECT_EQ(file->imported.remarks.summary(), "4 of 9 rows read, 5 refused");
  EXPECT_THAT(remarks_of(*file), HasSubstr("3 refused: a row that is there twice"));
  EXPECT_THAT(remarks_of(*file), HasSubstr("2 refused: a cell that the matrix lacks"));
}

TEST(NvbandwidthText, AShortOrALongRowIsNoticed) {
  const auto host = read_text(
      "Running host_to_device_memcpy_ce.\nmemcpy CE CPU(row) -> GPU(column) bandwidth (GB/s)\n"
      "           0         1         2         3\n 0     54.61     54.75\nSUM host_to_device_memcpy_ce 109.36\n");
  ASSERT_TRUE(host) << to_string(host.error());
  EXPECT_EQ(host->imported.remarks.summary(), "2 of 4 rows read, 2 refused");
  const auto longer = read_text(
      "Running device_to_device_memcpy_read_ce.\nmemcpy CE GPU(row) -> GPU(column) bandwidth (GB/s)\n      0    1\n"
      " 0   N/A   26.30   26.40\n 1   26.20   N/A\n 2   26.20   26.30\n");
  ASSERT_TRUE(longer) << to_string(longer.error());
  EXPECT_THAT(remarks_of(*longer), HasSubstr("longer than the line of its columns"));
}

TEST(NvbandwidthJson, AMatrixThatIsNotWholeIsCounted) {
  const auto file = read_text(R"json({"nvbandwidth": {"version": "v0.9", "testcases": [
      {"name": "device_to_device_memcpy_read_ce", "status": "Passed",
       "bandwidth_description": "memcpy CE GPU(row) -> GPU(column) bandwidth (GB/s)",
       "bandwidth_matrix": [["N/A", "389.10", "388.00"], ["388.40"]]},
      {"name": "device_to_device_memcpy_write_ce", "status": "Passed",
       "bandwidth_description": "memcpy CE GPU(row) <- GPU(column) bandwidth (GB/s)",
       "bandwidth_matrix": [["N/A", "389.10"], ["388.40", "N/A"], ["388.40", "389.10"]]}]}})json");
  ASSERT_TRUE(file) << to_string(file.error());
  EXPECT_EQ(file->imported.remarks.summary(), "7 of 10 rows read, 3 refused");
  EXPECT_THAT(remarks_of(*file), HasSubstr("with more rows than columns (device_to_device_memcpy_write_ce)"));
}

TEST(NvbandwidthText, SaysTheSameAsItsJson) {
  const auto text = read_sample("nvbandwidth.txt");
  const auto json = read_sample("nvbandwidth.json");
  ASSERT_TRUE(text) << to_string(text.error());
  EXPECT_EQ(text->taken_for, "nvbandwidth-text: text of nvbandwidth, 3 matrices at its beginning");
  EXPECT_EQ(text->imported.remarks.summary(), "6 of 7 rows read, 1 refused") << "one testcase is waived";
  const Record& record = text->imported.records.at(0);
  const Record& other = json->imported.records.at(0);
  EXPECT_FALSE(first_broken_rule(record));
  EXPECT_EQ(record.suite, other.suite);
  EXPECT_EQ(hardware_key(record.environment), hardware_key(other.environment));
  EXPECT_EQ(record.environment.software.at("cuda_runtime"), other.environment.software.at("cuda_runtime"));
  EXPECT_EQ(record.imported->tool, "nvbandwidth v0.8");
  for (const char* id : {"host_to_device_memcpy_ce/row0/column1", "device_to_device_memcpy_read_ce/row0/column1"}) {
    const Case* measured = find_case(*text, std::string{"nvbandwidth/"} + id);
    const Case* same = find_case(*json, std::string{"nvbandwidth/"} + id);
    ASSERT_TRUE(measured != nullptr && same != nullptr) << id;
    EXPECT_EQ(same->definition, measured->definition);
    EXPECT_EQ(same->better, measured->better);
  }
}

TEST(NvbandwidthText, NewVersionsNumberTheirCudaOtherwise) {
  const auto file = read_text(
      "nvbandwidth Version: v0.10.0\nCUDA Runtime Version: 13.2 (13020)\nCUDA Driver Version (API): 13.2 (13020)\n"
      "Process 0 (node1): device 0: NVIDIA GB200 (00000008:01:00)\n\n"
      "Running host_to_device_memcpy_ce.\nmemcpy CE CPU(row) -> GPU(column) bandwidth (GB/s)\n      0\n 0   55.37\n\n"
      "SUM host_to_device_memcpy_ce 55.37\nCOEFFICIENT_OF_VARIATION host_to_device_memcpy_ce 0.00\n");
  ASSERT_TRUE(file) << to_string(file.error());
  const Environment& environment = file->imported.records.at(0).environment;
  EXPECT_EQ(environment.software.at("cuda_runtime"), "13.2");
  EXPECT_EQ(environment.software.at("cuda_driver_api"), "13.2");
  ASSERT_EQ(environment.devices.size(), 1U);
  EXPECT_EQ(environment.devices[0].name, "NVIDIA GB200");
  EXPECT_EQ(file->imported.records[0].cases.size(), 1U);
}

TEST(NvbandwidthText, APastedMatrixIsNamedByItsSumAndTheSameTestAgainIsAnotherRun) {
  const std::string matrix =
      "memcpy CE GPU(row) -> GPU(column) bandwidth (GB/s)\n      0     1\n 0  N/A  26.3\n 1  26.2  N/A\n\n"
      "SUM device_to_device_memcpy_read_ce 52.5\n";
  const auto file = read_text(matrix + matrix);
  ASSERT_TRUE(file) << to_string(file.error());
  const Case* cell = find_case(*file, "nvbandwidth/device_to_device_memcpy_read_ce/row1/column0");
  ASSERT_NE(cell, nullptr);
  EXPECT_EQ(cell->rounds.size(), 2U);
  const auto unnamed = read_text(matrix.substr(0, matrix.find("SUM")));
  ASSERT_FALSE(unnamed);
  EXPECT_THAT(to_string(unnamed.error()), HasSubstr("a matrix without its test's name"));
}

TEST(NvbandwidthText, ATestThatFailedIsNoMeasurement) {
  const auto file = read_text(
      "nvbandwidth Version: v0.7\nDevice 0: NVIDIA A100-SXM4-80GB\n\nRunning device_to_device_memcpy_read_ce.\n"
      " Invalid value when checking the pattern at 0x70a640000000\nASSERT in expression h_errorFlag == 0 in void "
      "f()\n");
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().kind, ErrorKind::measurement);
  EXPECT_THAT(to_string(file.error()), HasSubstr("a testcase that failed (device_to_device_memcpy_read_ce)"));
}

TEST(NvbandwidthJson, WarningsBeforeItAreSkipped) {
  const auto plain = read_sample("nvbandwidth.json");
  const auto noisy = read_text("WARNING: Failed to acquire log file lock.\n" + sample_text("nvbandwidth.json"));
  ASSERT_TRUE(noisy) << to_string(noisy.error());
  EXPECT_EQ(noisy->imported.records.at(0).cases.size(), plain->imported.records.at(0).cases.size());
}

}  // namespace
}  // namespace roofgate
