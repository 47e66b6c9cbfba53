#include "bench/roofgate-bench/record_session.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "bench/record/record_json.hpp"
#include "bench/roofgate-bench/placement.hpp"
#include "bench/suite/definition.hpp"

namespace roofgate {
namespace {

using testing::HasSubstr;

class RecordSessionTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path{testing::TempDir()} / ("session" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
    file_ = folder_ / "record.json";
    header_.tool = {"0.1.0", "abc", "Release"};
    header_.environment.backend = "host";
    header_.environment.cpu.model = "Test CPU";
    header_.environment.cpu.cores = 2;
    header_.environment.cpu.threads = 2;
    header_.environment.cpu.sockets = 1;
    header_.suite = "trial";
    header_.rounds_planned = 3;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  Result<std::unique_ptr<RecordSession>> open() { return RecordSession::open(file_, header_, suite_ids()); }

  static SuiteCase copy_case() {
    SuiteCase suite_case;
    suite_case.spec = MemorySpec{MemoryOp::copy, 1024};
    return suite_case;
  }

  static SuiteCase allreduce_case(int ranks) {
    SuiteCase suite_case;
    CollectiveSpec spec;
    spec.bytes = 8;
    suite_case.spec = spec;
    return with_ranks(suite_case, ranks);
  }

  static SuiteCase launch_case() {
    SuiteCase suite_case;
    suite_case.spec = CeilingSpec{CeilingOp::launch};
    return suite_case;
  }

  static std::vector<std::string> suite_ids() { return {launch_case().id(), allreduce_case(1).id(), copy_case().id()}; }

  static Measured measured_in_round(int index) {
    Measured measured;
    measured.round.index = index;
    measured.round.started_at = "2026-11-29T02:00:09Z";
    measured.round.time_s = {1e-3, 1.1e-3};
    measured.round.stop = StopReason::time_limit;
    return measured;
  }

  static Measured failed_in_round(int index) {
    Measured measured = measured_in_round(index);
    measured.round.time_s.clear();
    measured.round.stop = StopReason::not_run;
    measured.round.marks = {{MarkKind::error, "gone"}};
    return measured;
  }

  std::string text() const {
    std::ifstream stream{file_};
    std::stringstream text;
    text << stream.rdbuf();
    return text.str();
  }

  std::filesystem::path folder_;
  std::filesystem::path file_;
  SessionHeader header_;
};

TEST_F(RecordSessionTest, IsOnDiskFromTheBeginningAndAfterEachCase) {
  auto session = open();
  ASSERT_TRUE(session) << to_string(session.error());
  ASSERT_TRUE(read_record(file_));
  EXPECT_TRUE(read_record(file_)->cases.empty());
  ASSERT_TRUE((*session)->add(copy_case(), measured_in_round(0)));
  const auto record = read_record(file_);
  ASSERT_TRUE(record) << to_string(record.error());
  ASSERT_EQ(record->cases.size(), 1U);
  EXPECT_EQ(record->cases[0].id, "memory/copy/bytes1024");
  EXPECT_EQ(record->cases[0].kind, "memory");
  EXPECT_EQ(record->cases[0].definition, definition_hash(copy_case()));
  EXPECT_EQ(record->cases[0].work.bytes_read, Bytes{1024.0});
  EXPECT_EQ(std::get<std::string>(record->cases[0].parameters.at("op")), "copy");
  EXPECT_EQ(record->cases[0].rounds[0].time_s, (std::vector<double>{1e-3, 1.1e-3}));
  EXPECT_EQ(record->suite, "trial");
  EXPECT_EQ(record->rounds_planned, 3);
  EXPECT_TRUE(record->finished_at.empty()) << "roofgate run says when all is done";
}

TEST_F(RecordSessionTest, TheLastProcessEndsIt) {
  const auto session = open();
  ASSERT_TRUE(session);
  EXPECT_EQ(read_record(file_)->finished_at, "");
  ASSERT_TRUE((*session)->finish());
  EXPECT_NE(read_record(file_)->finished_at, "");
}

TEST_F(RecordSessionTest, ASecondProcessAddsItsRound) {
  ASSERT_TRUE((*open())->add(copy_case(), measured_in_round(1)));
  auto second = open();
  ASSERT_TRUE(second) << to_string(second.error());
  EXPECT_TRUE((*second)->has_samples(copy_case().id(), 1));
  EXPECT_FALSE((*second)->has_samples(copy_case().id(), 0));
  EXPECT_FALSE((*second)->has_samples("memory/none", 1));
  ASSERT_TRUE((*second)->add(copy_case(), measured_in_round(0)));
  const auto record = read_record(file_);
  ASSERT_TRUE(record);
  ASSERT_EQ(record->cases[0].rounds.size(), 2U);
  EXPECT_EQ(record->cases[0].rounds[0].index, 0) << "rounds in order";
}

TEST_F(RecordSessionTest, CasesKeepTheSuitesOrder) {
  auto session = open();
  ASSERT_TRUE((*session)->add(copy_case(), measured_in_round(0)));
  ASSERT_TRUE((*session)->add(allreduce_case(4), measured_in_round(0)));
  ASSERT_TRUE((*session)->add(launch_case(), measured_in_round(0)));
  ASSERT_TRUE((*session)->add(allreduce_case(2), measured_in_round(0)));
  const auto record = read_record(file_);
  ASSERT_TRUE(record);
  std::vector<std::string> ids;
  for (const Case& each : record->cases) ids.push_back(each.id);
  EXPECT_EQ(ids, (std::vector<std::string>{"ceiling/launch", "allreduce/bf16/out_of_place/bytes8/ranks2",
                                           "allreduce/bf16/out_of_place/bytes8/ranks4", "memory/copy/bytes1024"}));
}

TEST_F(RecordSessionTest, AFailedRoundIsMeasuredAgainAndReplaced) {
  auto session = open();
  ASSERT_TRUE((*session)->add(copy_case(), failed_in_round(0)));
  EXPECT_FALSE((*session)->has_samples(copy_case().id(), 0));
  ASSERT_TRUE((*session)->add(copy_case(), measured_in_round(0)));
  const auto record = read_record(file_);
  ASSERT_TRUE(record);
  ASSERT_EQ(record->cases[0].rounds.size(), 1U);
  EXPECT_TRUE(record->cases[0].rounds[0].marks.empty());
}

TEST_F(RecordSessionTest, TheWorkloadsCountGoesBeforeTheSpecs) {
  Measured measured = measured_in_round(0);
  measured.work = Work{};
  measured.work->flops = Flops{42.0};
  ASSERT_TRUE((*open())->add(launch_case(), measured));
  EXPECT_EQ(read_record(file_)->cases[0].work.flops, Flops{42.0});
}

TEST_F(RecordSessionTest, AnotherMachineSuiteOrToolIsRefusedAndTheFileStays) {
  ASSERT_TRUE((*open())->add(copy_case(), measured_in_round(0)));
  const std::string before = text();
  const SessionHeader same = header_;

  header_.environment.cpu.cores = 4;
  auto refused = open();
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().what, HasSubstr("holds rounds of another machine: "));
  EXPECT_EQ(refused.error().kind, ErrorKind::input);
  EXPECT_EQ(refused.error().where, file_.string());

