#include "bench/baseline/placed_nights.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "bench/baseline/baseline_json.hpp"

namespace roofgate {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

Night night_at(const std::string& place, int day, const std::string& time = "02:00:00") {
  Night night;
  night.place = place;
  night.date = "2026-11-" + std::to_string(10 + day) + "T" + time + "Z";
  night.record_id = night.date + place;
  night.accepted_by = "nightly";
  night.accepted_at = night.date;
  night.cases["copy"] = CaseNight{"d1", {1e-3}, {}, {}, {}};
  return night;
}

Baseline baseline_of(std::vector<Night> nights) { return {"sample-machine", "quick", std::move(nights), {}}; }

TEST(NightsAtPlaceOf, TwoNodesHaveAPastEach) {
  const auto placed = nights_at_place_of(
      night_at("n2", 3), baseline_of({night_at("n1", 1), night_at("n2", 1), night_at("n1", 2), night_at("n2", 2)}));
  EXPECT_THAT(places_of(placed.own), ElementsAre("n2"));
  EXPECT_THAT(placed.own.nights, SizeIs(2));
  EXPECT_THAT(places_of(placed.others), ElementsAre("n1"));
  EXPECT_FALSE(placed.has_passing_names);
}

TEST(NightsAtPlaceOf, ANewNodeHasNoPast) {
  const auto placed = nights_at_place_of(night_at("n2", 3), baseline_of({night_at("n1", 1), night_at("n1", 2)}));
  EXPECT_THAT(placed.own.nights, IsEmpty());
  EXPECT_THAT(placed.others.nights, SizeIs(2));
}

TEST(NightsAtPlaceOf, NightsThatDoNotSayTheirPlaceCountForAll) {
  const auto placed =
      nights_at_place_of(night_at("n2", 3), baseline_of({night_at("", 0), night_at("n1", 1), night_at("", 2)}));
  EXPECT_THAT(placed.own.nights, SizeIs(2));
  const auto unsaid = nights_at_place_of(night_at("", 3), baseline_of({night_at("", 0), night_at("n1", 1)}));
  EXPECT_THAT(unsaid.own.nights, SizeIs(1)) << "a run that does not say its place is not n1's";
}

TEST(NightsAtPlaceOf, NamesThatNeverComeBackAreOneSeries) {
  const std::vector<Night> pods{night_at("pod-a", 1), night_at("pod-b", 2), night_at("pod-c", 3)};
  const auto placed = nights_at_place_of(night_at("pod-d", 4), baseline_of(pods));
  EXPECT_TRUE(placed.has_passing_names);
  EXPECT_THAT(placed.own.nights, SizeIs(3));
  EXPECT_THAT(placed.others.nights, IsEmpty());
  EXPECT_TRUE(nights_at_place_of(pods.back(), baseline_of(pods)).has_passing_names) << "judged once more";
  EXPECT_TRUE(nights_at_place_of(night_at("pod-d", 3, "02:20:00"), baseline_of(pods)).has_passing_names)
      << "two jobs within an hour, once";
  std::vector<Night> twice = pods;
  twice.push_back(night_at("pod-c", 3, "02:05:00"));
  EXPECT_TRUE(nights_at_place_of(night_at("pod-d", 4), baseline_of(twice)).has_passing_names)
      << "two runs in one night of one container";
}

TEST(NightsAtPlaceOf, ANameThatComesBackIsOfAMachine) {
  const auto placed =
      nights_at_place_of(night_at("n1", 4), baseline_of({night_at("n1", 1), night_at("n2", 2), night_at("n3", 3)}));
  EXPECT_FALSE(placed.has_passing_names);
  EXPECT_THAT(placed.own.nights, SizeIs(1));
}

TEST(NightsAtPlaceOf, NodesThatWereMeasuredBesideEachOtherAreNoContainers) {
  const auto placed = nights_at_place_of(
      night_at("n4", 1, "02:06:00"),
      baseline_of({night_at("n1", 1), night_at("n2", 1, "02:02:00"), night_at("n3", 1, "02:04:00")}));
  EXPECT_FALSE(placed.has_passing_names);
  EXPECT_THAT(placed.own.nights, IsEmpty());
}

TEST(NightsAtPlaceOf, TogetherIsEveryNight) {
  const auto placed =
      nights_at_place_of(night_at("n9", 3), baseline_of({night_at("n1", 1), night_at("n1", 2)}), PlaceRule::together);
  EXPECT_THAT(placed.own.nights, SizeIs(2));
}

TEST(Reunited, IsTheWholeByDateWithItsWatchedNights) {
  Baseline whole = baseline_of({night_at("n1", 1), night_at("n2", 1), night_at("n1", 2), night_at("n2", 2)});
  whole.watched = {night_at("n1", 3), night_at("n2", 3)};
  const std::string before = to_json_text(whole);
  PlacedNights placed = nights_at_place_of(night_at("n1", 4), whole);
  EXPECT_THAT(placed.own.watched, SizeIs(1));
  EXPECT_EQ(to_json_text(reunited(placed)), before);
  placed.own.nights.push_back(night_at("n1", 4));
  const Baseline more = reunited(std::move(placed));
  ASSERT_THAT(more.nights, SizeIs(5));
  EXPECT_EQ(more.nights.back().record_id, night_at("n1", 4).record_id);
}

TEST(NightsByPlace, AreWhatANightOfEachWouldSee) {
  const Baseline both = baseline_of({night_at("", 0), night_at("n1", 1), night_at("n2", 1), night_at("n1", 2)});
  const auto groups = nights_by_place(both);
  ASSERT_THAT(groups, SizeIs(3));
  EXPECT_THAT(groups[0], SizeIs(3)) << "n1's and the one that does not say";
  EXPECT_THAT(groups[1], SizeIs(2));
  EXPECT_THAT(groups[2], SizeIs(1));
  EXPECT_THAT(nights_by_place(baseline_of({night_at("a", 1), night_at("b", 2), night_at("c", 3)})), SizeIs(1));
}

TEST(PlaceOfANight, IsKeptInTheFileAndMayBeMissing) {
  const std::string text = to_json_text(baseline_of({night_at("n1 device 0 1b", 1), night_at("", 2)}));
  EXPECT_THAT(text, testing::HasSubstr("\"place\": \"n1 device 0 1b\",\n"));
  EXPECT_EQ(text.find("\"place\""), text.rfind("\"place\"")) << "one that is not known is not written";
  const auto read = parse_baseline(text, "quick.json");
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(read->nights[0].place, "n1 device 0 1b");
  EXPECT_EQ(read->nights[1].place, "");
  std::string empty = text;
  empty.replace(empty.find("\"place\": \"n1 device 0 1b\""), 25, "\"place\": \"\"");
  EXPECT_FALSE(parse_baseline(empty, "quick.json"));
}

}  // namespace
}  // namespace roofgate
