#include "bench/readers/nccl/text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "bench/readers/nccl/import.hpp"
#include "bench/record/record_json.hpp"
#include "bench/record/record_rules.hpp"
#include "bench/record/run_place.hpp"
#include "tests/bench/readers/reading.hpp"

namespace roofgate {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::string_view kHeading =
    "#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw "
    "#wrong\n";

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

TEST(NcclText, ARunOverTwoNodes) {
  const auto file = read_sample("nccl_allreduce_2x4.log");
  ASSERT_TRUE(file) << to_string(file.error());
  EXPECT_EQ(file->imported.remarks.summary(), "6 of 6 rows read");
  const Record& record = file->imported.records.at(0);
  EXPECT_FALSE(first_broken_rule(record));
  EXPECT_EQ(record.suite, "imported-nccl-tests");
  EXPECT_EQ(record.imported->tool, "nccl-tests 2.17.4");
  EXPECT_EQ(record.environment.backend, "cuda");
  EXPECT_EQ(record.environment.devices.size(), 8U);
  EXPECT_EQ(record.environment.devices[5].name, "NVIDIA H100 80GB HBM3");
  EXPECT_EQ(record.environment.software.at("nccl"), "2.27.5");
  EXPECT_EQ(record.environment.software.at("nccl_built_with_cuda"), "12.9");
  EXPECT_EQ(record.environment.variables.at("NCCL_ALGO"), "Ring");
  EXPECT_EQ(record.environment.variables.size(), 1U) << "an interface's name is nobody's business";
  ASSERT_EQ(record.worlds.size(), 1U);
  EXPECT_EQ(record.worlds[0].nodes, 2);
  EXPECT_EQ(record.worlds[0].ranks[5].node, "lynx-2");
  EXPECT_EQ(record.worlds[0].ranks[5].device, 1);
  ASSERT_EQ(record.cases.size(), 12U);
  const Case* measured = find_case(*file, "allreduce/fp32/in_place/bytes33554432/ranks8");
  ASSERT_NE(measured, nullptr);
  EXPECT_EQ(measured->kind, "allreduce");
  EXPECT_EQ(measured->work.link_bytes.value(), 33554432.0);
  EXPECT_EQ(std::get<double>(measured->parameters.at("nodes")), 2.0);
  const Round& round = measured->rounds.at(0);
  EXPECT_DOUBLE_EQ(round.time_s.at(0), 636e-6);
  EXPECT_EQ(round.world_size, 8);
  EXPECT_EQ(round.world, 0);
  EXPECT_EQ(round.iterations_per_sample, 25.0);
  EXPECT_EQ(round.check_worst_error, 0.0);
}

TEST(NcclText, TheSameLinesUnderEveryPrefix) {
  const std::string plain = replaced(sample_text("nccl_allreduce_2x4.log"), "[1,0]<stdout>:", "");
  const auto wanted = read_text(plain);
  ASSERT_TRUE(wanted) << to_string(wanted.error());
  for (const std::string_view prefix :
       {"    ", "0: ", "[pod/launcher/main] ", "2026-10-01T02:00:00.1Z ", "launcher-0 | ", "> ", ">> [1,0]<stdout>:"}) {
    const auto file = read_text(replaced(sample_text("nccl_allreduce_2x4.log"), "[1,0]<stdout>:", prefix));
    ASSERT_TRUE(file) << prefix;
    EXPECT_EQ(to_json_text(file->imported.records[0]).substr(200).size(),
              to_json_text(wanted->imported.records[0]).substr(200).size())
        << prefix;
    EXPECT_EQ(file->imported.records[0].cases.size(), 12U) << prefix;
  }
  const auto crlf = read_text(replaced(plain, "\n", "\r\n"));
  EXPECT_EQ(crlf->imported.records.at(0).cases.size(), 12U);
  const auto cr = read_text(replaced(plain, "\n", "\r"));
  EXPECT_EQ(cr->imported.records.at(0).cases.size(), 12U);
  const auto coloured = read_text(replaced(plain, "    float", "  \x1b[1m  float\x1b[0m"));
  EXPECT_EQ(coloured->imported.records.at(0).cases.size(), 12U);
  const auto without_hash = read_text(replaced(plain, "#", ""));
  EXPECT_EQ(without_hash->imported.records.at(0).cases.size(), 12U);
}

TEST(NcclText, WrongUncheckedAndMissing) {
  const auto file = read_sample("nccl_wrong.log");
  ASSERT_TRUE(file) << to_string(file.error());
  const Case* wrong = find_case(*file, "allreduce/fp32/out_of_place/bytes8388608/ranks4");
  EXPECT_EQ(wrong->rounds[0].marks.at(0).kind, MarkKind::wrong_result);
  EXPECT_EQ(wrong->rounds[0].marks[0].evidence, "7 wrong elements by the tool's own check");
  EXPECT_TRUE(wrong->rounds[0].time_s.empty());
  const Case* unchecked = find_case(*file, "allreduce/fp32/out_of_place/bytes16777216/ranks4");
  EXPECT_EQ(unchecked->rounds[0].check_worst_error, std::nullopt);
  const Case* missing = find_case(*file, "allreduce/fp32/in_place/bytes33554432/ranks4");
  ASSERT_NE(missing, nullptr);
  EXPECT_EQ(missing->rounds[0].marks.at(0).kind, MarkKind::error);
  const std::string remarks = remarks_of(*file);
  EXPECT_THAT(remarks, HasSubstr("2 doubtful: not checked: the tool looked at no result (line 14, line 14)"));
  EXPECT_THAT(
      remarks,
      HasSubstr("1 size of the list is missing, the first is 33554432 bytes; the tool itself lowered maxBytes to "
                "16777216 for want of memory; the tool failed: Test CUDA failure"));
  EXPECT_THAT(remarks, HasSubstr("the tool failed after 3 rows: Test CUDA failure"));
  EXPECT_FALSE(first_broken_rule(file->imported.records[0]));
}

TEST(NcclText, OldErrorsAreRounding) {
  const auto file = read_sample("nccl_old_layout.log");
  ASSERT_TRUE(file) << to_string(file.error());
  const Case* fine = find_case(*file, "allreduce/fp32/out_of_place/bytes2097152/ranks2");
  ASSERT_NE(fine, nullptr);
  EXPECT_DOUBLE_EQ(*fine->rounds[0].check_worst_error, 0.05);
  const Case* wrong = find_case(*file, "allreduce/fp32/in_place/bytes2097152/ranks2");
  EXPECT_EQ(wrong->rounds[0].marks.at(0).evidence,
            "largest error 0.2 by the tool's own check; rounding gives at most 1e-05");
  EXPECT_THAT(remarks_of(*file), HasSubstr("no line names the collective: allreduce, from the table's own figures"));
}

TEST(NcclText, OneRankRunsAreNoRunOfManyRanks) {
  const auto file = read_sample("nccl_four_one_rank_jobs.log");
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().kind, ErrorKind::measurement);
  EXPECT_EQ(file.error().what, "N one-rank runs, not an N-rank run: the ranks never met");
  // The rows alone: the ratio of the bandwidths tells.
  std::string rows;
  for (const char* time : {"41.10", "44.20", "40.90"}) {
    rows += fmt::format("33554432 8388608 float sum -1 {} 810.22 0.00 0 0.31 108240.10 0.00 0\n", time);
  }
  EXPECT_EQ(read_text(rows).error().what, file.error().what);
  // Each rank under its own label.
  std::string labelled{kHeading};
  for (int rank = 0; rank < 3; ++rank) {
    labelled +=
        fmt::format("{}:  33554432 8388608 float sum -1 41.{} 810.22 0.00 0 0.31 108240.10 0.00 0\n", rank, rank);
  }
  EXPECT_EQ(read_text(labelled).error().what, file.error().what);
}

