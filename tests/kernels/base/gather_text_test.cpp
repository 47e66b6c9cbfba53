#include "kernels/base/gather_text.hpp"

#include <gtest/gtest.h>

namespace roofgate {
namespace {

/// Rank 0 of two: the other one's numbers are its own, or what `other` says, in turn.
class Pair final : public World {
 public:
  explicit Pair(std::vector<double> other) : other_{std::move(other)} {}
  [[nodiscard]] int rank() const override { return 0; }
  [[nodiscard]] int size() const override { return 2; }
  [[nodiscard]] Result<void> barrier() override { return {}; }
  [[nodiscard]] Result<std::vector<double>> all_gather(double value) override {
    const double other = turn_ < other_.size() ? other_[turn_++] : 0.0;
    return std::vector<double>{value, other};
  }
  [[nodiscard]] Result<double> broadcast(double value) override { return value; }
  [[nodiscard]] Result<void> broadcast_bytes(std::span<std::byte> /*data*/) override { return {}; }

 private:
  std::vector<double> other_;
  std::size_t turn_ = 0;
};

TEST(GatherTexts, KeepsEveryByteOfEachLength) {
  SoloWorld world;
  for (const std::string& text : {std::string{}, std::string{"a"}, std::string{"sixsix"},
                                  std::string{"\xff\x1f\0 seven", 10}, std::string(599, 'x')}) {
    const auto texts = gather_texts(world, text);
    ASSERT_TRUE(texts);
    EXPECT_EQ(*texts, std::vector<std::string>{text});
  }
}

TEST(GatherTexts, TakesLongerTextsOfOthers) {
  // Length 8, then "abcdef" and "gh" as integers of 48 and 16 bits.
  Pair world{{8.0, 0x616263646566, 0x6768}};
  EXPECT_EQ(gather_texts(world, "me").value(), (std::vector<std::string>{"me", "abcdefgh"}));
}

TEST(GatherTexts, CutsWhatIsTooLong) {
  SoloWorld world;
  EXPECT_EQ(gather_texts(world, std::string(1000, 'x')).value()[0].size(), kMostGatheredText);
}

}  // namespace
}  // namespace roofgate
