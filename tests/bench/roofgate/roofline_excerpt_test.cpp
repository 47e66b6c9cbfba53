#include "bench/roofgate/roofline_excerpt.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace roofgate {
namespace {

using testing::ElementsAre;

Placement placement(std::string id, std::string kind, double of_ceiling) {
  Placement made;
  made.case_id = std::move(id);
  made.kind = std::move(kind);
  made.of_ceiling = Ratio{of_ceiling};
  return made;
}

std::vector<std::string> ids_of(const Roofline& roofline) {
  std::vector<std::string> ids;
  for (const Placement& one : roofline.placements) ids.push_back(one.case_id);
  return ids;
}

TEST(RooflineExcerpt, NearestAndFarthestOfEachKindInOrder) {
  Roofline roofline;
  roofline.placements = {placement("g1", "gemm", 0.5),   placement("g2", "gemm", 0.9), placement("g3", "gemm", 0.7),
                         placement("m1", "memory", 0.8), placement("g4", "gemm", 0.1), placement("g5", "gemm", 0.6)};
  EXPECT_THAT(ids_of(roofline_excerpt(roofline, 2)), ElementsAre("g2", "m1", "g4"));
  EXPECT_THAT(ids_of(roofline_excerpt(roofline, 3)), ElementsAre("g2", "g3", "m1", "g4"));
  EXPECT_EQ(ids_of(roofline_excerpt(roofline, 9)).size(), 6U);
}

TEST(RooflineExcerpt, TheImplausibleAndTheWrongAreNeverLeftOut) {
  Roofline roofline;
  roofline.placements = {placement("g1", "gemm", 0.9), placement("g2", "gemm", 0.8), placement("g3", "gemm", 0.7),
                         placement("g4", "gemm", 0.1)};
  roofline.placements[1].implausible = Implausible{"above_compute_roof", "Above the roof.", {}};
  roofline.placements[2].marks = {{MarkKind::wrong_result, "element 3 differs"}};
  EXPECT_THAT(ids_of(roofline_excerpt(roofline, 1)), ElementsAre("g1", "g2", "g3"));
}

}  // namespace
}  // namespace roofgate
