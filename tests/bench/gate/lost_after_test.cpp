#include "bench/gate/lost_after.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "bench/record/failure_note.hpp"
#include "tests/bench/gate/quiet_night.hpp"

namespace roofgate {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Four records before and eight after, imported from files b0.log …, a0.log ….
class LostAfter : public testing::Test {
 protected:
  LostAfter() {
    SimulatedMachine machine{{.cases = 4, .between_nights = 0.0005, .between_rounds = 0.0005, .disturbed_rounds = 0.0},
                             5};
    for (int night = 0; night < 4; ++night) before_.push_back(imported(machine.record(), "b", night));
    for (int night = 0; night < 8; ++night) after_.push_back(imported(machine.record(), "a", night));
    case_ = before_.front().cases.front().id;
  }

  static Record imported(Record record, const std::string& side, int night) {
    record.imported = Provenance{};
    record.imported->file = side + std::to_string(night) + ".log";
    record.finished_at = record.started_at;
    return record;
  }

  Case& after(std::size_t night) { return after_[night].cases.front(); }

  CompareResult run() const {
    CompareInputs inputs{{}, {}, policy_, {}, {}, "2026-12-01"};
    for (const Record& record : before_) inputs.before.push_back(&record);
    for (const Record& record : after_) inputs.after.push_back(&record);
    return compare(inputs).value();
  }

  /// The case has this verdict, and nothing is called safe.
  void expect_unsafe(VerdictKind kind, const std::string& sentence) const {
    const CompareResult result = run();
    EXPECT_EQ(verdict_of(result.gate, case_).kind, kind);
    EXPECT_THAT(verdict_of(result.gate, case_).reasons.front().sentence, HasSubstr(sentence));
    EXPECT_EQ(result.gate.status, ExitStatus::cannot_judge);
    EXPECT_EQ(result.recommendation.advice, Advice::cannot_tell);
  }

