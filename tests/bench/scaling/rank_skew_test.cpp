#include "bench/scaling/rank_skew.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/bench/scaling/sample_worlds.hpp"

namespace roofgate {
namespace {

std::vector<Series> series_in(const std::vector<Record>& records) { return *series_of(records); }

/// Every rank of every round draws its own level, as processes do, and every sample some noise.
Case noisy_world(int ranks, int rounds, unsigned seed) {
  std::mt19937 random{seed};
  std::normal_distribution<double> level{1.0, 0.02};
  std::normal_distribution<double> noise{1.0, 0.005};
  Case measured = sample::allreduce_world(1e6, ranks, std::vector<double>(static_cast<std::size_t>(rounds), 1e-3));
  for (Round& round : measured.rounds) {
    std::fill(round.time_s.begin(), round.time_s.end(), 0.0);
    for (auto& times : round.rank_time_s) {
      const double own = 1e-3 * level(random);
      for (std::size_t i = 0; i < times.size(); ++i) {
        times[i] = own * noise(random);
        round.time_s[i] = std::max(round.time_s[i], times[i]);
      }
    }
  }
  return measured;
}

TEST(RankSkew, NamesTheRankThatIsAlwaysLastWithItsNodeAndDevice) {
  std::vector<Record> records{sample::gpu_record(
      {sample::with_slow_rank(sample::allreduce_world(1e6, 16, {1e-3, 1e-3, 1e-3, 1e-3, 1e-3}), 11, 1.09)})};
  sample::place_ranks(records[0], records[0].cases[0].id, 8);
  const auto series = series_in(records);
  auto skew = rank_skew(series.front().points.front());
  ASSERT_TRUE(skew);
  judge_tails({&*skew});
  EXPECT_EQ(skew->tail, Tail::sick);
  EXPECT_EQ(skew->slowest, 11);
  EXPECT_EQ(skew->times_last, 20U);
  EXPECT_EQ(skew->repeats, 20U);
  EXPECT_NEAR(skew->ratio, 1.09, 0.002);
  EXPECT_EQ(skew->place, "node b, device 3");
  EXPECT_LT(skew->p_value, 1e-4);
}

TEST(RankSkew, AlwaysLastByLittleIsHarmless) {
  std::vector<Record> records{sample::gpu_record(
      {sample::with_slow_rank(sample::allreduce_world(1e6, 8, {1e-3, 1e-3, 1e-3, 1e-3, 1e-3}), 3, 1.01)})};
  const auto series = series_in(records);
  auto skew = rank_skew(series.front().points.front());
  judge_tails({&*skew});
  EXPECT_EQ(skew->tail, Tail::harmless);
}

TEST(RankSkew, OneProcessCannotTellTheMachineFromItself) {
  std::vector<Record> records{
      sample::gpu_record({sample::with_slow_rank(sample::allreduce_world(1e6, 8, {1e-3}), 3, 1.09)})};
  const auto series = series_in(records);
  auto skew = rank_skew(series.front().points.front());
  judge_tails({&*skew});
  EXPECT_EQ(skew->tail, Tail::undecided);
  EXPECT_EQ(skew->rounds, 1U);
}

TEST(RankSkew, OfTwoRanksOneIsAlwaysTheSlower) {
  std::vector<Record> records{sample::gpu_record(
      {sample::with_slow_rank(sample::allreduce_world(1e6, 2, {1e-3, 1e-3, 1e-3, 1e-3, 1e-3}), 1, 1.5)})};
  const auto series = series_in(records);
  auto skew = rank_skew(series.front().points.front());
  judge_tails({&*skew});
  EXPECT_EQ(skew->tail, Tail::pair);
}

TEST(RankSkew, EqualTimesNameNobody) {
  std::vector<Record> records{sample::gpu_record({sample::allreduce_world(1e6, 8, {1e-3, 1e-3, 1e-3})})};
  const auto series = series_in(records);
  const auto skew = rank_skew(series.front().points.front());
  ASSERT_TRUE(skew);
  EXPECT_EQ(skew->slowest, -1);
  EXPECT_EQ(skew->ratio, 1.0);
  EXPECT_EQ(skew->p_value, 1.0);
}

TEST(RankSkew, OneRankOrNoRankTimesHaveNone) {
  Case bare = sample::allreduce_world(1e6, 8, {1e-3});
  bare.rounds[0].rank_time_s.clear();
  const std::vector<Record> records{sample::gpu_record({sample::allreduce_world(1e6, 1, {1e-3}), bare})};
  const auto series = series_in(records);
  EXPECT_FALSE(rank_skew(series.front().points[0]));
  EXPECT_FALSE(rank_skew(series.front().points[1]));
}

TEST(RankSkew, HealthyReportsNameASickRankNoMoreOftenThanStated) {
  int named = 0;
  constexpr int kReports = 300;
  for (unsigned report = 0; report < kReports; ++report) {
    std::vector<Case> cases;
    for (const int ranks : {3, 4, 8, 16})
      cases.push_back(noisy_world(ranks, 10, report * 100 + static_cast<unsigned>(ranks)));
    const std::vector<Record> records{sample::gpu_record(std::move(cases))};
    const auto series = series_in(records);
    std::vector<RankSkew> skews;
    for (const WorldPoint& point : series.front().points) skews.push_back(*rank_skew(point));
    std::vector<RankSkew*> all;
    for (RankSkew& skew : skews) all.push_back(&skew);
    judge_tails(all);
    if (std::any_of(skews.begin(), skews.end(), [](const RankSkew& skew) { return skew.tail == Tail::sick; })) ++named;
  }
  EXPECT_LE(named, 6);  // of 300 at 1 %: more than 6 has probability 3 %; the test is conservative
}

TEST(RankSkew, ManySizesOfOneSickWorldAreAllNamed) {
  std::vector<Case> cases;
  for (const double bytes : {8.0, 1024.0, 1e6, 1e8}) {
    cases.push_back(sample::with_slow_rank(sample::allreduce_world(bytes, 4, {1e-3, 1e-3, 1e-3, 1e-3, 1e-3}), 2, 1.3));
  }
  const std::vector<Record> records{sample::gpu_record(std::move(cases))};
  const auto series = series_in(records);
  std::vector<RankSkew> skews;
  for (const Series& one : series) skews.push_back(*rank_skew(one.points.front()));
  std::vector<RankSkew*> all;
  for (RankSkew& skew : skews) all.push_back(&skew);
  judge_tails(all);
  for (const RankSkew& skew : skews) {
    EXPECT_EQ(skew.tail, Tail::sick);
    EXPECT_EQ(skew.slowest, 2);
  }
}

}  // namespace
}  // namespace roofgate