TEST(NcclText, OneOneRankRunIsWhatItIs) {
  const std::string text =
      "# Collective test starting: all_reduce_perf\n#  Rank  0 Group  0 Pid 12 on n1 device  0 [0x00] NVIDIA A10G\n" +
      std::string{kHeading} + "  33554432 8388608 float sum -1 141.10 237.81 0.00 0 0.31 108240.10 0.00 0\n";
  const auto file = read_text(text);
  ASSERT_TRUE(file) << to_string(file.error());
  EXPECT_EQ(find_case(*file, "allreduce/fp32/out_of_place/bytes33554432/ranks1")->rounds[0].time_s.size(), 1U);
  const Case* in_place = find_case(*file, "allreduce/fp32/in_place/bytes33554432/ranks1");
  EXPECT_EQ(in_place->rounds[0].marks.at(0).evidence, "one rank in place moves nothing");
  EXPECT_TRUE(in_place->rounds[0].time_s.empty()) << "108 TB/s is no measurement";
}

TEST(NcclText, AToolThatFailedMeasuredNothing) {
  const auto file = read_sample("nccl_failed.log");
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().kind, ErrorKind::measurement);
  EXPECT_EQ(file.error().what, "the tool failed and measured nothing: Invalid number of GPUs");
  EXPECT_THAT(to_string(file.error()), Not(HasSubstr("hunter2")));
  EXPECT_EQ(read_text("invalid size specified for 'minbytes'\ninvalid size specified for 'minbytes'\n").error().what,
            "the tool failed and measured nothing: invalid size specified");
  EXPECT_EQ(read_text(kHeading).error().what, "no row was measured (no row read)");
}

