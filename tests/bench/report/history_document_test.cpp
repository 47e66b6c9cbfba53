#include "bench/report/history_document.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "bench/report/render.hpp"

namespace roofgate {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

CaseHistory stepped() {
  CaseHistory history;
  history.case_id = "memory/copy";
  const auto add = [&](const std::string& day, double time_s, NightState state) {
    HistoryPoint point;
    point.date = "2026-11-" + day + "T02:00:00Z";
    point.record_id = "r" + day;
    point.state = state;
    point.location = time_s;
    point.rounds = 5;
    point.definition = "d1";
    history.points.push_back(point);
  };
  add("01", 1e-3, NightState::accepted);
  add("02", 1e-3, NightState::accepted);
  add("03", 1.25e-3, NightState::not_accepted);
  HistoryPoint marked;
  marked.date = "2026-11-04T02:00:00Z";
  marked.record_id = "r04";
  marked.state = NightState::unusable;
  marked.note = "contended: \x1b[31msteal | 12 %\n";
  history.points.push_back(marked);
  history.changes.push_back({2, 1e-3, 1.25e-3, 0.004, {{"driver", {"580", "590"}}}});
  return history;
}

TEST(HistoryDocument, ShowsNightsTheirStatesAndTheChange) {
  const std::string text = render_terminal(history_document(stepped()), {});
  EXPECT_THAT(text, HasSubstr("memory/copy · 4 nights, 2 of them accepted"));
  EXPECT_THAT(text, HasSubstr("1.25 ms"));
  EXPECT_THAT(text, HasSubstr("not accepted"));
  EXPECT_THAT(text, HasSubstr("new level, -20.0 %"));
  EXPECT_THAT(
      text,
      HasSubstr("2026-11-03  -20.0 % (1.00 ms -> 1.25 ms), p = 0.004; since the night before: driver 580 -> 590"));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
}

TEST(HistoryDocument, SaysThatNothingChanged) {
  CaseHistory history = stepped();
  history.changes.clear();
  EXPECT_THAT(render_terminal(history_document(history), {}), HasSubstr("No change of level."));
}

TEST(HistoryDocument, SaysThatTheLastNightsCannotTellYet) {
  CaseHistory history = stepped();
  history.changes.clear();
  history.points.resize(2);
  for (const double time_s : {1.001e-3, 0.999e-3, 1.3e-3, 1.31e-3}) {
    history.points.push_back(history.points.front());
    history.points.back().location = time_s;
  }
  const std::string text = render_terminal(history_document(history), {});
  EXPECT_THAT(text, HasSubstr("No change of level yet. The last 2 nights lie outside what the nights before them did"));
  EXPECT_THAT(text, HasSubstr("at least 3 nights on both sides"));
  history.points.pop_back();
  EXPECT_THAT(render_terminal(history_document(history), {}), HasSubstr("The last night lies outside"));
  history.points.back().location = 1.002e-3;
  EXPECT_THAT(render_terminal(history_document(history), {}), HasSubstr("No change of level."));
}

TEST(HistoryDocument, ARatioHasNoUnit) {
  CaseHistory history = stepped();
  history.derived = MetricUnit::ratio;
  history.points[0].location = 1.5;
  const std::string text = render_terminal(history_document(history), {});
  EXPECT_THAT(text, HasSubstr("1.50"));
  EXPECT_THAT(text, Not(HasSubstr("1.50 s")));
}

TEST(HistoryJson, HoldsNightsAndChangesInFull) {
  const auto json = nlohmann::json::parse(history_json(stepped()));
  EXPECT_EQ(json.at("schema"), "roofgate.history/1");
  EXPECT_EQ(json.at("unit"), "s");
  EXPECT_EQ(json.at("nights").size(), 4U);
  EXPECT_EQ(json.at("nights").at(2).at("state"), "not accepted");
  EXPECT_TRUE(json.at("nights").at(3).at("value").is_null());
  EXPECT_EQ(json.at("changes").at(0).at("date"), "2026-11-03T02:00:00Z");
  EXPECT_NEAR(json.at("changes").at(0).at("throughput_change").get<double>(), -0.2, 1e-12);
  EXPECT_TRUE(nlohmann::json::parse(history_json({})).at("nights").empty());
}

}  // namespace
}  // namespace roofgate
