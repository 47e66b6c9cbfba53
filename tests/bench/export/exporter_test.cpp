#include "bench/export/exporter.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "bench/record/record_json.hpp"
#include "tests/bench/record/sample_record.hpp"

namespace roofgate {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

Case make_case(const std::string& id, std::vector<double> times) {
  Case measured;
  measured.id = id;
  measured.kind = "gemm";
  measured.definition = "d";
  measured.work.flops = Flops{2e9};
  for (const double time : times) {
    Round round;
    round.index = static_cast<int>(measured.rounds.size());
    round.started_at = "2026-11-29T02:00:00Z";
    round.time_s = {time, time * 1.5, time * 0.5};
    measured.rounds.push_back(round);
  }
  return measured;
}

/// A clean case, one with a marked round, one that was never measured, and a metric that improves upwards.
Record make_record() {
  Record record = make_sample_record();
  record.suite = "imported-sample";
  record.imported = Provenance{"sample", "tool", "file", "0123", "one", "the file"};
  Case partly = make_case("b", {2e-3, 3e-3});
  partly.rounds[1].marks = {{MarkKind::throttled, "hot \"x\""}};
  Case never = make_case("c", {1e-3});
  never.rounds[0].time_s.clear();
  never.rounds[0].marks = {{MarkKind::error, "died"}};
  Case upward = make_case("d", {1.0 / 250});
  upward.better = Better::higher;
  upward.metric = Metric{"bandwidth", "GB/s"};
  record.cases = {make_case("a/\x1b[31m\n|evil", {1e-3, 1.1e-3, 1.2e-3}), partly, never, upward};
  return record;
}

std::string text_of(const char* format, const ExportOptions& options = {}) {
  const auto exported = export_record(make_record(), format, options);
  return exported ? exported->text : "ERROR " + to_string(exported.error());
}

TEST(Export, GoogleBenchmarkHasARepetitionPerRound) {
  const json root = json::parse(text_of("gbench"));
  const auto& entries = root["benchmarks"];
  ASSERT_EQ(entries.size(), 6U);
  EXPECT_EQ(entries[0]["run_type"], "iteration");
  EXPECT_EQ(entries[0]["repetitions"], 3);
  EXPECT_EQ(entries[1]["repetition_index"], 1);
  EXPECT_DOUBLE_EQ(entries[0]["real_time"], 1e6);
  EXPECT_EQ(entries[0]["time_unit"], "ns");
  EXPECT_DOUBLE_EQ(entries[0]["flops_per_second"], 2e12);
  EXPECT_EQ(entries[4]["error_occurred"], true);
  EXPECT_EQ(entries[4]["error_message"], "throttled: hot \"x\"");
  EXPECT_EQ(entries[5]["error_message"], "error: died");
}

TEST(Export, GoogleBenchmarkLeavesOutWhatIsNoTime) {
  const auto exported = export_record(make_record(), "gbench", {});
  ASSERT_TRUE(exported);
  EXPECT_THAT(exported->left_out, ElementsAre("1 case: no time, which the format needs", "1 case: not measured"));
}

TEST(Export, GithubActionHoldsOneDirection) {
  const json lower = json::parse(text_of("github-action-benchmark"));
  ASSERT_EQ(lower.size(), 2U);
  EXPECT_EQ(lower[1]["name"], "b");
  EXPECT_EQ(lower[1]["unit"], "s");
  EXPECT_DOUBLE_EQ(lower[1]["value"], 2e-3) << "the marked round does not count";
  const json higher = json::parse(text_of("github-action-benchmark", {Better::higher}));
  ASSERT_EQ(higher.size(), 1U);
  EXPECT_EQ(higher[0]["unit"], "GB/s");
  EXPECT_NEAR(higher[0]["value"], 250, 1e-9);
}

TEST(Export, TheOtherDirectionIsNowhereInAnyFormat) {
  Record record = make_record();
  Case upward_time = make_case("upward-time", {1e-3});
  upward_time.better = Better::higher;
  record.cases.push_back(upward_time);
  for (const ExportFormat& format : export_formats()) {
    const auto exported = export_record(record, format.name, {Better::lower});
    ASSERT_TRUE(exported) << format.name;
    EXPECT_THAT(exported->text, Not(HasSubstr("upward-time"))) << format.name;
    EXPECT_THAT(exported->text, Not(HasSubstr("bandwidth\""))) << format.name;
    EXPECT_THAT(exported->text, HasSubstr("evil")) << format.name;
    ASSERT_FALSE(exported->left_out.empty()) << format.name;
    EXPECT_EQ(exported->left_out[0], "2 cases: higher is better") << format.name;
  }
  const json root = json::parse(export_record(record, "gbench", {Better::higher})->text);
  ASSERT_EQ(root["benchmarks"].size(), 1U);
  EXPECT_EQ(root["benchmarks"][0]["name"], "upward-time");
}

TEST(Export, OpenMetricsIsOneFamilyAfterAnotherAndEnds) {
  const std::string text = text_of("openmetrics");
  EXPECT_THAT(text, HasSubstr("# HELP roofgate_case_time_seconds Location of the time"));
  EXPECT_THAT(text, HasSubstr("# TYPE roofgate_case_time_seconds gauge\n# UNIT roofgate_case_time_seconds seconds\n"));
  EXPECT_THAT(text, HasSubstr("roofgate_case_time_seconds{case=\"b\",kind=\"gemm\"} 0.002\n"));
  EXPECT_THAT(text, HasSubstr("roofgate_case_marked_rounds{case=\"b\",kind=\"gemm\",mark=\"throttled\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("roofgate_case_rounds{case=\"c\",kind=\"gemm\"} 0\n")) << "an alert can see it";
  EXPECT_THAT(text, HasSubstr("roofgate_case_metric{case=\"d\",kind=\"gemm\",metric=\"bandwidth\",unit=\"GB/s\","
                              "better=\"higher\"} 250"));
  EXPECT_TRUE(text.ends_with("\n# EOF\n"));
}

TEST(Export, NoNameSteersATerminalOrBreaksALine) {
  for (const char* format : {"gbench", "csv", "github-action-benchmark", "openmetrics", "record"}) {
    const std::string text = text_of(format);
    EXPECT_THAT(text, Not(HasSubstr("\x1b"))) << format;
    EXPECT_THAT(text, Not(HasSubstr("[31m\n|evil"))) << format;
  }
}

TEST(Export, CsvHasEveryRoundWithItsMarks) {
  const std::string text = text_of("csv");
  EXPECT_THAT(text, HasSubstr("case,kind,round,started_at,ranks,samples,metric,unit,better,median,min,max"));
  EXPECT_THAT(text, HasSubstr("b,gemm,1,2026-11-29T02:00:00Z,1,3,time,s,lower,0.003,0.0015,0.0045"));
  EXPECT_THAT(text, HasSubstr("throttled: hot"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 8);
}

TEST(Export, CsvShowsNoFigureOfAWrongResult) {
  Record record = make_record();
  record.cases.resize(1);
  record.cases[0] = make_case("wrong", {4e-3});
  record.cases[0].rounds[0].marks = {{MarkKind::wrong_result, "element 3"}};
  const auto exported = export_record(record, "csv", {});
  ASSERT_TRUE(exported);
  EXPECT_THAT(exported->text, HasSubstr("time,s,lower,,,,"));
}

TEST(Export, ItsOwnRecordComesBackWithoutLoss) {
  const Record record = make_sample_record();
  const auto exported = export_record(record, "record", {});
  ASSERT_TRUE(exported);
  const auto again = parse_record(exported->text, "again");
  ASSERT_TRUE(again) << to_string(again.error());
  EXPECT_EQ(to_json_text(*again), to_json_text(record));
}

TEST(Export, NothingToExportIsNoVerdict) {
  Record record = make_record();
  record.cases = {record.cases[2]};
  const auto exported = export_record(record, "github-action-benchmark", {});
  ASSERT_FALSE(exported);
  EXPECT_EQ(exported.error().kind, ErrorKind::measurement);
  EXPECT_THAT(to_string(exported.error()), HasSubstr("left out: 1 case: not measured"));
}

TEST(Export, AnUnknownFormatIsAUsageError) {
  const auto exported = export_record(make_record(), "gbensh", {});
  ASSERT_FALSE(exported);
  EXPECT_EQ(exported.error().kind, ErrorKind::usage);
  EXPECT_THAT(to_string(exported.error()),
              HasSubstr("known: gbench, csv, github-action-benchmark, openmetrics, record"));
}

}  // namespace
}  // namespace roofgate