TEST(NcclText, RowsOfSeveralRanksCountOnce) {
  std::string text{kHeading};
  for (int rank = 0; rank < 3; ++rank) {
    text +=
        fmt::format("[1,{}]<stdout>: 33554432 8388608 float sum -1 641.1 52.34 91.59 0 640.2 52.41 91.72 0\n", rank);
  }
  const auto file = read_text(text);
  ASSERT_TRUE(file) << to_string(file.error());
  EXPECT_EQ(file->imported.records[0].cases.at(0).rounds.at(0).time_s.size(), 1U);
  EXPECT_EQ(file->imported.remarks.summary(), "1 of 3 rows read, 2 refused");
  EXPECT_THAT(remarks_of(*file), HasSubstr("printed by several ranks: counted once"));
}

TEST(NcclText, RepeatedRunsAreRounds) {
  const std::string run = replaced(sample_text("nccl_allreduce_2x4.log"), "[1,0]<stdout>:", "");
  const auto file = read_text(run + run + run);
  ASSERT_TRUE(file);
  EXPECT_EQ(file->imported.records[0].cases.at(0).rounds.size(), 3U);
  EXPECT_EQ(file->imported.records[0].rounds_planned, 3);
  EXPECT_FALSE(first_broken_rule(file->imported.records[0]));
}

TEST(NcclText, ARunAfterTheClosingLinesOfAnotherIsItsOwnWhateverItsPrefix) {
  const std::string row = "33554432 8388608 float sum -1 641.1 52.34 91.59 0 640.2 52.41 91.72 0\n";
  const auto file = read_text(std::string{kHeading} + row + "# Avg bus bandwidth    : 91.6\n" +
                              replaced(std::string{kHeading} + row, "#", "[1,0]<stdout>:#") + "[1,0]<stdout>:" + row);
  ASSERT_TRUE(file) << to_string(file.error());
  EXPECT_EQ(file->imported.records[0].cases.at(0).rounds.size(), 2U) << remarks_of(*file);
}

TEST(NcclText, OneBlockOfColumnsIsOutOfPlace) {
  const auto file = read_text(
      "#       size         count      type   redop    root     time   algbw   busbw #wrong\n"
      " 34359738368    8589934592     float     sum      -1   875713   39.24   68.66      0\n");
  ASSERT_TRUE(file) << to_string(file.error());
  ASSERT_EQ(file->imported.records[0].cases.size(), 1U);
  EXPECT_THAT(file->imported.records[0].cases[0].id, HasSubstr("/out_of_place/"));
}

