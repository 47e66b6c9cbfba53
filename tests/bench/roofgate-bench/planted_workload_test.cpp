#include "tests/bench/roofgate-bench/planted_workload.hpp"

#include <gtest/gtest.h>

#include "tests/bench/measure/scripted.hpp"

namespace roofgate {
namespace {

TEST(PlantedWorkload, ReadsItsVariable) {
  const auto plants = parse_plants("gemm/x=1.3,memory/copy/bytes4=hang");
  ASSERT_TRUE(plants);
  EXPECT_DOUBLE_EQ(plants->find("gemm/x")->second.slowdown, 1.3);
  EXPECT_EQ(plants->find("memory/copy/bytes4")->second.kind, Plant::Kind::hang);
  EXPECT_TRUE(parse_plants("")->empty());
}

TEST(PlantedWorkload, MayStrikeOneRank) {
  const auto plants = parse_plants("a/ranks4=killed@3,b/ranks4=late");
  ASSERT_TRUE(plants);
  EXPECT_EQ(plants->find("a/ranks4")->second.kind, Plant::Kind::killed);
  EXPECT_EQ(plants->find("a/ranks4")->second.rank, 3);
  EXPECT_EQ(plants->find("b/ranks4")->second.kind, Plant::Kind::late);
  EXPECT_EQ(plants->find("b/ranks4")->second.rank, std::nullopt);
  EXPECT_EQ(plants->find("b/ranks4")->second.late_s, 2.0);
}

TEST(PlantedWorkload, ALateRankMaySayHowLate) {
  const auto plants = parse_plants("a/ranks4=late0.005@2");
  ASSERT_TRUE(plants);
  EXPECT_EQ(plants->find("a/ranks4")->second.kind, Plant::Kind::late);
  EXPECT_EQ(plants->find("a/ranks4")->second.late_s, 0.005);
  EXPECT_EQ(parse_plants("a=late0.01,a=late0.04@1")->count("a"), 2U);
  EXPECT_FALSE(parse_plants("a=late-1"));
  EXPECT_FALSE(parse_plants("a=late1x"));
}

TEST(PlantedWorkload, RefusesNonsense) {
  EXPECT_FALSE(parse_plants("gemm/x"));
  EXPECT_FALSE(parse_plants("gemm/x=0.5"));
  EXPECT_FALSE(parse_plants("gemm/x=slow"));
}

TEST(PlantedWorkload, ASlowOneStillIsRight) {
  const auto planted = plant(std::make_unique<scripted::Workload>(3), {Plant::Kind::slow, 2.0});
  EXPECT_TRUE(planted->launch(0));
  EXPECT_TRUE(planted->check()->passed);
  EXPECT_EQ(planted->set_count(), 3U);
}

TEST(PlantedWorkload, AWrongOneFailsItsCheck) {
  const auto planted = plant(std::make_unique<scripted::Workload>(), {Plant::Kind::wrong, 1.0});
  EXPECT_FALSE(planted->check()->passed);
}

}  // namespace
}  // namespace roofgate
