#include "bench/report/scaling_document.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "bench/report/render.hpp"
#include "bench/report/scaling_json.hpp"
#include "tests/bench/report/golden_file.hpp"
#include "tests/bench/roofline/sample_record.hpp"
#include "tests/bench/scaling/sample_worlds.hpp"

namespace roofgate {
namespace {

using sample::allreduce_world;
using sample::step_world;
using testing::HasSubstr;
using testing::Not;

/// A step on one and two nodes, rank 11 of 16 sick; an allreduce that switches its algorithm; an oversubscribed world.
std::vector<Record> night() {
  const auto near = [](double time) {
    return std::vector<double>{time, time * 1.001, time * 1.002, time * 0.999, time};
  };
  std::vector<Case> cases{step_world("overlap", 1, near(0.0412)), step_world("overlap", 8, near(0.0423)),
                          sample::with_slow_rank(step_world("overlap", 16, near(0.0440)), 11, 1.09),
                          step_world("compute", 8, near(0.0416)), step_world("compute", 16, near(0.0418))};
  for (const double bytes : {8.0, 65536.0, 16777216.0, 1073741824.0}) {
    for (const int ranks : {2, 4, 8}) {
      const double ring = 2.0 * (ranks - 1) * 3e-6 + 2.0 * (ranks - 1) / ranks * bytes / 360e9;
      const double nvls = 20e-6 + (ranks + 1.0) / ranks * bytes / 310e9;
      const bool switches = ranks == 8;
      cases.push_back(sample::with_algorithm(allreduce_world(bytes, ranks, near(switches ? nvls : ring)),
                                             switches ? "NVLS" : "RING"));
    }
  }
  cases.push_back(sample::with_mark(allreduce_world(8.0, 16, near(1e-3)), MarkKind::oversubscribed));
  Record record = sample::gpu_record(std::move(cases));
  record.finished_at = "2026-11-29T02:09:00Z";
  record.rounds_planned = 5;
  const std::vector<Case> copies = record.cases;
  for (const Case& measured : copies) sample::place_ranks(record, measured.id, 8);
  return {record};
}

TEST(ScalingDocument, IsAsPeopleSeeIt) {
  const std::vector<Record> records = night();
  const auto scaling = scaling_of(records, sample::h200_peaks(), {{64, 1024}});
  ASSERT_TRUE(scaling) << to_string(scaling.error());
  expect_golden(render_terminal(scaling_document(records[0], *scaling, {}), {}), "scaling.txt");
  expect_golden(render_markdown(scaling_document(records[0], *scaling, {true, true}), 0), "scaling.md");
}

TEST(ScalingDocument, CsvAndJsonHoldTheSameRows) {
  const std::vector<Record> records = night();
  const auto scaling = scaling_of(records, sample::h200_peaks(), {{64}});
  ASSERT_TRUE(scaling);
  const auto tree = nlohmann::json::parse(scaling_json(records, *scaling));
  EXPECT_EQ(tree["schema"], "roofgate.scaling/1");
  const Document data = scaling_data(*scaling);
  const Table& table = std::get<Table>(data.blocks.front());
  ASSERT_EQ(tree["worlds"].size(), table.rows.size());
  EXPECT_EQ(table.rows.size(), records[0].cases.size());
  for (const auto& row : tree["worlds"]) {
    EXPECT_EQ(row.size(), table.columns.size());
    EXPECT_TRUE(row["oversubscribed"].is_boolean());
    EXPECT_TRUE(row["oversubscribed"] == false || row["efficiency_ratio"].is_null());
  }
  EXPECT_EQ(tree["fits"].size(), 3U);
  // Two worlds ran rings; the tree ran nowhere, NVLS in one.
  ASSERT_EQ(tree["extrapolations"].size(), 1U);
  EXPECT_EQ(tree["extrapolations"][0]["model"], "ring");
  EXPECT_EQ(tree["extrapolations"][0]["fitted_ranks"], (std::vector<int>{2, 4}));
}

TEST(ScalingDocument, ANodeCalledTrueIsText) {
  std::vector<Record> records = night();
  for (PlacedWorld& world : records[0].worlds) {
    for (RankPlacement& rank : world.ranks) rank = {"true", "", std::nullopt, std::nullopt, ""};
  }
  const auto scaling = scaling_of(records, {}, {});
  const auto tree = nlohmann::json::parse(scaling_json(records, *scaling));
  EXPECT_EQ(tree["worlds"][2]["slowest_place"], "node true");
}

TEST(ScalingDocument, OddEfficiencyAndSickRanksAreSaidInWords) {
  const std::vector<Record> records = night();
  const auto scaling = scaling_of(records, sample::h200_peaks(), {});
  const std::string text = render_terminal(scaling_document(records[0], *scaling, {}), {});
  EXPECT_THAT(text, HasSubstr("SICK  rank 11 (node b, device 3): last in 20 of 20 repeats"));
  EXPECT_THAT(
      text,
      HasSubstr(
          "SWITCH  RING SIMPLE -> NVLS SIMPLE with 8 ranks: allreduce/bf16/out_of_place/bytes8/ranks8 and 3 more"));
  EXPECT_THAT(text, HasSubstr("above 100 %: another algorithm than with 2 ranks"));
  EXPECT_THAT(text, HasSubstr("oversubscribed: more ranks than devices or cores"));
  EXPECT_THAT(text, Not(HasSubstr("EXTRAPOLATION")));
}

}  // namespace
}  // namespace roofgate