TEST(NcclText, RanksAndCollectiveFromTheFiguresAlone) {
  const std::string text = std::string{kHeading} +
                           "1073741824 268435456 float sum -1 5397.8 198.92 385.41 0 5419.5 198.13 383.87 0\n"
                           "4294967296 1073741824 float sum -1 21355 201.12 389.67 0 21373 200.95 389.34 0\n";
  const auto file = read_text(text);
  ASSERT_TRUE(file) << to_string(file.error());
  EXPECT_NE(find_case(*file, "allreduce/fp32/out_of_place/bytes4294967296/ranks32"), nullptr) << remarks_of(*file);
  EXPECT_THAT(remarks_of(*file), HasSubstr("no device list: 32 ranks, from the table's own figures"));
  const auto gathered =
      read_text(std::string{kHeading} + "1048576 16384 float none -1 79.74 13.15 12.33 0 76.66 13.68 12.82 0\n");
  EXPECT_NE(find_case(*gathered, "all_gather_or_all_to_all/fp32/in_place/bytes1048576/ranks16"), nullptr);
}

TEST(NcclText, NothingMovedIsNothingMeasured) {
  const auto file = read_text(std::string{kHeading} +
                              "0 0 float sum -1 0.26 0.00 0.00 0 0.25 0.00 0.00 0\n"
                              "1073741824 268435456 float sum -1 5397.8 198.92 385.41 0 5419.5 198.13 383.87 0\n");
  ASSERT_TRUE(file);
  EXPECT_EQ(file->imported.remarks.summary(), "1 of 2 rows read, 1 refused");
  EXPECT_THAT(remarks_of(*file), HasSubstr("1 refused: size 0: nothing was moved (line 2)"));
}

TEST(NcclText, PrintedBandwidthsAreCheckedAgainstTimeAndSize) {
  const std::string devices =
      "#  Rank  0 Group  0 Pid 1 on a device  0 [0x1] X\n#  Rank  1 Group  0 Pid 2 on a device  1 [0x2] X\n";
  // An all-gather of before 2.9 whose algbw already holds (n-1)/n.
  const auto file = read_text("# Collective test starting: all_gather_perf\n" + devices + std::string{kHeading} +
                              "8388608 1048576 float none -1 100.0 41.94 41.94 0 100.0 41.94 41.94 0\n");
  EXPECT_THAT(remarks_of(*file), HasSubstr("the printed algbw is not size / time: time and size are taken"));
  const auto other = read_text("# Collective test starting: all_reduce_perf\n" + devices + std::string{kHeading} +
                               "8388608 2097152 float sum -1 100.0 83.89 146.80 0 100.0 83.89 146.80 0\n");
  EXPECT_THAT(
      remarks_of(*other),
      HasSubstr("the printed busbw is not that of allreduce over 2 ranks: are these the ranks of the device list?"));
}

TEST(NcclText, TwoRanksOnOneDeviceAreMarked) {
  const auto file =
      read_text("#  Rank  0 Group  0 Pid 1 on a device  0 [0x1] X\n#  Rank  1 Group  0 Pid 2 on a device  0 [0x1] X\n" +
                std::string{kHeading} + "8388608 2097152 float sum -1 100.0 83.89 83.89 0 100.0 83.89 83.89 0\n");
  ASSERT_TRUE(file) << to_string(file.error());
  EXPECT_EQ(file->imported.records[0].cases[0].rounds[0].marks.at(0).kind, MarkKind::oversubscribed);
}