  Policy policy_;
  std::vector<Record> before_, after_;
  std::string case_;
};

TEST_F(LostAfter, WholeSidesLackNothing) {
  const CompareResult result = run();
  EXPECT_EQ(result.recommendation.sentence, "safe");
  EXPECT_EQ(count_of(result.gate, VerdictKind::pass), 4);
}

TEST_F(LostAfter, AbsentInOneRecordIsNeverSafe) {
  after_[6].cases.erase(after_[6].cases.begin());
  expect_unsafe(VerdictKind::vanished, "It is absent in 1 of 8 records of after (a6.log), and in none of before.");
  EXPECT_EQ(run().recommendation.sentence,
            "cannot tell: " + case_ + " is absent in 1 of 8 records of after (a6.log), and in none of before");
  after_[2].cases.erase(after_[2].cases.begin());
  after_[2].cases.erase(after_[2].cases.begin());
  EXPECT_THAT(run().recommendation.sentence, HasSubstr("and 1 case more"));
  expect_unsafe(VerdictKind::vanished, "It is absent in 2 of 8 records of after (a2.log, …)");
}

TEST_F(LostAfter, SkippedInOneRecordIsNeverSafe) {
  for (Round& round : after(3).rounds) round.marks = {{MarkKind::skipped, "not enough memory"}};
  expect_unsafe(VerdictKind::vanished, "It is skipped in 1 of 8 records of after (a3.log)");
}

TEST_F(LostAfter, FailedInOneRecordNamesTheFile) {
  after(5).rounds.front().marks = {{MarkKind::error, "it crashed"}};
  expect_unsafe(VerdictKind::invalid, "A round failed: it crashed. In a5.log.");
}

TEST_F(LostAfter, FewerRanksThanBeforeAreNeverSafe) {
  for (std::vector<Record>* side : {&before_, &after_}) {
    for (Record& record : *side) {
      for (Round& round : record.cases.front().rounds) round.rank_time_s.assign(8, round.time_s);
    }
  }
  EXPECT_EQ(run().recommendation.advice, Advice::safe);
  for (Round& round : after(7).rounds) round.rank_time_s.resize(7);
  expect_unsafe(VerdictKind::vanished, "It is measured by 7 of 8 ranks only in 1 of 8 records of after (a7.log)");
}

TEST_F(LostAfter, ALossOfTheOtherRecordsStaysOne) {
  after_[6].cases.erase(after_[6].cases.begin());
  for (Record& record : after_) {
    if (record.cases.front().id != case_) continue;
    for (Round& round : record.cases.front().rounds) round.time_s.front() *= 1.3;
  }
  const CompareResult result = run();
  EXPECT_EQ(verdict_of(result.gate, case_).kind, VerdictKind::regressed);
  EXPECT_NE(find_reason(verdict_of(result.gate, case_).reasons, "lost_after"), nullptr);
  EXPECT_EQ(result.gate.status, ExitStatus::regression);
}

TEST_F(LostAfter, WhatWasMissingBeforeAsWellIsNoNews) {
  before_[1].cases.erase(before_[1].cases.begin());
  after_[6].cases.erase(after_[6].cases.begin());
  EXPECT_EQ(run().recommendation.sentence, "safe");
}

TEST_F(LostAfter, FilesThatHoldPartsOfANightLackNothingButTheirOwnPart) {
  const auto keep = [](Record& record, bool first_half) {
    auto& cases = record.cases;
    first_half ? cases.erase(cases.begin() + 2, cases.end()) : cases.erase(cases.begin(), cases.begin() + 2);
  };
  for (std::vector<Record>* side : {&before_, &after_}) {
    for (std::size_t i = 0; i < side->size(); ++i) keep((*side)[i], i % 2 == 0);
  }
  EXPECT_EQ(run().recommendation.sentence, "safe");
  after_[4].cases.erase(after_[4].cases.begin());
  expect_unsafe(VerdictKind::vanished, "It is absent in 1 of 4 records of after (a4.log)");
}

TEST_F(LostAfter, NoiseInOneRecordIsNoLoss) {
  after(2).rounds.front().marks = {{MarkKind::contended, "other work"}};
  EXPECT_EQ(run().recommendation.sentence, "safe");
}

TEST_F(LostAfter, UnfinishedRecordsOfBothSidesAreNamed) {
  after_[1].finished_at.clear();
  EXPECT_THAT(run().recommendation.sentence, HasSubstr("A record is not finished (after: a1.log): what a run lacks"));
  before_[0].finished_at.clear();
  EXPECT_THAT(run().recommendation.sentence,
              HasSubstr("Some records are not finished (before: b0.log, after: a1.log)"));
  EXPECT_EQ(run().gate.status, ExitStatus::cannot_judge);
}

TEST_F(LostAfter, AToolThatFailsAfterItsFiguresIsNeverSafeUnlessItAlwaysDid) {
  const std::string note{kFailureNote};
  after_[3].notes[note] = "a process exited on a signal";
  EXPECT_EQ(run().recommendation.sentence,
            "cannot tell: The tool failed after its figures were there: a process exited on a signal (after: a3.log)");
  EXPECT_EQ(run().gate.status, ExitStatus::cannot_judge);
  for (Record& record : before_) record.notes[note] = "a process exited on a signal";
  EXPECT_EQ(run().recommendation.sentence, "safe");
  EXPECT_THAT(sentence_of(run().gate.common, "tool_failed"), HasSubstr("(before: b0.log, b1.log, b2.log, b3.log, "));
  after_[3].notes.clear();
  EXPECT_EQ(run().recommendation.sentence, "safe") << "it fails no more";
}

TEST_F(LostAfter, SidesInTheWrongOrderOfTimeAreSaid) {
  EXPECT_EQ(find_reason(run().gate.common, "after_is_older"), nullptr);
  std::swap(before_, after_);
  const CompareResult result = run();
  EXPECT_EQ(result.recommendation.sentence, "safe") << "it is no error";
  EXPECT_THAT(sentence_of(result.gate.common, "after_is_older"),
              HasSubstr("Every record of after is older than every record of before ("));
  after_.back().started_at = "2027-02-01T00:00:00Z";
  EXPECT_EQ(find_reason(run().gate.common, "after_is_older"), nullptr);
}

}  // namespace
}  // namespace roofgate
