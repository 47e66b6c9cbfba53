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
  EXPECT_EQ(skew->slowest.tail, Tail::sick);
  EXPECT_EQ(skew->slowest.rank, 11);
  EXPECT_EQ(skew->slowest.times_last, 20U);
  EXPECT_EQ(skew->repeats, 20U);
  EXPECT_NEAR(skew->ratio, 1.09, 0.002);
  EXPECT_EQ(skew->slowest.place, "node b, device 3");
  EXPECT_LT(skew->slowest.p_value, 1e-4);
}

TEST(RankSkew, AlwaysLastByLittleIsHarmless) {
  std::vector<Record> records{sample::gpu_record(
      {sample::with_slow_rank(sample::allreduce_world(1e6, 8, {1e-3, 1e-3, 1e-3, 1e-3, 1e-3}), 3, 1.01)})};
  const auto series = series_in(records);
  auto skew = rank_skew(series.front().points.front());
  judge_tails({&*skew});
  EXPECT_EQ(skew->slowest.tail, Tail::harmless);
}

TEST(RankSkew, OneProcessCannotTellTheMachineFromItself) {
  std::vector<Record> records{
      sample::gpu_record({sample::with_slow_rank(sample::allreduce_world(1e6, 8, {1e-3}), 3, 1.09)})};
  const auto series = series_in(records);
  auto skew = rank_skew(series.front().points.front());
  judge_tails({&*skew});
  EXPECT_EQ(skew->slowest.tail, Tail::undecided);
  EXPECT_EQ(skew->rounds, 1U);
}

TEST(RankSkew, OfTwoRanksOneIsAlwaysTheSlower) {
  std::vector<Record> records{sample::gpu_record(
      {sample::with_slow_rank(sample::allreduce_world(1e6, 2, {1e-3, 1e-3, 1e-3, 1e-3, 1e-3}), 1, 1.5)})};
  const auto series = series_in(records);
  auto skew = rank_skew(series.front().points.front());
  judge_tails({&*skew});
  EXPECT_EQ(skew->slowest.tail, Tail::pair);
}

TEST(RankSkew, EqualTimesNameNobody) {
  std::vector<Record> records{sample::gpu_record({sample::allreduce_world(1e6, 8, {1e-3, 1e-3, 1e-3})})};
  const auto series = series_in(records);
  const auto skew = rank_skew(series.front().points.front());
  ASSERT_TRUE(skew);
  EXPECT_EQ(skew->slowest.rank, -1);
  EXPECT_EQ(skew->ratio, 1.0);
  EXPECT_EQ(skew->slowest.p_value, 1.0);
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
    if (std::any_of(skews.begin(), skews.end(), [](const RankSkew& skew) { return skew.slowest.tail == Tail::sick; }))
      ++named;
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
    EXPECT_EQ(skew.slowest.tail, Tail::sick);
    EXPECT_EQ(skew.slowest.rank, 2);
  }
}

/// Those ranks take `factor` times as long, by turns the one or the other a little more; the others differ by little.
Case with_slow_ranks(int ranks, int rounds, const std::vector<int>& slow, double factor, unsigned seed) {
  std::mt19937 random{seed};
  std::normal_distribution<double> noise{1.0, 0.005};
  Case measured = sample::allreduce_world(1e6, ranks, std::vector<double>(static_cast<std::size_t>(rounds), 1e-3));
  for (Round& round : measured.rounds) {
    std::fill(round.time_s.begin(), round.time_s.end(), 0.0);
    for (std::size_t rank = 0; rank < round.rank_time_s.size(); ++rank) {
      const bool is_slow = std::count(slow.begin(), slow.end(), static_cast<int>(rank)) > 0;
      for (std::size_t i = 0; i < round.time_s.size(); ++i) {
        round.rank_time_s[rank][i] = 1e-3 * noise(random) * (is_slow ? factor : 1.0);
        round.time_s[i] = std::max(round.time_s[i], round.rank_time_s[rank][i]);
      }
    }
  }
  return measured;
}

RankSkew judged(const std::vector<Record>& records) {
  const auto series = series_in(records);
  RankSkew skew = *rank_skew(series.front().points.front());
  judge_tails({&skew});
  return skew;
}

TEST(RankSkew, TwoSickRanksDoNotHideEachOther) {
  const RankSkew skew = judged({sample::gpu_record({with_slow_ranks(8, 20, {2, 3}, 1.2, 7)})});
  EXPECT_EQ(skew.slowest.tail, Tail::sick);
  ASSERT_EQ(skew.further.size(), 1U);
  EXPECT_EQ(skew.further[0].tail, Tail::sick);
  EXPECT_EQ(skew.slowest.rank + skew.further[0].rank, 5);
  EXPECT_EQ(skew.further[0].rounds_won, 20U);
  EXPECT_NEAR(skew.further[0].over_median, 1.2, 0.01);
}

TEST(RankSkew, TheRankThatWonMostRoundsIsNamedThoughAnotherWasLastInMoreRepeats) {
  Case measured = sample::allreduce_world(1e6, 8, std::vector<double>(20, 1e-3));
  for (Round& round : measured.rounds) {
    const bool is_all_of_three = round.index >= 14;  // 14 rounds 3 to 1 for rank 2, six rounds all of rank 3: 42 to 38
    for (std::size_t i = 0; i < round.time_s.size(); ++i) {
      const std::size_t slowest = is_all_of_three || i == 3 ? 3 : 2;
      round.rank_time_s[slowest][i] *= 1.1;
      round.time_s[i] *= 1.1;
    }
  }
  const RankSkew skew = judged({sample::gpu_record({measured})});
  EXPECT_EQ(skew.slowest.rank, 2);
  EXPECT_EQ(skew.slowest.rounds_won, 14U);
  EXPECT_EQ(skew.slowest.tail, Tail::sick);
}

TEST(RankSkew, TooFewRoundsIsSaidOnlyWhereMoreOfThemWouldDecide) {
  Case measured = sample::allreduce_world(1e6, 8, std::vector<double>(5, 1e-3));
  for (Round& round : measured.rounds) {
    const std::size_t slowest = round.index < 3 ? 2 : static_cast<std::size_t>(round.index);
    for (std::size_t i = 0; i < round.time_s.size(); ++i) {
      round.rank_time_s[slowest][i] *= 1.1;
      round.rank_time_s[2][i] *= 1.05;
      round.time_s[i] = std::max(round.rank_time_s[slowest][i], round.rank_time_s[2][i]);
    }
  }
  const RankSkew skew = judged({sample::gpu_record({measured})});
  EXPECT_EQ(skew.slowest.rank, 2);
  EXPECT_EQ(skew.slowest.tail, Tail::unclear);
  EXPECT_EQ(name_of(skew.slowest.tail), "unclear");
}

TEST(RankSkew, AHealthyWorldBesideASickRankNamesNoFurtherOne) {
  int named = 0;
  constexpr int kReports = 300;
  for (unsigned report = 0; report < kReports; ++report) {
    Case measured = noisy_world(8, 10, report + 1);
    for (Round& round : measured.rounds) {
      for (std::size_t i = 0; i < round.time_s.size(); ++i) {
        round.rank_time_s[5][i] *= 1.3;
        round.time_s[i] = std::max(round.time_s[i], round.rank_time_s[5][i]);
      }
    }
    const RankSkew skew = judged({sample::gpu_record({measured})});
    EXPECT_EQ(skew.slowest.tail, Tail::sick);
    EXPECT_EQ(skew.slowest.rank, 5);
    if (!skew.further.empty()) ++named;
  }
  EXPECT_LE(named, 6);
}

}  // namespace
}  // namespace roofgate