TEST(NcclText, SplitRanksAreSaid) {
  const auto file = read_text(
      "#  Rank  0 Group  0 Pid 1 on a device  0 [0x1] X\n#  Rank  1 Group  1 Pid 2 on a device  1 [0x1] X\n"
      "#  Rank  2 Group  0 Pid 3 on b device  0 [0x1] X\n#  Rank  3 Group  1 Pid 4 on b device  1 [0x1] X\n" +
      std::string{kHeading} + "8388608 2097152 float sum -1 100.0 83.89 83.89 0 100.0 83.89 83.89 0\n");
  ASSERT_TRUE(file) << to_string(file.error());
  EXPECT_NE(find_case(*file, "allreduce/fp32/in_place/bytes8388608/groups2/ranks2"), nullptr);
  EXPECT_THAT(remarks_of(*file), HasSubstr("the ranks were split into 2 communicators of 2: is that what was meant?"));
}

TEST(NcclText, DamagedRowsAreCounted) {
  const auto file = read_text(std::string{kHeading} +
                              "1073741824 268435456 float sum -1 5397.8 198.92 385.41 0 5419.5 198.13 383.87 0\n"
                              "2147483648 536870912 float sum -1 host:7:7 [0] NCCL INFO Launch mode\n");
  EXPECT_EQ(file->imported.remarks.summary(), "1 of 2 rows read, 1 refused");
}

constexpr std::string_view kTwoSizes =
    "# nThread 1 nGpus 1 minBytes 1048576 maxBytes 2097152 step: 2(factor) warmup iters: 4 iters: 25 agg iters: 1\n"
    "# Collective test starting: all_reduce_perf\n"
    "#  Rank  0 Group  0 Pid 1 on a device  0 [0x1] X\n#  Rank  1 Group  0 Pid 2 on a device  1 [0x2] X\n";

/// The last row cut after each of its bytes: it is read whole, or refused and its size marked as missing.
void expect_no_part_is_read(const std::string& before, const std::string& row, const std::string& id) {
  for (std::size_t length = row.find_first_not_of(' ') + 1; length < row.size(); ++length) {
    const auto file = read_text(before + row.substr(0, length));
    ASSERT_TRUE(file) << row.substr(0, length);
    EXPECT_EQ(file->imported.remarks.summary(), "1 of 2 rows read, 1 refused") << row.substr(0, length);
    EXPECT_THAT(remarks_of(*file), HasSubstr("a row that is damaged or has other cells than its heading"));
    const Case* cut = find_case(*file, id);
    ASSERT_NE(cut, nullptr) << row.substr(0, length);
    EXPECT_TRUE(cut->rounds.at(0).time_s.empty()) << row.substr(0, length);
    EXPECT_EQ(cut->rounds[0].marks.at(0).kind, MarkKind::error) << row.substr(0, length);
  }
  EXPECT_EQ(read_text(before + row)->imported.remarks.summary(), "2 of 2 rows read");
}

TEST(NcclText, ARowCutAnywhereIsNoRowOfAnotherLayout) {
  const std::string head = std::string{kTwoSizes} + std::string{kHeading};
  expect_no_part_is_read(head + " 1048576 262144 float sum -1 45.10 23.25 23.25 0 44.80 23.41 23.41 0\n",
                         " 2097152 524288 float sum -1 46.10 45.49 45.49 0 45.80 45.79 45.79 0",
                         "allreduce/fp32/out_of_place/bytes2097152/ranks2");
  const std::string old = "# size count type redop time algbw busbw error time algbw busbw error\n";
  expect_no_part_is_read(
      std::string{kTwoSizes} + old + " 1048576 262144 float sum 45.10 23.25 23.25 1e-07 44.80 23.41 23.41 1e-07\n",
      " 2097152 524288 float sum 46.10 45.49 45.49 2e-07 45.80 45.79 45.79 2e-07",
      "allreduce/fp32/in_place/bytes2097152/ranks2");
  // Without a heading the rows before it say how many cells there are.
  const auto bare = read_text(
      "134217728 33554432 float sum -1 631.9 212.41 371.72 0 630.1 213.01 372.77 0\n"
      "268435456 67108864 float sum -1 1240.9 216.32 378.56 0\n");
  EXPECT_EQ(bare->imported.remarks.summary(), "1 of 2 rows read, 1 refused");
}

