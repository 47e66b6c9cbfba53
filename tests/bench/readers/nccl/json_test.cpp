#include "bench/readers/nccl/json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/readers/nccl/run.hpp"
#include "bench/record/record_json.hpp"
#include "bench/record/record_rules.hpp"
#include "tests/bench/readers/reading.hpp"

namespace roofgate {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(NcclJson, VersionOne) {
  const auto file = read_sample("nccl_v1.json");
  ASSERT_TRUE(file) << to_string(file.error());
  const Record& record = file->imported.records.at(0);
  EXPECT_FALSE(first_broken_rule(record));
  EXPECT_EQ(record.started_at, "2026-10-03T01:15:42Z");
  EXPECT_EQ(record.finished_at, "") << "a size of its list is missing";
  EXPECT_EQ(record.imported->dated_by, "the file, whose time zone is not known");
  EXPECT_EQ(record.suite, "imported-nccl-tests") << "the same source as its text";
  EXPECT_EQ(record.environment.software.at("nccl"), "2.28.9");
  EXPECT_EQ(record.environment.devices.at(1).name, "NVIDIA H200");
  const Case* right = find_case(*file, "reduce_scatter/bf16/out_of_place/bytes67108864/ranks2");
  ASSERT_NE(right, nullptr);
  EXPECT_DOUBLE_EQ(right->rounds[0].time_s.at(0), 310.5e-6);
  EXPECT_EQ(right->rounds[0].iterations_per_sample, 10.0);
  const Case* unchecked = find_case(*file, "reduce_scatter/bf16/in_place/bytes67108864/ranks2");
  EXPECT_EQ(unchecked->rounds[0].check_worst_error, std::nullopt);
  const Case* no_time = find_case(*file, "reduce_scatter/bf16/out_of_place/bytes134217728/ranks2");
  EXPECT_EQ(no_time->rounds[0].marks.at(0).kind, MarkKind::error);
  const Case* wrong = find_case(*file, "reduce_scatter/bf16/in_place/bytes134217728/ranks2");
  EXPECT_EQ(wrong->rounds[0].marks.at(0).kind, MarkKind::wrong_result);
  const Case* missing = find_case(*file, "reduce_scatter/bf16/in_place/bytes268435456/ranks2");
  ASSERT_NE(missing, nullptr);
  EXPECT_EQ(missing->rounds[0].marks.at(0).kind, MarkKind::error);
}

TEST(NcclJson, KeepsNoSecretOfTheEnvironment) {
  const auto file = read_sample("nccl_v1.json");
  const std::string text = to_json_text(file->imported.records.at(0)) + remarks_of(*file);
  for (const char* secret : {"PLANTED", "sk-live", "AWS_", "PATH"}) EXPECT_THAT(text, Not(HasSubstr(secret))) << secret;
  EXPECT_EQ(file->imported.records[0].environment.variables.at("NCCL_ALGO"), "Ring");
  EXPECT_EQ(file->imported.records[0].environment.variables.size(), 1U);
}

TEST(NcclJson, VersionThreeHasEachIteration) {
  const auto file = read_sample("nccl_v3.json");
  ASSERT_TRUE(file) << to_string(file.error());
  const Case* measured = find_case(*file, "allreduce/fp32/out_of_place/bytes1048576/ranks2");
  ASSERT_NE(measured, nullptr);
  EXPECT_EQ(measured->rounds[0].time_s.size(), 4U) << "the first iteration was skipped";
  EXPECT_DOUBLE_EQ(measured->rounds[0].time_s[0], 19.5e-6);
  EXPECT_EQ(measured->rounds[0].iterations_per_sample, 1.0);
  EXPECT_EQ(find_case(*file, "allreduce/fp32/in_place/bytes1048576/ranks2")->rounds[0].time_s.size(), 1U);
}

TEST(NcclJson, LinesOfRccl) {
  const auto file = read_sample("rccl_lines.jsonl");
  ASSERT_TRUE(file) << to_string(file.error());
  const Record& record = file->imported.records.at(0);
  EXPECT_EQ(record.environment.backend, "rocm");
  EXPECT_EQ(file->imported.remarks.summary(), "3 of 3 rows read");
  EXPECT_DOUBLE_EQ(find_case(*file, "allreduce/fp16/in_place/bytes65536/ranks8")->rounds[0].time_s.at(0), 50.75e-6);
  EXPECT_EQ(find_case(*file, "allreduce/fp16/out_of_place/bytes131072/ranks8")->rounds[0].marks.at(0).kind,
            MarkKind::wrong_result);
  const auto list =
      read_text("[" + sample_text("rccl_lines.jsonl").substr(0, sample_text("rccl_lines.jsonl").find('\n')) + "]");
  ASSERT_TRUE(list) << to_string(list.error());
  EXPECT_EQ(list->imported.records[0].cases.size(), 1U);
}

TEST(NcclJson, AReportWithoutResultsIsNoMeasurement) {
  const auto file = read_text(R"({"results":[],"average_bus_bandwidth":{"bandwidth":0}})");
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().kind, ErrorKind::measurement);
  EXPECT_EQ(file.error().what, "no row was measured (no row read)");
}