  header_ = same;
  header_.suite = "other";
  EXPECT_EQ(open().error().what, "holds rounds of another suite: 'trial', not 'other'");

  header_ = same;
  header_.tool.git_revision = "def";
  EXPECT_EQ(open().error().what,
            "holds rounds of another version of this program: '0.1.0 abc Release', not '0.1.0 def Release'");
  EXPECT_EQ(text(), before);
}

TEST_F(RecordSessionTest, WhatIsNoRecordIsRefusedAndStays) {
  std::ofstream{file_} << "not a record";
  const auto refused = open();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::input);
  EXPECT_EQ(text(), "not a record");
}

TEST_F(RecordSessionTest, AnUnwritableFolderIsKnownBeforeMeasuring) {
  file_ = folder_ / "absent" / "record.json";
  EXPECT_FALSE(open());
}

TEST_F(RecordSessionTest, RoundsOfCollectivesNameTheirWorldAndShareEqualOnes) {
  const PlacedWorld world{"mpirun", 1, false, {{"a", "0", std::nullopt, 0, ""}, {"a", "1", std::nullopt, 0, ""}}};
  const auto in_world_of_two = [](int index) {
    Measured measured = measured_in_round(index);
    measured.round.world_size = 2;
    return measured;
  };
  for (int round = 0; round < 2; ++round) {
    auto session = open();
    ASSERT_TRUE(session);
    (*session)->set_world(world);
    ASSERT_TRUE((*session)->add(allreduce_case(2), in_world_of_two(round)));
    ASSERT_TRUE((*session)->add(copy_case(), measured_in_round(round)));
  }
  const auto record = read_record(file_);
  ASSERT_TRUE(record) << to_string(record.error());
  ASSERT_EQ(record->worlds.size(), 1U);
  EXPECT_TRUE(are_equal(record->worlds[0], world));
  EXPECT_EQ(record->cases[0].rounds[1].world, 0);
  EXPECT_EQ(record->cases[1].rounds[0].world, std::nullopt) << "one process measured it";
}

}  // namespace
}  // namespace roofgate