TEST(NcclText, ABlockOrAReductionThatWasLeftBlankIsNoDamage) {
  const std::string blank(60, ' ');
  const auto one = read_text(std::string{kHeading} + "1048576 262144 float none -1" + blank + "44.80 23.41 23.41 0\n");
  EXPECT_EQ(one->imported.remarks.summary(), "1 of 1 row read") << remarks_of(*one);
  const auto unnamed =
      read_text(std::string{kHeading} + "1048576 262144 float         -1 45.10 23.25 23.25 0 44.80 23.41 23.41 0\n");
  EXPECT_EQ(unnamed->imported.remarks.summary(), "1 of 1 row read") << remarks_of(*unnamed);
}

TEST(NcclText, WhatIsNoRowInsideATableIsCounted) {
  const std::string good = "1048576 262144 float sum -1 45.10 23.25 23.25 0 44.80 23.41 23.41 0\n";
  for (const std::string_view lost :
       {"4M 1M float sum -1 45.10 0.02 0.02 0 44.80 0.02 0.02 0", "-8 -2 float sum -1 45.10 0.02 0.02 0 1 0.02 0.02 0",
        "99999999999999999999999 5 float sum -1 45.10 0.02 0.02 0 44.80 0.02 0.02 0",
        "noise 2097152 524288 float sum -1 46.10 45.49 45.49 0 45.80 45.79 45.79 0", "2097152 524288 flo"}) {
    const auto file = read_text(std::string{kHeading} + good + std::string{lost} + "\n");
    EXPECT_EQ(file->imported.remarks.summary(), "1 of 2 rows read, 1 refused") << lost;
  }
  const auto talk = read_text(std::string{kHeading} + good + "a job of 2 nodes\n3 int is a type\n");
  EXPECT_EQ(talk->imported.remarks.summary(), "1 of 1 row read") << remarks_of(*talk);
}

/// A run of one size over two ranks of one host.
std::string run_on(std::string_view host, std::string_view device, std::string_view nccl, std::string_view more = {}) {
  return fmt::format(
             "# nccl-tests version 2.17.4 nccl-headers={2} nccl-library={2}\n# Collective test starting: "
             "all_reduce_perf\n"
             "#  Rank  0 Group  0 Pid 1 on {0} device  0 [0x1] {1}\n#  Rank  1 Group  0 Pid 2 on {0} device  1 [0x2] "
             "{1}\n{3}",
             host, device, nccl, more) +
         std::string{kHeading} +
         "1048576 262144 float sum -1 45.10 23.25 23.25 0 44.80 23.41 23.41 0\n# Avg bus bandwidth    : 23\n";
}

