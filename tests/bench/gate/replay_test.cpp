// Real nights through the real gate. tests/data/nights_epyc_2026-11-29.json: the round locations of 45 short nights of
// a two-core virtual AMD EPYC that compilers kept busy, 2026-11-29, by scripts/aa_nights.sh. The machine has two states
// that whole nights fall into, 50 % apart for memory and collectives: as hard as nights come.
#include "tests/bench/gate/replay.hpp"

#include <gtest/gtest.h>

#include "bench/baseline/baseline_json.hpp"
#include "bench/record/record.hpp"
#include "tests/bench/gate/simulated_machine.hpp"

namespace roofgate {
namespace {

const std::string kRoot = ROOFGATE_SOURCE_DIR;

double share(const ReplayCounts& counts, VerdictKind kind) {
  const auto found = counts.verdicts.find(kind);
  return found == counts.verdicts.end() ? 0.0 : static_cast<double>(found->second) / counts.cases;
}

int nights(const ReplayCounts& counts, ExitStatus status) {
  const auto found = counts.statuses.find(status);
  return found == counts.statuses.end() ? 0 : found->second;
}

struct RealNights : testing::Test {
  RealNights() {
    const auto nights = read_baseline(kRoot + "/tests/data/nights_epyc_2026-11-29.json");
    if (nights) records = records_of(*nights);
    if (auto read = read_policy(kRoot + "/ci/policy.json")) policy = std::move(*read);
  }
  std::vector<Record> records;
  Policy policy;
};

TEST_F(RealNights, NothingChangedIsNeverCalledARegressionAndTooMuchNoiseNeverAPass) {
  ASSERT_GE(records.size(), 40U);
  const ReplayCounts counts = replay_healthy(records, policy, ReplayOrder::leave_one_out);
  EXPECT_EQ(counts.nights, static_cast<int>(records.size()));
  EXPECT_EQ(nights(counts, ExitStatus::regression), 0);
  EXPECT_GT(share(counts, VerdictKind::inconclusive), 0.2);  // two states of the machine: it says that it cannot tell
  EXPECT_EQ(nights(counts, ExitStatus::cannot_judge), counts.nights);
}

TEST_F(RealNights, APlantedLossBeyondTheToleranceIsFoundOrSaidToBeUndecided) {
  const ReplayCounts counts = replay_slowed(records, policy, ReplayOrder::leave_one_out, 0.20);
  EXPECT_GT(share(counts, VerdictKind::regressed), 0.3);
  EXPECT_LT(share(counts, VerdictKind::pass) + share(counts, VerdictKind::improved), 0.02);
}

TEST(Replay, WalksForwardFromTheFourthNight) {
  MachineOptions options;
  options.cases = 8;
  options.keeps_records = 6;
  SimulatedMachine machine{options, 3};
  (void)machine.baseline(6);
  const Policy policy;
  const auto& records = machine.earlier_records();
  const ReplayCounts forward = replay_healthy(records, policy, ReplayOrder::walk_forward);
  EXPECT_EQ(forward.nights, 3);
  EXPECT_EQ(forward.cases, 3 * 8);
  EXPECT_EQ(replay_healthy(records, policy, ReplayOrder::leave_one_out).nights, 6);
  const ReplayCounts slowed = replay_slowed(records, policy, ReplayOrder::walk_forward, 0.3);
  EXPECT_EQ(slowed.nights, 3 * 8);
  EXPECT_GT(share(slowed, VerdictKind::regressed), 0.9);
}

}  // namespace
}  // namespace roofgate
