#include "bench/stats/change_points.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <random>
#include <sstream>
#include <string>

#include "bench/stats/quantile.hpp"

namespace roofgate {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct ReferenceSeries {
  std::string name;
  double penalty = 0.0;
  std::vector<std::size_t> changes;
  std::vector<double> values;
};

template <class T>
std::vector<T> numbers_of(const std::string& text) {
  std::istringstream stream{text};
  std::vector<T> numbers;
  for (T number{}; stream >> number;) numbers.push_back(number);
  return numbers;
}

/// Written by change_points_reference.py, which asks ruptures 1.1.10.
std::vector<ReferenceSeries> reference() {
  std::ifstream file{std::string{ROOFGATE_SOURCE_DIR} + "/tests/data/history/levels.txt"};
  std::vector<ReferenceSeries> all;
  for (std::string line; std::getline(file, line);) {
    std::istringstream fields{line};
    ReferenceSeries one;
    std::string penalty, changes, values;
    std::getline(fields, one.name, ';');
    std::getline(fields, penalty, ';');
    std::getline(fields, changes, ';');
    std::getline(fields, values, ';');
    one.penalty = std::stod(penalty);
    one.changes = numbers_of<std::size_t>(changes);
    one.values = numbers_of<double>(values);
    all.push_back(std::move(one));
  }
  return all;
}

double cost_of(const std::vector<double>& values, const std::vector<std::size_t>& firsts, double penalty) {
  std::vector<std::size_t> ends = firsts;
  ends.push_back(values.size());
  double cost = penalty * static_cast<double>(firsts.size());
  std::size_t begin = 0;
  for (const std::size_t end : ends) {
    const std::vector<double> level(values.begin() + static_cast<std::ptrdiff_t>(begin),
                                    values.begin() + static_cast<std::ptrdiff_t>(end));
    for (const double value : level) cost += std::abs(value - median(level));
    begin = end;
  }
  return cost;
}

TEST(ChangePoints, PartitionsAreThoseOfRuptures) {
  const auto all = reference();
  ASSERT_EQ(all.size(), 10U);
  for (const ReferenceSeries& one : all) {
    EXPECT_EQ(optimal_partition(one.values, one.penalty), one.changes) << one.name;
  }
}

TEST(ChangePoints, NoOtherPartitionOfAShortSeriesCostsLess) {
  std::mt19937 generator{3};
  std::normal_distribution<double> normal;
  for (int trial = 0; trial < 20; ++trial) {
    std::vector<double> values;
    for (int i = 0; i < 12; ++i) values.push_back(normal(generator) + (i >= 5 ? trial * 0.3 : 0.0));
    const double cost = cost_of(values, optimal_partition(values, 3.0), 3.0);
    EXPECT_LE(cost, cost_of(values, {}, 3.0) + 1e-9);
    for (std::size_t a = 3; a + 3 <= 12; ++a) {
      EXPECT_LE(cost, cost_of(values, {a}, 3.0) + 1e-9);
      for (std::size_t b = a + 3; b + 3 <= 12; ++b) EXPECT_LE(cost, cost_of(values, {a, b}, 3.0) + 1e-9);
    }
  }
}

TEST(ChangePoints, AStepIsFoundWithItsLevels) {
  for (const ReferenceSeries& one : reference()) {
    const auto changes = find_change_points(one.values);
    if (one.name == "one step") {
      ASSERT_EQ(changes.size(), 1U);
      EXPECT_EQ(changes[0].first, 20U);
      EXPECT_NEAR(changes[0].before, 0.0, 0.6);
      EXPECT_NEAR(changes[0].after, 5.0, 0.6);
      EXPECT_LE(changes[0].p_value, 0.01);
    }
    if (one.name == "step and back") {
      ASSERT_EQ(changes.size(), 2U);
      EXPECT_EQ(changes[0].first, 15U);
      EXPECT_EQ(changes[1].first, 27U);
    }
    if (one.name == "step among outliers") {
      ASSERT_EQ(changes.size(), 1U);
      EXPECT_NEAR(static_cast<double>(changes[0].first), 20.0, 1.0);
    }
  }
}

TEST(ChangePoints, ChanceAndSingleBadNightsAreNone) {
  for (const ReferenceSeries& one : reference()) {
    if (one.name == "flat" || one.name == "outliers" || one.name == "short") {
      EXPECT_THAT(find_change_points(one.values), IsEmpty()) << one.name;
    }
  }
}

TEST(ChangePoints, HealthySeriesHaveHardlyAny) {
  std::mt19937 generator{11};
  std::student_t_distribution<double> heavy{4.0};
  int found = 0;
  constexpr int kSeries = 100;
  for (int i = 0; i < kSeries; ++i) {
    std::vector<double> values;
    for (int night = 0; night < 30; ++night) values.push_back(heavy(generator));
    found += find_change_points(values).empty() ? 0 : 1;
  }
  EXPECT_LE(found, 4) << "of " << kSeries << " series without a change, at p 0.01";
}

TEST(ChangePoints, OrderAloneDecides) {
  std::vector<double> values;
  for (int i = 0; i < 20; ++i) values.push_back(i < 10 ? 1.0 + 0.01 * (i % 3) : 2.0 + 0.01 * (i % 3));
  EXPECT_LE(change_p_value(values), 0.01);
  std::vector<double> mixed;
  for (std::size_t i = 0; i < 10; ++i) {
    mixed.push_back(values[i]);
    mixed.push_back(values[i + 10]);
  }
  EXPECT_GT(change_p_value(mixed), 0.2);
}

TEST(ChangePoints, ShortAndConstantSeriesHaveNone) {
  EXPECT_THAT(find_change_points({}), IsEmpty());
  EXPECT_THAT(find_change_points(std::vector<double>{1, 1, 1, 9, 9}), IsEmpty());
  EXPECT_THAT(find_change_points(std::vector<double>(30, 4.2)), IsEmpty());
}

TEST(ChangePoints, AnExactStepOfAQuietSeriesIsFound) {
  std::vector<double> values(24, 1.0);
  std::fill(values.begin() + 14, values.end(), 1.001);
  const auto changes = find_change_points(values);
  ASSERT_EQ(changes.size(), 1U);
  EXPECT_EQ(changes[0].first, 14U);
}

}  // namespace
}  // namespace roofgate
