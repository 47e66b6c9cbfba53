#include "bench/telemetry_dump/coverage.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "bench/telemetry_dump/join.hpp"
#include "tests/bench/telemetry_dump/dump_text.hpp"

namespace roofgate {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

/// A collective of eight devices in one round, 02:00:10 to 02:00:14.
Record make_record() {
  Record record;
  record.started_at = "2026-11-29T02:00:10Z";
  record.environment.backend = "cuda";
  record.environment.host.name = "gh1";
  for (int i = 0; i < 8; ++i) {
    DeviceInfo device;
    device.index = i;
    device.name = "NVIDIA H200";
    record.environment.devices.push_back(device);
  }
  Round round;
  round.started_at = record.started_at;
  round.world_size = 8;
  round.warmup_s = 1;
  round.time_s = {1.0, 1.0, 1.0};
  Case world;
  world.id = "allreduce/b";
  world.rounds = {round};
  record.cases = {world};
  return record;
}

const std::string kHeader = "timestamp, index, name, clocks.sm, utilization.gpu, clocks_event_reasons.active\n";
constexpr const char* kBusy = "1755, 100, 0x0";

std::string row(int second, int device, const std::string& figures = kBusy) {
  return fmt::format("2026/11/29 02:00:{:02d}.000, {}, NVIDIA H200, {}\n", second, device, figures);
}

/// Seconds 10 to 15 of the devices `first` to `last`.
std::string rows(int first, int last, const std::string& figures = kBusy) {
  std::string text;
  for (int second = 10; second < 16; ++second) {
    for (int device = first; device <= last; ++device) text += row(second, device, figures);
  }
  return text;
}

Joined joined(Record& record, const std::string& text) {
  auto done = join(record, good_dump(kHeader + text), {});
  EXPECT_TRUE(done) << to_string(done.error());
  return done ? *done : Joined{};
}

TEST(Coverage, ADumpOfTheWholeRunHasNoGap) {
  Record record = make_record();
  const Joined done = joined(record, rows(0, 7));
  EXPECT_THAT(done.gaps, IsEmpty());
  EXPECT_EQ(done.seen, 1U);
}

TEST(Coverage, AMissingDeviceIsNamed) {
  Record record = make_record();
  const Joined done = joined(record, rows(0, 6));
  ASSERT_EQ(done.gaps.size(), 1U);
  EXPECT_EQ(done.gaps[0].rule, "telemetry_missing");
  EXPECT_EQ(done.gaps[0].sentence,
            "The telemetry given has no row with figures of device 7 (NVIDIA H200): no mark or reason of that device "
            "rests on it.");
  EXPECT_THAT(done.gaps[0].evidence, ElementsAre(Pair("device_7", 0.0), Pair("devices", 1.0)));
  EXPECT_THAT(joined(record, rows(0, 0) + rows(4, 5)).gaps[0].sentence,
              HasSubstr("of devices 1 to 3, 6 and 7: no mark"));
}

TEST(Coverage, ADeviceOfWhichAllIsNotAvailable) {
  Record record = make_record();
  EXPECT_THAT(joined(record, rows(0, 6) + rows(7, 7, "[N/A], [N/A], [N/A]")).gaps[0].rule, "telemetry_missing");
  const std::string warm = "timestamp, index, name, clocks.sm, temperature.gpu\n";
  std::string text = warm;
  for (int second = 10; second < 16; ++second) {
    for (int device = 0; device < 8; ++device) text += row(second, device, "[N/A], 45");
  }
  Record other = make_record();
  const auto done = join(other, good_dump(text), {});
  ASSERT_TRUE(done);
  EXPECT_EQ(done->seen, 0U) << "a temperature is not the run's health";
  ASSERT_EQ(done->gaps.size(), 1U);
  EXPECT_EQ(done->gaps[0].sentence,
            "The telemetry given tells neither clock nor clock reasons of devices 0 to 7 ([N/A], or not asked for): no "
            "mark or reason of those devices rests on it.");
  EXPECT_EQ(done->gaps[0].evidence.at("device_3"), 6.0);
}

TEST(Coverage, DevicesAtRestWhileTheRunWasUnderWay) {
  Record record = make_record();
  const Joined done = joined(record, rows(0, 3) + rows(4, 7, "345, 0, 0x1"));
  EXPECT_THAT(done.gaps, ElementsAre(AllOf(Field(&DumpGap::rule, "telemetry_at_rest"),
                                           Field(&DumpGap::sentence, HasSubstr("shows devices 4 to 7 at rest all the "
                                                                               "while the run was under way")))));
  EXPECT_EQ(record.cases[0].rounds[0].telemetry.clock_median, Hertz{1755e6}) << "clocks at rest are none of the run's";
  Record resting = make_record();
  const Joined none = joined(resting, rows(0, 7, "345, 0, 0x1") + row(13, 0, "1980, 0, 0x1"));
  EXPECT_EQ(none.seen, 0U);
  EXPECT_FALSE(resting.cases[0].rounds[0].telemetry.clock_median);
  EXPECT_TRUE(resting.cases[0].rounds[0].marks.empty()) << "a clock that fell at rest is no throttling";
  Record hot = make_record();
  joined(hot, rows(0, 7, "345, 0, 0x81"));
  EXPECT_FALSE(hot.cases[0].rounds[0].marks.empty()) << "a power brake counts at rest too";
}

TEST(Coverage, RoundsOutsideAndInPart) {
  Record record = make_record();
  record.cases[0].rounds.push_back(record.cases[0].rounds[0]);
  record.cases[0].rounds[1].started_at = "2026-11-29T03:00:00Z";
  const Joined done = joined(record, rows(0, 7));
  EXPECT_EQ(done.seen, 1U);
  EXPECT_THAT(
      done.gaps,
      ElementsAre(Field(&DumpGap::sentence,
                        "No row of the telemetry given falls into 1 of 2 rounds (it covers 2026-11-29T02:00:10Z to "
                        "2026-11-29T02:00:15Z): no mark or reason of that round rests on it.")));
  Record late = make_record();
  late.cases[0].rounds[0].time_s = {20.0};
  EXPECT_THAT(joined(late, rows(0, 7)).gaps,
              ElementsAre(AllOf(Field(&DumpGap::rule, "telemetry_partly_outside"),
                                Field(&DumpGap::sentence, HasSubstr("and so a part of 1 of 1 rounds")))));
}

TEST(Coverage, WhatACommandDidNotAskFor) {
  Record record = make_record();
  EXPECT_THAT(
      joined(record, rows(0, 7, "1755, 100, [N/A]")).gaps[0].sentence,
      "The telemetry given tells no clock reasons of devices 0 to 7: heat or a power brake shows only where the "
      "clock fell.");
  EXPECT_THAT(joined(record, rows(0, 7, "[N/A], 100, 0x0")).gaps[0].sentence,
              "The telemetry given tells no SM clock of devices 0 to 7: one that fell does not show in it.");
}

TEST(Coverage, ALostDeviceMarksTheRoundsFromThenOn) {
  Record record = make_record();
  record.cases[0].rounds.push_back(record.cases[0].rounds[0]);
  record.cases[0].rounds[0].started_at = "2026-11-29T01:59:00Z";
  std::string text;
  for (int second = 0; second < 20; ++second) {
    for (int device = 0; device < 8; ++device) {
      const bool is_gone = device == 5 && second >= 12;
      text += row(second, device, is_gone ? "[GPU is lost], [GPU is lost], [GPU is lost]" : kBusy);
    }
  }
  joined(record, text);
  EXPECT_TRUE(record.cases[0].rounds[0].marks.empty());
  ASSERT_EQ(record.cases[0].rounds[1].marks.size(), 1U);
  EXPECT_EQ(record.cases[0].rounds[1].marks[0].kind, MarkKind::error);
  EXPECT_EQ(record.cases[0].rounds[1].marks[0].evidence,
            "device 5 (NVIDIA H200): lost (\"GPU is lost\"); its last figures are of 2026-11-29 02:00:11 (telemetry "
            "dump)");
}

TEST(Coverage, ADeviceThatFellSilentMarksToo) {
  Record record = make_record();
  std::string text;
  for (int second = 0; second < 20; ++second) {
    for (int device = 0; device < (second < 5 ? 8 : 7); ++device) text += row(second, device);
  }
  const Joined done = joined(record, text);
  ASSERT_EQ(record.cases[0].rounds[0].marks.size(), 1U);
  EXPECT_THAT(record.cases[0].rounds[0].marks[0].evidence,
              HasSubstr("device 7 (NVIDIA H200): lost: it is told of no more"));
  EXPECT_EQ(done.marked, 1U);
}

TEST(Coverage, TwoDumpsOfOneNodeThatOverlapCountOnce) {
  const std::string with_uuid =
      "timestamp, index, uuid, name, clocks.sm, utilization.gpu, ecc.errors.uncorrected.volatile.total\n";
  const auto looks = [&with_uuid](int first, int last) {
    std::string text = with_uuid;
    for (int second = first; second <= last; ++second) {
      for (int device = 0; device < 8; ++device) {
        text += fmt::format("2026/11/29 02:00:{:02d}.000, {}, GPU-{}, NVIDIA H200, 1755, 100, {}\n", second, device,
                            device, second < 12 ? 0 : 1);
      }
    }
    return good_dump(text);
  };
  Record record = make_record();
  const std::vector<TelemetryDump> dumps{looks(5, 12), looks(11, 20)};
  const auto done = join(record, dumps, {});
  ASSERT_TRUE(done);
  EXPECT_EQ(record.cases[0].rounds[0].telemetry.sample_count, 6.0) << "02:00:10 to 02:00:15";
  EXPECT_EQ(record.cases[0].rounds[0].marks.size(), 8U) << "one memory error on each device";
  EXPECT_THAT(done->gaps, ElementsAre(Field(&DumpGap::rule, "telemetry_without_reasons")));
}

TEST(Coverage, OneFileOfDumpsThatOverlapCountsOnce) {
  const auto dump = good_dump(kHeader + rows(0, 7) + row(14, 0) + row(15, 0) + row(16, 0) + row(17, 0));
  EXPECT_EQ(dump.devices[0].samples.size(), 8U);
  EXPECT_THAT(to_string(dump.remarks.all()[0]), HasSubstr("2 rows are there twice"));
  EXPECT_TRUE(dump.devices[7].losses.empty()) << "fewer devices after the seam are no loss";
}

TEST(Coverage, DumpsOfTwoMachinesForARunOnOne) {
  const auto of_machine = [](const char* uuid) {
    std::string text = "timestamp, index, uuid, name, clocks.sm\n";
    for (int device = 0; device < 8; ++device) {
      text += fmt::format("2026/11/29 02:00:12.000, {0}, {1}-{0}, NVIDIA H200, 1755\n", device, uuid);
    }
    return good_dump(text);
  };
  Record record = make_record();
  const std::vector<TelemetryDump> both{of_machine("GPU-a"), of_machine("GPU-b")};
  const auto done = join(record, both, {});
  ASSERT_FALSE(done);
  EXPECT_THAT(to_string(done.error()),
              HasSubstr("the dumps are of more machines than the run: device 0 (NVIDIA H200) has 2 UUIDs in them"));
}

TEST(Coverage, ADumpOfNothingButALostDeviceMarksEveryRound) {
  Record record = make_record();
  record.environment.devices[5].pci_bus_id = "0000:43:00.0";
  const auto done =
      join(record, good_dump("Unable to determine the device handle for GPU 0000:43:00.0: Unknown Error\n"), {});
  ASSERT_TRUE(done) << to_string(done.error());
  ASSERT_EQ(record.cases[0].rounds[0].marks.size(), 1U);
  EXPECT_EQ(record.cases[0].rounds[0].marks[0].evidence,
            "device 5 (NVIDIA H200): lost (\"Unknown Error\") (telemetry dump)");
}

TEST(Coverage, ALostDeviceThatIsNoneOfTheRecords) {
  Record record = make_record();
  const Joined done =
      joined(record, rows(0, 7) + "Unable to determine the device handle for GPU 0000:43:00.0: Unknown Error\n");
  EXPECT_THAT(done.gaps, ElementsAre(Field(&DumpGap::sentence,
                                           "The telemetry given says that device 0000:43:00.0 was lost, which is none "
                                           "of the record's by what they tell of it: whether the run had it is not "
                                           "known.")));
  EXPECT_TRUE(record.cases[0].rounds[0].marks.empty());
}

TEST(Coverage, DumpsOfSeveralNodes) {
  Record record = make_record();
  PlacedWorld world;
  world.nodes = 2;
  for (int i = 0; i < 8; ++i) {
    world.ranks.push_back({i < 4 ? "gh1" : "gh2", {}, i % 4, std::nullopt, {}});
    record.environment.devices[static_cast<std::size_t>(i)].index = i % 4;
  }
  record.worlds = {world};
  const std::vector<TelemetryDump> both{good_dump(kHeader + rows(0, 3)),
                                        good_dump(kHeader + rows(0, 3, "900, 100, 0x48"))};
  Record of_both = record;
  const auto whole = join(of_both, both, {});
  ASSERT_TRUE(whole);
  EXPECT_THAT(whole->gaps, IsEmpty());
  EXPECT_FALSE(of_both.cases[0].rounds[0].marks.empty());
  const auto half = join(record, both[0], {});
  ASSERT_TRUE(half);
  EXPECT_THAT(half->gaps, ElementsAre(Field(&DumpGap::sentence,
                                            "The telemetry given is of 1 of the run's 2 nodes: what the devices of the "
                                            "others did is not known.")));
}

std::string scrape(const std::string& host, int clock = 1755) {
  std::string text;
  for (int device = 0; device < 8; ++device) {
    text +=
        fmt::format("DCGM_FI_DEV_SM_CLOCK{{gpu=\"{}\",modelName=\"NVIDIA H200\",Hostname=\"{}\"}} {} 1795917612000\n",
                    device, host, clock);
  }
  return text;
}

TEST(Coverage, AnotherHostsDumpIsRefused) {
  Record record = make_record();
  ASSERT_TRUE(join(record, good_dump(scrape("GH1.example.org")), {}));
  EXPECT_FALSE(
      join(record, good_dump("timestamp, hostname, index, clocks.sm\n2026/11/29 02:00:12.000, gh7, 0, 1755\n"), {}));
  const auto other = join(record, good_dump(scrape("gh7")), {});
  ASSERT_FALSE(other);
  EXPECT_THAT(to_string(other.error()), HasSubstr("none of the dump's devices is one of the record's"));
  EXPECT_THAT(to_string(other.error()), HasSubstr("the record has NVIDIA H200 of host gh1 "));
  EXPECT_THAT(to_string(other.error()), HasSubstr("device 0 (NVIDIA H200) of host gh7; if the two are one machine"));
}

TEST(Coverage, UuidsAsToolsWriteThem) {
  const auto dump_with = [](const char* uuid) {
    return good_dump(
        fmt::format("timestamp, index, uuid, pci.bus_id, clocks.sm\n"
                    "2026/11/29 02:00:12.000, 7, {}, 00000000:43:00.0, 1755\n",
                    uuid));
  };
  const auto record_with = [](const char* uuid) {
    Record record = make_record();
    record.environment.devices[2].uuid = uuid;
    record.environment.devices[2].pci_bus_id = "0000:43:00.0";
    record.environment.devices = {record.environment.devices[2]};
    return record;
  };
  Record record = record_with("GPU-5a5b-77");
  EXPECT_TRUE(join(record, dump_with("5A5B-77"), {})) << "nvidia_gpu_exporter leaves the prefix out";
  EXPECT_TRUE(join(record, dump_with("00000000-0000-0000-0000-000000000000"), {})) << "taken out; the address tells";
  EXPECT_FALSE(join(record, dump_with("GPU-5a5b-78"), {}));
  Record slice = record_with("MIG-aaaa-01");
  EXPECT_TRUE(join(slice, dump_with("GPU-5a5b-77"), {})) << "the device of a slice is at its address";
}

TEST(Coverage, AnotherModelsDumpIsRefused) {
  Record record = make_record();
  EXPECT_FALSE(join(record,
                    good_dump("timestamp, index, name, clocks.sm\n2026/11/29 02:00:12.000, 0, NVIDIA H200 NVL, "
                              "1755\n"),
                    {}));
  EXPECT_TRUE(
      join(record, good_dump("timestamp, index, name, clocks.sm\n2026/11/29 02:00:12.000, 0, H200, 1755\n"), {}));
}

}  // namespace
}  // namespace roofgate
