#include "tests/bench/roofgate-bench/planted_workload.hpp"

#include <gtest/gtest.h>

#include "tests/bench/measure/scripted.hpp"

namespace roofgate {
namespace {

TEST(PlantedWorkload, ReadsItsVariable) {
  const auto plants = parse_plants("gemm/x=1.3,memory/copy/bytes4=hang");
  ASSERT_TRUE(plants);
  EXPECT_DOUBLE_EQ(plants->at("gemm/x").slowdown, 1.3);
  EXPECT_EQ(plants->at("memory/copy/bytes4").kind, Plant::Kind::hang);
  EXPECT_TRUE(parse_plants("")->empty());
}

TEST(PlantedWorkload, MayStrikeOneRank) {
  const auto plants = parse_plants("a/ranks4=killed@3,b/ranks4=late");
  ASSERT_TRUE(plants);
  EXPECT_EQ(plants->at("a/ranks4").kind, Plant::Kind::killed);
  EXPECT_EQ(plants->at("a/ranks4").rank, 3);
  EXPECT_EQ(plants->at("b/ranks4").kind, Plant::Kind::late);
  EXPECT_EQ(plants->at("b/ranks4").rank, std::nullopt);
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
