#include "bench/telemetry_dump/join.hpp"

#include <gmock/gmock.h>

#include "tests/bench/telemetry_dump/dump_text.hpp"

namespace roofgate {
namespace {

using testing::HasSubstr;

Round round_at(const std::string& moment, int ranks = 1) {
  Round round;
  round.started_at = moment;
  round.world_size = ranks;
  round.warmup_s = 1;
  round.time_s = {1.0, 1.0, 1.0};
  return round;
}

/// Two devices, two rounds a minute apart; the case of the second is a collective.
Record make_record() {
  Record record;
  record.started_at = "2026-11-29T02:00:00Z";
  record.environment.backend = "cuda";
  for (int i = 0; i < 2; ++i) {
    DeviceInfo device;
    device.index = i;
    device.name = "NVIDIA H200";
    device.pci_bus_id = i == 0 ? "0000:53:00.0" : "0000:64:00.0";
    record.environment.devices.push_back(device);
  }
  Case single;
  single.id = "gemm/a";
  single.rounds = {round_at("2026-11-29T02:00:10Z")};
  Case world;
  world.id = "allreduce/b";
  world.rounds = {round_at("2026-11-29T02:01:10Z", 2)};
  record.cases = {single, world};
  return record;
}

const std::string kHeader =
    "timestamp, pci.bus_id, clocks.sm, power.draw, power.limit, utilization.gpu, clocks_event_reasons.active\n";

std::string row(const std::string& time, const char* bus, int clock, int reasons = 0) {
  return "2026/11/29 " + time + ".000, 00000000:" + bus + ":00.0, " + std::to_string(clock) + ", 500, 700, 99, " +
         std::to_string(reasons) + "\n";
}

TEST(Join, FillsByTimeAndDevice) {
  Record record = make_record();
  const auto dump = good_dump(kHeader + row("02:00:12", "53", 1700) + row("02:00:12", "64", 900) +
                              row("02:01:12", "53", 1690) + row("02:01:12", "64", 1100));
  const auto joined = join(record, dump, {});
  ASSERT_TRUE(joined) << to_string(joined.error());
  EXPECT_EQ(joined->seen, 2U);
  EXPECT_EQ(joined->marked, 0U);
  const TelemetrySummary& single = record.cases[0].rounds[0].telemetry;
  EXPECT_EQ(single.clock_median, Hertz{1700e6}) << "one rank runs on the first device";
  EXPECT_EQ(single.power_limit, Watts{700});
  EXPECT_EQ(record.cases[1].rounds[0].telemetry.clock_median, Hertz{1100e6}) << "the slowest holds a collective back";
}

TEST(Join, MarksAsOurOwnTelemetryWould) {
  Record record = make_record();
  const auto dump = good_dump(kHeader + row("02:00:12", "53", 1700, 0x4) + row("02:01:12", "53", 1690) +
                              row("02:01:12", "64", 700, 0x48));
  const auto joined = join(record, dump, {});
  ASSERT_TRUE(joined);
  EXPECT_TRUE(record.cases[0].rounds[0].marks.empty()) << "a power cap is no fault";
  EXPECT_THAT(record.cases[0].rounds[0].telemetry.clock_event_reasons, testing::ElementsAre("sw_power_cap"));
  const auto& marks = record.cases[1].rounds[0].marks;
  ASSERT_EQ(marks.size(), 1U);
  EXPECT_EQ(marks[0].kind, MarkKind::throttled);
  EXPECT_THAT(marks[0].evidence, HasSubstr("device 00000000:64:00.0: the device slowed itself down: hw_slowdown, "
                                           "hw_thermal_slowdown"));
}

TEST(Join, LocalTimeNeedsItsOffset) {
  Record record = make_record();
  const auto dump = good_dump(kHeader + row("04:00:12", "53", 1700));
  const auto wrong = join(record, dump, {});
  ASSERT_FALSE(wrong);
  EXPECT_THAT(to_string(wrong.error()),
              HasSubstr("no sample falls into a round: the dump covers 2026-11-29T04:00:12Z to "
                        "2026-11-29T04:00:12Z, the record begins at 2026-11-29T02:00:00Z"));
  EXPECT_THAT(to_string(wrong.error()), HasSubstr("--telemetry-utc-offset"));
  const auto right = join(record, dump, {2 * 3600.0});
  ASSERT_TRUE(right);
  EXPECT_EQ(right->seen, 1U);
}

TEST(Join, WithoutMomentsOrDevicesThereIsNothingToJoin) {
  Record record = make_record();
  const auto timeless = join(record, good_dump("index, clocks.sm, utilization.gpu\n0, 1000, 1\n"), {});
  ASSERT_FALSE(timeless);
  EXPECT_THAT(to_string(timeless.error()), HasSubstr("have no moments to join by"));
  const auto others = join(record, good_dump(kHeader + row("02:00:12", "99", 1700)), {});
  ASSERT_FALSE(others);
  EXPECT_THAT(to_string(others.error()), HasSubstr("none of the dump's devices is one of the record's"));
}

/// A record that knows its devices as nccl-tests writes them.
Record record_at(const std::string& first, const std::string& second) {
  Record record = make_record();
  record.environment.devices[0].pci_bus_id = first;
  record.environment.devices[1].pci_bus_id = second;
  return record;
}

const std::string kIndexed = "timestamp, index, name, pci.bus_id, clocks.sm\n";

std::string indexed_row(int index, const std::string& bus, int clock, const std::string& name = "NVIDIA H200") {
  return "2026/11/29 02:01:12.000, " + std::to_string(index) + ", " + name + ", " + bus + ", " + std::to_string(clock) +
         "\n";
}

TEST(Join, AddressesAreOnePlaceWhateverToolWroteThem) {
  const auto dump =
      good_dump(kIndexed + indexed_row(0, "00000000:53:00.0", 1700) + indexed_row(1, "00000000:64:00.0", 1100));
  for (Record record : {record_at("0000:53:00", "0000:64:00"), record_at("0x53", "0x64"), record_at("53:00.0", "64:00"),
                        record_at("0000:53:00.0", "[none]")}) {
    const auto joined = join(record, dump, {});
    ASSERT_TRUE(joined) << to_string(joined.error());
    EXPECT_EQ(record.cases[1].rounds[0].telemetry.clock_median, Hertz{1100e6})
        << record.environment.devices[1].pci_bus_id;
  }
  for (Record record : {record_at("0000:99:00", "0000:98:00"), record_at("0001:53:00", "0001:64:00"),
                        record_at("0x99", "0x98"), record_at("0000:53:01.0", "0000:64:00.1")}) {
    EXPECT_FALSE(join(record, dump, {})) << "another place is another device, whatever its index";
  }
  Record other_model = record_at("0x53", "0x64");
  EXPECT_FALSE(join(other_model, good_dump(kIndexed + indexed_row(0, "00000000:53:00.0", 1700, "NVIDIA A10G")), {}));
}

TEST(Join, OfSeveralDevicesOnOneBusTheIndexTells) {
  Record record = record_at("0x00", "0x00");
  ASSERT_TRUE(join(
      record, good_dump(kIndexed + indexed_row(0, "00000000:00:1B.0", 1700) + indexed_row(1, "00000000:00:1C.0", 900)),
      {}));
  EXPECT_EQ(record.cases[1].rounds[0].telemetry.clock_median, Hertz{900e6});
}

TEST(Join, AnAddressInEveryFormatThatHasOne) {
  const std::string exporter =
      "DCGM_FI_DEV_SM_CLOCK{gpu=\"0\",UUID=\"GPU-a\",pci_bus_id=\"00000000:53:00.0\",modelName=\"NVIDIA H200\"} "
      "1234 1795917672000\n";
  const std::string xml =
      "<nvidia_smi_log><timestamp>Sun Nov 29 02:01:12 2026</timestamp><gpu id=\"00000000:53:00.0\"><clocks><sm_clock>"
      "1234 MHz</sm_clock></clocks></gpu></nvidia_smi_log>\n";
  const std::string text =
      "==============NVSMI LOG==============\n\nTimestamp                                 : Sun Nov 29 02:01:12 "
      "2026\n\n"
      "GPU 00000000:53:00.0\n    Product Name                          : NVIDIA H200\n    Clocks\n"
      "        SM                                : 1234 MHz\n";
  for (const std::string& dump : {exporter, xml, text}) {
    Record record = record_at("0000:53:00", "0000:64:00");
    const auto joined = join(record, good_dump(dump), {});
    ASSERT_TRUE(joined) << to_string(joined.error()) << dump;
    EXPECT_EQ(record.cases[1].rounds[0].telemetry.clock_median, Hertz{1234e6}) << dump;
  }
}

TEST(Join, WhatTheRecordKnowsItselfStays) {
  Record record = make_record();
  record.cases[0].rounds[0].telemetry.clock_median = Hertz{1234e6};
  ASSERT_TRUE(join(record, good_dump(kHeader + row("02:00:12", "53", 1700)), {}));
  EXPECT_EQ(record.cases[0].rounds[0].telemetry.clock_median, Hertz{1234e6});
  EXPECT_EQ(record.cases[0].rounds[0].telemetry.power_median, Watts{500});
}

TEST(Join, ARecordWithoutDevicesTakesAllAndSaysSo) {
  Record record = make_record();
  record.environment.devices.clear();
  const auto joined = join(record, good_dump(kHeader + row("02:00:12", "53", 1700, 0x40)), {});
  ASSERT_TRUE(joined);
  EXPECT_THAT(joined->notes, testing::ElementsAre(HasSubstr("the record names no devices")));
  EXPECT_EQ(joined->marked, 1U);
}

const std::string kProfile = "#Entity  GRACT  SMACT  SMOCC  TENSO  DRAMA  NVLTX  NVLRX\n";

std::string counted(const std::string& time, int gpu, const std::string& figures) {
  return "2026-11-29T" + time + "Z GPU " + std::to_string(gpu) + "  " + figures + "\n";
}

Activity utilization() {
  Activity plain;
  plain.source = "nvml";
  plain.kernel_resident = Ratio{1.0};
  return plain;
}

TEST(Join, DcgmCountersOfTheRoundsOwnTime) {
  Record record = make_record();
  record.cases[1].rounds[0].telemetry.activity = utilization();
  const auto dump = good_dump(kProfile + counted("02:00:11", 0, "0.90 0.80 0.2 0.70 0.30 100 50") +
                              counted("02:00:12", 0, "0.92 0.82 0.2 0.72 0.30 200 50") +
                              counted("02:00:13", 0, "0.94 0.84 0.2 0.74 0.30 300 50") +
                              counted("02:01:12", 0, "0.50 0.10 0.1 0.00 0.05 0 0") +
                              counted("02:02:12", 0, "0.10 0.10 0.1 0.10 0.10 0 0"));
  ASSERT_TRUE(join(record, dump, {}));
  const auto& single = record.cases[0].rounds[0].telemetry.activity;
  ASSERT_TRUE(single);
  EXPECT_EQ(single->source, "dcgm");
  EXPECT_EQ(single->kernel_resident, Ratio{0.92});
  EXPECT_EQ(single->sm_active, Ratio{0.82});
  EXPECT_EQ(single->sm_occupancy, Ratio{0.2});
  EXPECT_EQ(single->tensor_busy, Ratio{0.72});
  EXPECT_EQ(single->dram_busy, Ratio{0.30});
  EXPECT_EQ(single->nvlink, BytesPerSecond{250});
  const auto& world = record.cases[1].rounds[0].telemetry.activity;
  ASSERT_TRUE(world);
  EXPECT_EQ(world->source, "nvml+dcgm");
  EXPECT_EQ(world->kernel_resident, Ratio{1.0}) << "what NVML said stays";
  EXPECT_EQ(world->sm_active, Ratio{0.10});
}

TEST(Join, CountersOfTheRecordsOwnStay) {
  Record record = make_record();
  Case& single = record.cases[0];
  single.rounds.push_back(single.rounds[0]);
  single.rounds[0].telemetry.activity = Activity{"nvml_gpm", Ratio{1.0}, Ratio{0.97}, {}, {}, {}, {}};
  single.rounds[1].telemetry.activity = utilization();  // too short a window for GPM
  ASSERT_TRUE(join(record, good_dump(kProfile + counted("02:00:12", 0, "0.9 0.8 0.2 0.7 0.3 1 1")), {}));
  EXPECT_EQ(single.rounds[0].telemetry.activity->source, "nvml_gpm");
  EXPECT_FALSE(single.rounds[0].telemetry.activity->tensor_busy);
  EXPECT_EQ(single.rounds[1].telemetry.activity->source, "nvml") << "two sources are not mixed in one case";
}

TEST(Join, ADumpWithoutCountersGivesNoActivity) {
  Record record = make_record();
  ASSERT_TRUE(join(record, good_dump(kHeader + row("02:00:12", "53", 1700)), {}));
  EXPECT_FALSE(record.cases[0].rounds[0].telemetry.activity);
}

TEST(Join, DcgmiWritesNoMomentsAndIsToldWhatPutsThem) {
  Record record = make_record();
  const auto joined = join(record, good_dump(kProfile + "GPU 0  0.9 0.8 0.2 0.7 0.3 1 1\n"), {});
  ASSERT_FALSE(joined);
  EXPECT_THAT(to_string(joined.error()), HasSubstr("dcgmi dmon … | TZ=UTC ts '%FT%TZ'"));
}

}  // namespace
}  // namespace roofgate
