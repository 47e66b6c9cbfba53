#include "bench/derived/collective_fit.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "tests/bench/derived/sample_siblings.hpp"

namespace roofgate {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

Case message(double bytes, const std::vector<double>& round_s, int ranks = 8) {
  Case measured;
  measured.id = fmt::format("allreduce/bf16/in_place/bytes{:.0f}/ranks{}", bytes, ranks);
  measured.kind = "allreduce";
  measured.definition = fmt::format("def-{:.0f}", bytes);
  measured.work.subject = Subject::link_bytes;
  measured.work.link_bytes = Bytes{bytes};
  for (std::size_t i = 0; i < round_s.size(); ++i) {
    measured.rounds.push_back(sample::round(static_cast<int>(i), {round_s[i], round_s[i]}));
    measured.rounds.back().world_size = ranks;
  }
  return measured;
}

/// 20 us and 100 GB/s in the first round, 30 us and 50 GB/s in the second.
std::vector<Case> sizes(int ranks = 8) {
  std::vector<Case> cases;
  for (const double bytes : {8.0, 65536.0, 16777216.0, 1073741824.0}) {
    cases.push_back(message(bytes, {20e-6 + bytes / 100e9, 30e-6 + bytes / 50e9}, ranks));
  }
  return cases;
}

TEST(CollectiveFit, LatencyAndTimePerByteAreMetricsRoundByRound) {
  const auto fits = collective_fits(sample::record_of(sizes()));
  ASSERT_THAT(fits, SizeIs(2));
  const Case& latency = fits[0].metric;
  EXPECT_EQ(latency.id, "fit/allreduce/bf16/in_place/ranks8/latency");
  EXPECT_EQ(latency.kind, "allreduce");
  EXPECT_EQ(latency.derived, MetricUnit::seconds);
  EXPECT_EQ(latency.better, Better::lower);
  EXPECT_THAT(fits[0].rests_on, SizeIs(4));
  ASSERT_THAT(latency.rounds, SizeIs(2));
  EXPECT_NEAR(latency.rounds[0].time_s.at(0), 20e-6, 1e-12);
  EXPECT_NEAR(latency.rounds[1].time_s.at(0), 30e-6, 1e-12);
  const Case& per_byte = fits[1].metric;
  EXPECT_EQ(per_byte.id, "fit/allreduce/bf16/in_place/ranks8/seconds_per_byte");
  EXPECT_EQ(per_byte.derived, MetricUnit::seconds_per_byte);
  EXPECT_NEAR(1.0 / per_byte.rounds[1].time_s.at(0), 50e9, 1e3);
}

TEST(CollectiveFit, ATermThatNoSizeShowsHasNoSample) {
  std::vector<Case> large;
  for (const double bytes : {67108864.0, 268435456.0, 1073741824.0}) {
    large.push_back(message(bytes, {20e-6 + bytes / 100e9, 100e-6 + bytes / 100e9}, 8));
  }
  const auto fits = collective_fits(sample::record_of(std::move(large)));
  ASSERT_THAT(fits, SizeIs(2));
  EXPECT_THAT(fits[0].metric.rounds.at(0).time_s, IsEmpty()) << "20 of 691 us";
  EXPECT_THAT(fits[0].metric.rounds.at(1).time_s, SizeIs(1)) << "100 of 771 us";
  EXPECT_THAT(fits[1].metric.rounds.at(0).time_s, SizeIs(1));
}

TEST(CollectiveFit, WorldsAreApart) {
  std::vector<Case> cases = sizes(2);
  for (Case& measured : sizes(8)) cases.push_back(std::move(measured));
  EXPECT_THAT(collective_fits(sample::record_of(std::move(cases))), SizeIs(4));
}

TEST(CollectiveFit, OneRankPairsAndFewOrCloseSizesHaveNone) {
  EXPECT_THAT(collective_fits(sample::record_of(sizes(1))), IsEmpty());
  std::vector<Case> few = sizes();
  few.resize(2);
  EXPECT_THAT(collective_fits(sample::record_of(few)), IsEmpty());
  EXPECT_THAT(collective_fits(sample::record_of({message(8, {1e-6}), message(16, {1e-6}), message(32, {1e-6})})),
              IsEmpty());
  std::vector<Case> pairs = sizes();
  for (Case& measured : pairs) measured.kind = "send_recv";
  EXPECT_THAT(collective_fits(sample::record_of(pairs)), IsEmpty());
  EXPECT_THAT(collective_fits(sample::record_of({sample::rung("align128", 4096, {1.0})})), IsEmpty());
}

TEST(CollectiveFit, AMarkOnAnySizeMarksTheRound) {
  std::vector<Case> cases = sizes();
  cases[2].rounds[1].marks = {{MarkKind::contended, "a neighbour"}};
  const auto fits = collective_fits(sample::record_of(cases));
  EXPECT_THAT(fits[0].metric.rounds[0].marks, IsEmpty());
  EXPECT_THAT(fits[0].metric.rounds[1].marks, SizeIs(1));
}

TEST(CollectiveFit, AnotherSizeOrDefinitionStartsANewSeries) {
  const auto definition = [](const std::vector<Case>& cases) {
    return collective_fits(sample::record_of(cases)).at(0).metric.definition;
  };
  std::vector<Case> fewer = sizes();
  fewer.pop_back();
  std::vector<Case> changed = sizes();
  changed[0].definition = "def-new";
  EXPECT_EQ(definition(sizes()), definition(sizes()));
  EXPECT_NE(definition(sizes()), definition(fewer));
  EXPECT_NE(definition(sizes()), definition(changed));
}

std::map<std::string, std::string> algorithm_of_fit(const std::vector<Case>& cases) {
  return collective_fits(sample::record_of(cases)).at(0).metric.rounds.at(0).algorithm;
}

TEST(CollectiveFit, CarriesTheAlgorithmOfItsSizes) {
  EXPECT_THAT(algorithm_of_fit(sizes()), IsEmpty());
  std::vector<Case> cases = sizes();
  for (Case& size : cases) size.rounds[0].algorithm = {{"algorithm", "RING"}, {"transports", "P2P"}};
  const std::map<std::string, std::string> ring{{"algorithm", "RING"}, {"transports", "P2P"}};
  EXPECT_EQ(algorithm_of_fit(cases), ring);
  cases[1].rounds[0].algorithm.clear();
  EXPECT_EQ(algorithm_of_fit(cases), ring);
}

TEST(CollectiveFit, NamesAllAlgorithmsOfSizesThatDifferAndWhereEachBegins) {
  std::vector<Case> cases = sizes();
  for (Case& size : cases) size.rounds[0].algorithm = {{"algorithm", "TREE"}, {"transports", "P2P"}};
  cases[3].rounds[0].algorithm = {{"algorithm", "NVLS"}, {"transports", "P2P,NVLS"}};
  std::swap(cases[0], cases[3]);
  const std::map<std::string, std::string> late{{"algorithm", "TREE, NVLS from 1073741824 B"}};
  EXPECT_EQ(algorithm_of_fit(cases), late);
  cases[2].rounds[0].algorithm = {{"algorithm", "NVLS"}};
  EXPECT_EQ(algorithm_of_fit(cases).at("algorithm"), "TREE, NVLS from 16777216 B");
}

// A line through these times has a negative intercept.
TEST(CollectiveFit, ATermThatComesOutAsNothingHasNoSample) {
  const auto fits =
      collective_fits(sample::record_of({message(1e6, {1e-5}), message(1e7, {1e-4}), message(1e8, {1.1e-3})}));
  ASSERT_THAT(fits, SizeIs(2));
  EXPECT_THAT(fits[0].metric.rounds.at(0).time_s, IsEmpty());
  EXPECT_THAT(fits[1].metric.rounds.at(0).time_s, SizeIs(1));
}

}  // namespace
}  // namespace roofgate
