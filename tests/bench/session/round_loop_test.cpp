#include "bench/session/round_loop.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace roofgate {
namespace {

using Clock = std::chrono::steady_clock;

class Listener final : public RunObserver {
 public:
  void warn(const std::string& text) override { warnings.push_back(text); }
  std::vector<std::string> warnings;
};

struct Rounds {
  Listener listener;
  std::vector<int> begun;
  int stops_at = -1;
  Result<RoundsMade> make(const RoundLoop& loop) {
    return make_rounds(loop, listener, [&](int round) -> Result<bool> {
      begun.push_back(round);
      return round != stops_at;
    });
  }
};

TEST(RoundLoop, WithoutABudgetAllAreMade) {
  Rounds rounds;
  const auto made = rounds.make({2, 5, std::nullopt, Clock::now()});
  EXPECT_EQ(rounds.begun, (std::vector<int>{2, 3, 4}));
  EXPECT_EQ(made->done, 5);
  EXPECT_TRUE(made->went_on);
}

TEST(RoundLoop, ASpentBudgetLeavesTheFirstAndSaysHowMany) {
  Rounds rounds;
  const auto made = rounds.make({0, 5, Seconds{60}, Clock::now() - std::chrono::minutes{2}});
  EXPECT_EQ(rounds.begun, std::vector<int>{0});
  EXPECT_EQ(made->done, 1);
  EXPECT_TRUE(made->went_on);
  EXPECT_EQ(rounds.listener.warnings, std::vector<std::string>{"the time budget ends the run after 1 of 5 rounds"});
}

TEST(RoundLoop, ALargeBudgetLeavesRoomForAll) {
  Rounds rounds;
  EXPECT_EQ(rounds.make({0, 3, Seconds{3600}, Clock::now()})->done, 3);
  EXPECT_TRUE(rounds.listener.warnings.empty());
}

TEST(RoundLoop, TheUserStopsIt) {
  Rounds rounds;
  rounds.stops_at = 1;
  const auto made = rounds.make({0, 5, std::nullopt, Clock::now()});
  EXPECT_EQ(rounds.begun, (std::vector<int>{0, 1}));
  EXPECT_EQ(made->done, 1);
  EXPECT_FALSE(made->went_on);
}

TEST(RoundLoop, AnErrorEndsIt) {
  Listener listener;
  const auto made = make_rounds({0, 5, std::nullopt, Clock::now()}, listener,
                                [](int) -> Result<bool> { return fail(ErrorKind::measurement, "lost"); });
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().what, "lost");
}

}  // namespace
}  // namespace roofgate
