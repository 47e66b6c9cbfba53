#include "bench/readers/nvbandwidth.hpp"

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

}  // namespace
}  // namespace roofgate
