#include "kernels/base/agree.hpp"

#include <gtest/gtest.h>

namespace roofgate {
namespace {

/// A world whose other ranks brought `others` (0 success, 1 failure).
class ScriptedWorld final : public World {
 public:
  explicit ScriptedWorld(std::vector<double> others) : others_{std::move(others)} {}
  [[nodiscard]] int rank() const override { return 0; }
  [[nodiscard]] int size() const override { return static_cast<int>(others_.size()) + 1; }
  [[nodiscard]] Result<void> barrier() override { return {}; }
  [[nodiscard]] Result<std::vector<double>> all_gather(double value) override {
    std::vector<double> all{value};
    all.insert(all.end(), others_.begin(), others_.end());
    return all;
  }
  [[nodiscard]] Result<double> broadcast(double value) override { return value; }
  [[nodiscard]] Result<void> broadcast_bytes(std::span<std::byte> /*data*/) override { return {}; }

 private:
  std::vector<double> others_;
};

TEST(Agree, AllSucceed) {
  ScriptedWorld world{{0.0, 0.0}};
  EXPECT_TRUE(agree(world, {}, "allocating"));
}

TEST(Agree, AFailureElsewhereIsNamed) {
  ScriptedWorld world{{0.0, 1.0, 0.0}};
  const Result<void> outcome = agree(world, {}, "allocating");
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().what, "rank 2 failed at allocating");
  EXPECT_EQ(outcome.error().kind, ErrorKind::unavailable);
}

TEST(Agree, TheFailedRankKeepsItsOwnError) {
  ScriptedWorld world{{1.0}};
  const Result<void> outcome = agree(world, fail(ErrorKind::internal, "my own reason"), "allocating");
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().what, "my own reason");
}

}  // namespace
}  // namespace roofgate
