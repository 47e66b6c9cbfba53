#include "tests/bench/gate/estimators.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace roofgate {
namespace {

double locate(const std::vector<Estimator>& all, const std::string& name, const std::vector<double>& values) {
  return std::find_if(all.begin(), all.end(), [&](const Estimator& one) { return one.name == name; })->locate(values);
}

TEST(Estimators, AreWhatTheirNamesSay) {
  const std::vector<double> values{10.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 100.0};
  EXPECT_DOUBLE_EQ(locate(round_estimators(), "median", values), 6.0);
  EXPECT_DOUBLE_EQ(locate(round_estimators(), "minimum", values), 1.0);
  EXPECT_DOUBLE_EQ(locate(round_estimators(), "10th percentile", values), 2.0);
  EXPECT_DOUBLE_EQ(locate(round_estimators(), "25th percentile", values), 3.5);
  EXPECT_DOUBLE_EQ(locate(round_estimators(), "mean", values), 155.0 / 11.0);
  EXPECT_DOUBLE_EQ(locate(round_estimators(), "trimmed mean", values), 6.0);  // 2 … 10
  EXPECT_DOUBLE_EQ(locate(night_estimators(), "2nd fastest of 5", {5.0, 3.0, 9.0, 4.0, 8.0}), 4.0);
}

/// Nights whose rounds a slower tail spoils: the typical sample varies, the fastest hardly.
std::vector<Record> nights_with_a_tail(int count) {
  std::mt19937 generator{7};
  std::exponential_distribution<double> tail{50.0};
  std::vector<Record> records;
  for (int night = 0; night < count; ++night) {
    Record& record = records.emplace_back();
    Case& measured = record.cases.emplace_back();
    measured.id = "memory/copy";
    measured.kind = "memory";
    for (int i = 0; i < 5; ++i) {
      Round& round = measured.rounds.emplace_back();
      for (int sample = 0; sample < 40; ++sample) round.time_s.push_back(std::exp(tail(generator)));
      if (i == 0) round.marks.push_back({MarkKind::contended, "a neighbour"});
    }
  }
  return records;
}

TEST(Estimators, TheOneThatFitsTheNoiseLiesLeastFarApart) {
  const auto table = compare_estimators(nights_with_a_tail(30), false);
  ASSERT_EQ(table.size(), round_estimators().size() * night_estimators().size());
  const auto of = [&](const std::string& round) {
    return std::find_if(
               table.begin(), table.end(),
               [&](const EstimatorSpread& row) { return row.round == round && row.night == "2nd fastest of 5"; })
        ->by_kind.at("memory");
  };
  EXPECT_LT(of("minimum"), 0.5 * of("median"));
  EXPECT_LT(of("10th percentile"), of("median"));
}

TEST(Estimators, TooFewNightsSayNothing) {
  const auto table = compare_estimators(nights_with_a_tail(9), true);
  EXPECT_TRUE(table.front().by_kind.empty());
  EXPECT_EQ(table.front().far, 0.0);
}

}  // namespace
}  // namespace roofgate