TEST(NcclText, RunsOfAnotherMachineAreARecordOfTheirOwn) {
  const std::string first = run_on("lynx-1", "NVIDIA H100", "22705");
  struct Other {
    std::string run;
    std::string host, device, nccl, label;
  };
  const Other others[] = {
      {run_on("lynx-1", "NVIDIA A100", "22705"), "lynx-1", "NVIDIA A100", "2.27.5", "lynx-1 device 0 0x1 device 1 0x2"},
      {run_on("lynx-2", "NVIDIA H100", "22705"), "lynx-2", "NVIDIA H100", "2.27.5", "lynx-2 device 0 0x1 device 1 0x2"},
      {run_on("lynx-1", "NVIDIA H100", "23003"), "lynx-1", "NVIDIA H100", "2.30.3",
       "lynx-1 device 0 0x1 device 1 0x2 nccl 2.30.3"},
  };
  for (const Other& other : others) {
    const auto file = read_text(first + other.run + first + other.run + other.run);
    ASSERT_TRUE(file) << other.label;
    EXPECT_EQ(file->imported.remarks.summary(), "5 of 5 rows read") << remarks_of(*file);
    EXPECT_THAT(remarks_of(*file), HasSubstr("runs of 2 machines, or versions of the library: a record of each"));
    ASSERT_EQ(file->imported.records.size(), 2U) << other.label;
    const Record& own = file->imported.records[0];
    EXPECT_EQ(own.cases.at(0).rounds.size(), 2U) << other.label;
    EXPECT_EQ(own.environment.devices.at(0).name, "NVIDIA H100");
    EXPECT_EQ(own.environment.host.name, "lynx-1");
    EXPECT_EQ(own.environment.software.at("nccl"), "2.27.5");
    EXPECT_EQ(own.worlds.size(), 1U);
    const Record& theirs = file->imported.records[1];
    EXPECT_EQ(theirs.cases.at(0).rounds.size(), 3U) << other.label;
    EXPECT_EQ(theirs.environment.devices.at(0).name, other.device);
    EXPECT_EQ(theirs.environment.host.name, other.host);
    EXPECT_EQ(theirs.environment.software.at("nccl"), other.nccl);
    EXPECT_EQ(theirs.worlds.size(), 1U);
    EXPECT_NE(theirs.id, own.id);
    EXPECT_EQ(place_of(theirs).label, other.label);
    EXPECT_EQ(place_of(own).label, "lynx-1 device 0 0x1 device 1 0x2");
  }
}

TEST(NcclText, ManyMachinesOfOneFileAreRefusedBeyondALimit) {
  std::string text;
  for (std::size_t i = 0; i < kMostMachines + 3; ++i) text += run_on(fmt::format("n{}", i), "NVIDIA H100", "22705");
  const auto file = read_text(text);
  ASSERT_TRUE(file);
  EXPECT_EQ(file->imported.records.size(), kMostMachines);
  EXPECT_EQ(file->imported.remarks.rows_refused(), 3U);
  EXPECT_THAT(remarks_of(*file), HasSubstr("over 64 machines and versions in one file: split it"));
}

TEST(NcclText, OneRankRunsOnTwoHostsAreNoRunOfTwoRanks) {
  const auto alone = [](std::string_view host) {
    return fmt::format(
        "# Collective test starting: all_reduce_perf\n#  Rank  0 Group  0 Pid 1 on {} device  0 [0x1] "
        "NVIDIA H100\n{}1048576 262144 float sum -1 0.30 3495.25 0.00 0 0.20 5242.88 0.00 0\n",
        host, kHeading);
  };
  EXPECT_TRUE(read_text(alone("a")));
  const auto both = read_text(alone("a") + alone("b"));
  ASSERT_FALSE(both);
  EXPECT_THAT(both.error().what, HasSubstr("N one-rank runs, not an N-rank run"));
}

TEST(NcclText, MoreOfTheSameHostsAreTheSameMachine) {
  const auto file = read_text(run_on("lynx-1", "NVIDIA H100", "22705") +
                              run_on("lynx-1", "NVIDIA H100", "22705",
                                     "#  Rank  2 Group  0 Pid 1 on lynx-2 device  0 [0x1] NVIDIA H100\n"
                                     "#  Rank  3 Group  0 Pid 2 on lynx-2 device  1 [0x2] NVIDIA H100\n"));
  ASSERT_TRUE(file);
  EXPECT_EQ(file->imported.remarks.rows_refused(), 0U) << remarks_of(*file);
  EXPECT_NE(find_case(*file, "allreduce/fp32/in_place/bytes1048576/ranks4"), nullptr);
}

TEST(NcclText, HeadsAreToldApart) {
  EXPECT_EQ(claims_nccl_text(kHeading).fit, Fit::sure);
  EXPECT_EQ(claims_nccl_text("host:1:1 [0] NCCL INFO Bootstrap\n").fit, Fit::maybe);
  EXPECT_EQ(claims_nccl_text("{\"algBw\": 1}").fit, Fit::no);
  EXPECT_EQ(claims_nccl_text("a plain text\n1 2 3\n").fit, Fit::no);
}

}  // namespace
}  // namespace roofgate
