#include "bench/record/run_place.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace roofgate {
namespace {

Record run_on(const std::string& host, std::vector<std::string> addresses = {}) {
  Record record;
  record.suite = "imported-nccl-tests";
  record.imported.emplace();
  record.environment.backend = "cuda";
  record.environment.host.name = host;
  for (std::string& address : addresses) {
    DeviceInfo device;
    device.index = static_cast<int>(record.environment.devices.size());
    device.name = "NVIDIA H100";
    device.pci_bus_id = std::move(address);
    record.environment.devices.push_back(std::move(device));
  }
  return record;
}

std::string id_on(const std::string& host, std::vector<std::string> addresses = {}) {
  return place_of(run_on(host, std::move(addresses))).id;
}

TEST(RunPlace, AnIdIsReadableWhereItTellsAll) {
  EXPECT_EQ(id_on("n1"), "n1");
  EXPECT_EQ(id_on("lynx-1", {"0000:1b:00"}), "lynx-1 device 0 1b");
  EXPECT_EQ(id_on(""), "");
  Record own = run_on("n1");
  own.imported.reset();
  EXPECT_EQ(place_of(own).id, "") << "of roofgate's own records the hardware is the place";
}

TEST(RunPlace, AnIdThatLeavesSomethingOutEndsInAFingerprintOfAll) {
  const std::string eight = id_on("lynx-1", {"1a", "1b", "1c", "1d", "1e", "1f", "20", "21"});
  EXPECT_THAT(eight, testing::MatchesRegex("lynx-1 #[0-9a-f]{8}"));
  EXPECT_NE(eight, id_on("lynx-1", {"1a", "1b", "1c", "1d", "1e", "1f", "20", "22"}));
  EXPECT_THAT(id_on("", {"1a", "1b", "1c"}), testing::MatchesRegex("3 devices #[0-9a-f]{8}"));
  Record pair = run_on("a");
  pair.worlds.emplace_back().ranks = {{"a", {}, {}, {}, {}}, {"b", {}, {}, {}, {}}};
  EXPECT_EQ(place_of(pair).id, "a+b");
  EXPECT_NE(id_on("a+b"), "a+b") << "one host of that name is not two";
}

TEST(RunPlace, HostileNamesGiveShortIdsThatSteerNothing) {
  for (const std::string& host : {std::string(5000, 'x'), std::string{"../../etc/x"}, std::string{"n1\n\x1b[31m"},
                                  std::string{"n1 #0badcafe"}, std::string{"n\xc3\xa4her"}}) {
    const std::string id = id_on(host);
    EXPECT_LE(id.size(), 120U);
    for (const char c : id) EXPECT_TRUE(c >= ' ' && c <= '~') << id;
  }
  EXPECT_NE(id_on(std::string(5000, 'x')), id_on(std::string(5001, 'x')));
}

TEST(RunPlace, TheSameAddressWrittenInAnotherWayIsTheSamePlace) {
  const std::string id = id_on("lynx-1", {"0000:1b:00"});
  EXPECT_EQ(id_on("lynx-1", {"0x1b"}), id);
  EXPECT_EQ(id_on("lynx-1", {"00000000:1B:00.0"}), id);
  EXPECT_NE(id_on("lynx-1", {"0001:1b:00"}), id);
  EXPECT_EQ(place_of(run_on("lynx-1", {"0x1b"})).key, place_of(run_on("lynx-1", {"0000:1b:00"})).key);
}

TEST(RunPlace, TheOrderOfTheRanksIsNoOtherPlace) {
  Record record = run_on("lynx-1", {"1a", "1b", "1c"});
  const std::string id = place_of(record).id;
  std::swap(record.environment.devices.front(), record.environment.devices.back());
  EXPECT_EQ(place_of(record).id, id);
}

TEST(RunPlace, AnIdIsFoundByItsHostItsDeviceAndAGlob) {
  EXPECT_TRUE(is_at(std::string{"lynx-1 device 0 1b"}, "lynx-1"));
  EXPECT_TRUE(is_at(std::string{"lynx-1 #5f0c11aa"}, "lynx-1"));
  EXPECT_TRUE(is_at(std::string{"device 0"}, "device 0"));
  EXPECT_TRUE(is_at(std::string{"n12"}, "n[0-9]*"));
  EXPECT_FALSE(is_at(std::string{"n12"}, "n1"));
}

}  // namespace
}  // namespace roofgate
