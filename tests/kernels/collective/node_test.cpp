#include "kernels/collective/node.hpp"

#include <gtest/gtest.h>

namespace roofgate {
namespace {

/// A world whose other ranks gather what this one does, or something else.
class TwoNodes final : public World {
 public:
  [[nodiscard]] int rank() const override { return 0; }
  [[nodiscard]] int size() const override { return 4; }
  [[nodiscard]] Result<void> barrier() override { return {}; }
  [[nodiscard]] Result<std::vector<double>> all_gather(double value) override {
    return std::vector<double>{value, value + 1.0, value, value + 1.0};
  }
  [[nodiscard]] Result<double> broadcast(double value) override { return value; }
  [[nodiscard]] Result<void> broadcast_bytes(std::span<std::byte> /*data*/) override { return {}; }
};

TEST(Node, CountsTheRanksOfOurNodeAlone) {
  TwoNodes world;
  EXPECT_EQ(ranks_here(world, "node-7")->size(), 2U);
}

TEST(Node, ASoloWorldIsOneRank) {
  SoloWorld world;
  EXPECT_EQ(ranks_here(world)->size(), 1U);
}

}  // namespace
}  // namespace roofgate
