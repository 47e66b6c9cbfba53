#include "bench/readers/nights.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/readers/run_identity.hpp"

namespace roofgate {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

Record run_of(const std::string& node, const std::string& moment, std::vector<std::string> ids = {"copy"}) {
  Record record;
  record.id = moment + node + ids.front();
  record.started_at = record.finished_at = moment;
  record.suite = "imported-superbench";
  record.rounds_planned = 1;
  record.imported.emplace();
  record.imported->file = node + ".log";
  record.environment.backend = "unknown";
  record.environment.host.name = node;
  for (std::string& id : ids) {
    Case& measured = record.cases.emplace_back();
    measured.id = std::move(id);
    measured.rounds.emplace_back().time_s = {1.0};
  }
  return record;
}

std::string day(int number) { return "2026-11-0" + std::to_string(number) + "T00:00:00Z"; }

TEST(NightsOf, KeepsMachinesApartAndJudgesAllOfTheLatestNight) {
  std::vector<Record> records;
  for (int number = 1; number <= 3; ++number) {
    for (const char* node : {"n1", "n2"}) records.push_back(run_of(node, day(number)));
  }
  const auto nights = nights_of(std::move(records));
  ASSERT_TRUE(nights);
  ASSERT_THAT(nights->judged, SizeIs(2));
  for (const MachineNights& series : nights->judged) {
    EXPECT_EQ(series.latest.back().started_at, day(3));
    ASSERT_THAT(series.earlier, SizeIs(2));
    EXPECT_EQ(series.earlier.front().environment.host.name, series.latest.back().environment.host.name);
  }
  EXPECT_THAT(nights->absent, IsEmpty());
}

TEST(NightsOf, TellsDevicesOfOneModelApart) {
  std::vector<Record> records;
  for (int number = 1; number <= 2; ++number) {
    for (int index : {0, 1}) {
      records.push_back(run_of("", day(number)));
      DeviceInfo device;
      device.index = index;
      device.name = "NVIDIA H100";
      records.back().environment.devices.push_back(device);
    }
  }
  const auto nights = nights_of(std::move(records));
  ASSERT_TRUE(nights);
  ASSERT_THAT(nights->judged, SizeIs(2));
  EXPECT_EQ(nights->judged[1].place.label, "device 1");
  EXPECT_TRUE(is_at(nights->judged[1].place, "device 1"));
  EXPECT_FALSE(is_at(nights->judged[0].place, "device 1"));
}

TEST(NightsOf, JoinsWhatWasMeasuredInOneNightOfOnePlace) {
  std::vector<Record> records;
  for (int number = 1; number <= 2; ++number) {
    records.push_back(run_of("n1", day(number), {"reduce"}));
    records.push_back(run_of("n1", day(number), {"send"}));
    records.back().worlds.resize(1);
    records.back().cases.front().rounds.front().world = 0;
    records[records.size() - 2].worlds.resize(1);
  }
  const auto nights = nights_of(std::move(records));
  ASSERT_TRUE(nights);
  ASSERT_THAT(nights->judged, SizeIs(1));
  ASSERT_THAT(nights->judged.front().latest.back().cases, SizeIs(2));
  EXPECT_EQ(nights->judged.front().latest.back().cases[1].rounds.front().world, 1) << "worlds are counted on";
  EXPECT_THAT(nights->judged.front().earlier, SizeIs(1));
}

std::string hour(int number, int hours) {
  return "2026-11-0" + std::to_string(number) + "T0" + std::to_string(hours) + ":00:00Z";
}

TEST(NightsOf, NoRunOfTheLatestNightIsReference) {
  std::vector<Record> records;
  for (int number = 1; number <= 3; ++number) {
    for (int hours : {2, 4}) records.push_back(run_of("n1", hour(number, hours)));
  }
  const auto nights = nights_of(std::move(records));
  ASSERT_TRUE(nights);
  const MachineNights& series = nights->judged.front();
  ASSERT_THAT(series.latest, SizeIs(2));
  EXPECT_EQ(series.latest.front().started_at, hour(3, 2));
  ASSERT_THAT(series.earlier, SizeIs(2));
  EXPECT_EQ(series.earlier.back().started_at, hour(2, 2));
  const Case& twice = series.earlier.back().cases.front();
  ASSERT_THAT(twice.rounds, SizeIs(2)) << "further rounds of one night";
  EXPECT_EQ(twice.rounds.back().index, 1);
  EXPECT_EQ(series.runs, 6U);
}

TEST(NightsOf, RunsOfAFirstNightHaveEachOther) {
  const auto nights = nights_of({run_of("n1", hour(1, 2)), run_of("n1", hour(1, 4)), run_of("n1", hour(1, 6))});
  ASSERT_TRUE(nights);
  ASSERT_THAT(nights->judged.front().latest, SizeIs(1));
  EXPECT_EQ(nights->judged.front().latest.back().started_at, hour(1, 6));
  EXPECT_THAT(nights->judged.front().earlier, SizeIs(2));
}

TEST(NightsOf, TheLastRunIsWhole) {
  const auto nights = nights_of({run_of("n1", hour(1, 2), {"reduce", "send"}),
                                 run_of("n1", hour(2, 2), {"reduce", "send"}), run_of("n1", hour(2, 4), {"reduce"})});
  ASSERT_TRUE(nights);
  const std::vector<Record>& latest = nights->judged.front().latest;
  ASSERT_THAT(latest, SizeIs(2));
  ASSERT_THAT(latest.front().cases, SizeIs(1)) << "what was measured again";
  EXPECT_EQ(latest.front().cases.front().id, "reduce");
  ASSERT_THAT(latest.back().cases, SizeIs(2));
  EXPECT_EQ(latest.back().cases.back().id, "send");
}

TEST(NightsOf, RoundsOfAnotherDefinitionOrWithAMarkAreNotAdded) {
  const auto rounds_after = [](const auto& change) {
    std::vector<Record> records{run_of("n1", hour(1, 2)), run_of("n1", hour(1, 4)), run_of("n1", hour(2, 2))};
    records[1].cases.front().rounds.front().time_s = {2.0};
    change(records[0].cases.front(), records[1].cases.front());
    return nights_of(std::move(records))->judged.front().earlier.front().cases.front().rounds;
  };
  const Mark failed{MarkKind::error, "it failed"};
  const auto redefined = rounds_after([](Case&, Case& second) { second.definition = "new"; });
  ASSERT_THAT(redefined, SizeIs(1));
  EXPECT_EQ(redefined.front().time_s.front(), 2.0);
  const auto first_failed = rounds_after([&](Case& first, Case&) { first.rounds.front().marks = {failed}; });
  ASSERT_THAT(first_failed, SizeIs(1));
  EXPECT_EQ(first_failed.front().time_s.front(), 2.0);
  const auto second_failed = rounds_after([&](Case&, Case& second) { second.rounds.front().marks = {failed}; });
  ASSERT_THAT(second_failed, SizeIs(1));
  EXPECT_EQ(second_failed.front().time_s.front(), 1.0);
}

TEST(NightsOf, LogsOfOneNightWithOtherLibrariesNameAllVersions) {
  std::vector<Record> records;
  for (const char* version : {"2.27.5", "2.30.3", "2.27.5"}) {
    records.push_back(run_of("n1", day(1), {"case" + std::to_string(records.size())}));
    records.back().environment.software["nccl"] = version;
  }
  const auto nights = nights_of(std::move(records));
  ASSERT_TRUE(nights);
  EXPECT_EQ(nights->judged.front().latest.back().environment.software.at("nccl"), "2.27.5 + 2.30.3");
}

TEST(NightsOf, TakesPlacesTogetherWhereSomebodySaysSo) {
  std::vector<Record> records;
  for (int number = 1; number <= 4; ++number) records.push_back(run_of(number % 2 == 0 ? "n1" : "n2", day(number)));
  const auto nights = nights_of(std::move(records), PlaceRule::together);
  ASSERT_TRUE(nights);
  ASSERT_THAT(nights->judged, SizeIs(1));
  EXPECT_THAT(nights->judged.front().earlier, SizeIs(3));
  const auto twice = nights_of({run_of("n1", day(1)), run_of("n2", day(1))}, PlaceRule::together);
  ASSERT_FALSE(twice);
  EXPECT_THAT(twice.error().what, HasSubstr("their places do not count"));
}

TEST(NightsOf, RefusesTheSameCaseTwiceAtOneMoment) {
  const auto nights = nights_of({run_of("", day(1)), run_of("", day(2)), run_of("", day(2))});
  ASSERT_FALSE(nights);
  EXPECT_EQ(nights.error().kind, ErrorKind::measurement);
  EXPECT_THAT(nights.error().what, HasSubstr("the same cases at one moment"));
  EXPECT_TRUE(nights_of({run_of("", day(1)), run_of("", day(1)), run_of("", day(2))})) << "an earlier night";
}

TEST(NightsOf, NamesAMachineThatIsMissing) {
  const auto nights = nights_of({run_of("n1", day(1)), run_of("n2", day(1)), run_of("n1", day(2)), run_of("n2", day(2)),
                                 run_of("n1", day(3)), run_of("n1", day(4))});
  ASSERT_TRUE(nights);
  EXPECT_THAT(nights->judged, SizeIs(1));
  ASSERT_THAT(nights->absent, SizeIs(1));
  EXPECT_THAT(nights->absent.front(), HasSubstr("n2"));
  const auto in_turn = nights_of(
      {run_of("n1", day(1)), run_of("n2", day(2)), run_of("n1", day(3)), run_of("n2", day(4)), run_of("n1", day(5))});
  ASSERT_TRUE(in_turn);
  EXPECT_THAT(in_turn->absent, IsEmpty()) << "one machine a night, in turn";
}

TEST(NightsOf, NamesThatNeverComeBackSayNothing) {
  const auto nights = nights_of({run_of("pod-a", day(1)), run_of("pod-b", day(2)), run_of("pod-c", day(3))});
  ASSERT_TRUE(nights);
  ASSERT_THAT(nights->judged, SizeIs(1));
  EXPECT_THAT(nights->judged.front().earlier, SizeIs(2));
  EXPECT_TRUE(nights->judged.front().has_passing_names);
  const auto parallel = nights_of({run_of("a", day(1)), run_of("b", day(2)), run_of("c", day(2))});
  ASSERT_TRUE(parallel);
  EXPECT_THAT(parallel->judged, SizeIs(2));
}

TEST(MixedPlaces, AreNamedWhereTheySharedACase) {
  const Record a = run_of("n1", day(1));
  const Record b = run_of("n2", day(2));
  const Record other = run_of("n2", day(2), {"other"});
  EXPECT_FALSE(mixed_places({&a, &other}, Within::all));
  EXPECT_FALSE(mixed_places({&a, &b}, Within::one_night));
  const auto mixed = mixed_places({&a, &b}, Within::all);
  ASSERT_TRUE(mixed);
  EXPECT_THAT(mixed->names, HasSubstr("n1 (unknown-no-device/imported-superbench), n2"));
}

TEST(PlaceOf, CountsWhatDoesNotFit) {
  Record record = run_of("n0", day(1));
  PlacedWorld& world = record.worlds.emplace_back();
  for (int node = 0; node < 9; ++node) {
    RankPlacement rank;
    rank.node = "n" + std::to_string(node);
    world.ranks.push_back(rank);
  }
  EXPECT_EQ(place_of(record).label, "n0 and 8 more hosts");
  Record less = record;
  less.worlds.front().ranks.pop_back();
  EXPECT_NE(place_of(record).key, place_of(less).key);
  record.imported.reset();
  EXPECT_EQ(name_of(place_of(record)), "unknown-no-device/imported-superbench");
}

TEST(RunIdentityOf, PartsOfOneFileStayApartInFilesOfTheirOwn) {
  Record record = run_of("", day(1));
  record.imported->content = "0123456789abcdef";
  record.id = "20261101T000000Z-0123456789abcdef-2";
  EXPECT_EQ(identity_of(record, 0).part, 2U);
  record.id = "20261101T000000Z-0123456789abcdef";
  EXPECT_EQ(identity_of(record, 1).part, 0U);
  record.id = "renamed";
  EXPECT_EQ(identity_of(record, 1).part, 1U);
}

}  // namespace
}  // namespace roofgate