TEST(NcclJson, ValuesOutOfBoundsSpoilTheRun) {
  std::string text = sample_text("nccl_v3.json");
  text.replace(text.find(R"("count":0,"okay":"true")"), 10, R"("count":9,)");
  const auto file = read_text(text);
  ASSERT_TRUE(file) << to_string(file.error());
  for (const Case& measured : file->imported.records[0].cases) {
    EXPECT_EQ(measured.rounds[0].marks.at(0).evidence, "the tool counted 9 values out of bounds and no row says where");
  }
}

TEST(NcclJson, ACutFileKeepsItsResults) {
  const std::string whole = sample_text("nccl_v1.json");
  const auto file = read_text(whole.substr(0, whole.find(R"({"size":134217728)")));
  ASSERT_TRUE(file) << to_string(file.error());
  EXPECT_THAT(remarks_of(*file), HasSubstr("the file ends in its middle"));
  EXPECT_THAT(remarks_of(*file), HasSubstr("2 sizes of the list are missing, the first is 134217728 bytes"));
}

TEST(NcclJson, AListOfMoreSizesThanAnybodyMeasuresMakesNoLargeRecord) {
  std::string text = sample_text("nccl_v1.json");
  const std::string factor = R"("step_factor":2)";
  ASSERT_NE(text.find(factor), std::string::npos);
  text.replace(text.find(factor), factor.size(), R"("step_bytes":1)");
  const auto file = read_text(text);
  ASSERT_TRUE(file) << to_string(file.error());
  EXPECT_THAT(remarks_of(*file), HasSubstr("sizes of the list are missing, the first is "));
  EXPECT_LT(file->imported.records.at(0).cases.size(), 2100U);
}

TEST(NcclJson, SeveralDocumentsAreRounds) {
  const auto file = read_text(sample_text("nccl_v3.json") + sample_text("nccl_v3.json"));
  ASSERT_TRUE(file) << to_string(file.error());
  EXPECT_EQ(file->imported.records.at(0).cases.at(0).rounds.size(), 2U);
}

TEST(NcclJson, AVersionThatIsNotKnownIsSaid) {
  const std::string rest =
      R"(,"nccl_version":22705,"args":["all_reduce_perf"],"config":{},"results":[{"size":1048576,"count":262144,"type":"float","redop":"sum","root":-1,"out_of_place":{"time":45.1,"alg_bw":23.25,"bus_bw":23.25,"nwrong":0}}]})";
  EXPECT_THAT(remarks_of(*read_text(R"({"version":99)" + rest)),
              testing::HasSubstr("JSON version 99 is not known: read as version 3"));
  EXPECT_THAT(remarks_of(*read_text(R"({"version":3)" + rest)), testing::Not(testing::HasSubstr("is not known")));
}

TEST(NcclVariables, ValuesAreNumbersAndKnownWords) {
  for (const char* value : {"Ring", "^Tree", "LL,LL128", "allreduce:ring,tree", "2", "-1", "PXB", "Simple"}) {
    EXPECT_TRUE(is_kept_variable("NCCL_PROTO", value)) << value;
  }
  for (const char* value : {"", "s3cr3t", "ghp_0123456789abcdef", "LL,TOKEN777", "12345678901234567890"}) {
    EXPECT_FALSE(is_kept_variable("NCCL_PROTO", value)) << value;
  }
  EXPECT_FALSE(is_kept_variable("NCCL_COMM_ID", "1"));
}

}  // namespace
}  // namespace roofgate
