// A fitted term that moved although no size moved with it.
#include <gmock/gmock.h>

#include <array>
#include <string>

#include "bench/gate/reason_rules.hpp"
#include "tests/bench/gate/quiet_night.hpp"

namespace roofgate {
namespace {

constexpr const char* kFit = "fit/allreduce/ranks8/latency";

/// Three sizes and the latency of the line through them, each with its verdict and its change.
struct FittedNight {
  struct Seen {
    VerdictKind kind = VerdictKind::pass;
    double change = 0.0;
  };
  FittedNight(Seen fit, Seen small, Seen middle, Seen large) {
    metric.id = kFit;
    metric.derived = MetricUnit::seconds;
    set(metric, fit);
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      sizes[i].id = "allreduce/size" + std::to_string(i);
      set(sizes[i], std::array{small, middle, large}[i]);
      view[kFit].rests_on.push_back(sizes[i].id);
    }
  }
  void set(const Case& measured, Seen seen) {
    ComparedCase& compared = view[measured.id];
    compared.measured = &measured;
    compared.verdict.kind = seen.kind;
    compared.evidence.change = seen.change;
  }
  const Verdict& excused() {
    excuse_tilt(view[kFit], view);
    return view[kFit].verdict;
  }

  Case metric;
  std::array<Case, 3> sizes;
  NightView view;
};

constexpr FittedNight::Seen kStill{VerdictKind::pass, 0.002};

TEST(FitReasons, ALatencyThatRoseBecauseTheLargestSizeGainedFailsNothing) {
  FittedNight night{{VerdictKind::regressed, 0.10}, kStill, kStill, {VerdictKind::improved, -0.10}};
  EXPECT_EQ(night.excused().kind, VerdictKind::drift);
  EXPECT_EQ(sentence_of(night.excused().reasons, "line_tilted"),
            "allreduce/size2 gained and no size lost: the line through them tilted, nothing got slower.");
}

TEST(FitReasons, ALatencyThatRoseWithTheSmallSizesIsALoss) {
  FittedNight with_gain{
      {VerdictKind::regressed, 0.10}, {VerdictKind::pass, 0.04}, kStill, {VerdictKind::improved, -0.10}};
  EXPECT_EQ(with_gain.excused().kind, VerdictKind::regressed) << "a size that nobody could decide moved with it";
  FittedNight shown{{VerdictKind::regressed, 0.10}, {VerdictKind::drift, 0.01}, kStill, {VerdictKind::improved, -0.10}};
  EXPECT_EQ(shown.excused().kind, VerdictKind::regressed);
  FittedNight no_gain{{VerdictKind::regressed, 0.10}, kStill, kStill, kStill};
  EXPECT_EQ(no_gain.excused().kind, VerdictKind::regressed);
}

TEST(FitReasons, ALatencyThatFellBecauseTheLargestSizeLostIsNoGain) {
  FittedNight night{{VerdictKind::improved, -0.10}, kStill, kStill, {VerdictKind::regressed, 0.10}};
  EXPECT_EQ(night.excused().kind, VerdictKind::pass);
  EXPECT_EQ(sentence_of(night.excused().reasons, "line_tilted"),
            "allreduce/size2 lost and no size gained: the line through them tilted, nothing got faster.");
  FittedNight real{
      {VerdictKind::improved, -0.10}, {VerdictKind::improved, -0.08}, kStill, {VerdictKind::regressed, 0.1}};
  EXPECT_EQ(real.excused().kind, VerdictKind::improved);
}

TEST(FitReasons, NothingIsExcusedWhereASizeWasNotCompared) {
  FittedNight night{{VerdictKind::regressed, 0.10}, kStill, kStill, {VerdictKind::improved, -0.10}};
  night.view.erase("allreduce/size0");
  EXPECT_EQ(night.excused().kind, VerdictKind::regressed);
}

TEST(FitReasons, ARatioHasItsOwnRule) {
  FittedNight night{{VerdictKind::regressed, 0.10}, kStill, kStill, {VerdictKind::improved, -0.10}};
  night.metric.derived = MetricUnit::ratio;
  EXPECT_EQ(night.excused().kind, VerdictKind::regressed);
}

}  // namespace
}  // namespace roofgate
