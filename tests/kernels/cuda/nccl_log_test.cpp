// Lines of our own in the three forms that NCCL's versions write, and logs of others where they are present.
#include "kernels/cuda/nccl_log.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace roofgate {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

TEST(NcclChoice, OfNamesAndChannels) {
  const std::string log =
      "node1:11:22 [0] NCCL INFO AllGather: 64 Bytes -> Algo PAT proto SIMPLE channel{Lo..Hi}={0..0}\n"
      "node1:11:22 [0] NCCL INFO AllReduce: 8 Bytes -> Algo Tree proto LL channel{Lo..Hi}={0..1}\n"
      "node1:11:22 [0] NCCL INFO AllReduce: 1073741824 Bytes -> Algo NVLS proto Simple channel{Lo..Hi}={2..25}\n";
  EXPECT_THAT(nccl_choice(log, "AllReduce"),
              ElementsAre(Pair("algorithm", "NVLS"), Pair("channels", "24"), Pair("protocol", "SIMPLE")));
  EXPECT_THAT(nccl_choice(log, "AllGather"),
              ElementsAre(Pair("algorithm", "PAT"), Pair("channels", "1"), Pair("protocol", "SIMPLE")));
  EXPECT_THAT(nccl_choice(log, "SendRecv"), IsEmpty());
}

TEST(NcclChoice, OfNumbersWithAndWithoutTheFunction) {
  EXPECT_THAT(nccl_choice("n:1:2 [0] NCCL INFO Broadcast: 4096 Bytes -> Algo 1 proto 2 time 9.25\n", "Broadcast"),
              ElementsAre(Pair("algorithm", "RING"), Pair("protocol", "SIMPLE")));
  EXPECT_THAT(nccl_choice("n:1:2 [0] NCCL INFO 4096 Bytes -> Algo 5 proto 1 time 9.25\n", "AllReduce"),
              ElementsAre(Pair("algorithm", "NVLS_TREE"), Pair("protocol", "LL128")));
}

TEST(NcclChoice, OfAnUnknownAlgorithmIsItsWord) {
  EXPECT_THAT(
      nccl_choice("n:1:2 [0] NCCL INFO AllReduce: 8 Bytes -> Algo 9 proto LL256 channel{Lo..Hi}={0..0}\n", "AllReduce"),
      ElementsAre(Pair("algorithm", "9"), Pair("channels", "1"), Pair("protocol", "LL256")));
}

TEST(NcclChoice, OfALineThatIsNotYetWritten) {
  EXPECT_THAT(nccl_choice("n:1:2 [0] NCCL INFO AllReduce: 8 Bytes -> Algo RING proto LL chann", "AllReduce"),
              IsEmpty());
  EXPECT_THAT(nccl_choice("", "AllReduce"), IsEmpty());
  EXPECT_THAT(nccl_choice("8 Bytes -> Algo RING proto LL\n", "AllReduce"), IsEmpty()) << "not NCCL's line";
}

TEST(NcclTransports, AreTheChannelsWithoutDeviceNumbers) {
  EXPECT_THAT(nccl_transports("a:1:2 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[1] via P2P/CUMEM/read\n"
                              "a:1:2 [0] NCCL INFO Channel 01/0 : 7[7] -> 8[0] [receive] via NET/IB/3/GDRDMA\n"
                              "a:1:2 [0] NCCL INFO Channel 02/0 : 7[7] -> 8[0] [receive] via NET/IB/4/GDRDMA\n"
                              "a:1:2 [0] NCCL INFO Channel 03/0 : 7[7] -> 8[0] [send] via NET/Socket/0\n"
                              "a:1:2 [0] NCCL INFO Channel 04 : 0[1] -> 1[2] via SHM/direct/direct\n"
                              "a:1:2 [0] NCCL INFO Bootstrap: Using eth0 via NET\n"),
              ElementsAre("NET/IB/GDRDMA", "NET/Socket", "P2P/CUMEM/read", "SHM/direct/direct"));
}

TEST(NcclLog, IsAFileOfItsOwnThatEndsWithIt) {
  ::unsetenv("NCCL_DEBUG");
  ::unsetenv("NCCL_DEBUG_FILE");
  std::string file;
  {
    NcclLog log;
    ASSERT_TRUE(log.is_read());
    EXPECT_STREQ(std::getenv("NCCL_DEBUG"), "INFO");
    file = std::getenv("NCCL_DEBUG_FILE");
    std::ofstream{file, std::ios::app} << "first\n";
    log.mark();
    EXPECT_EQ(log.since_mark(), "");
    std::ofstream{file, std::ios::app} << "second\n";
    EXPECT_EQ(log.since_mark(), "second\n");
    EXPECT_EQ(log.whole(), "first\nsecond\n");
  }
  EXPECT_FALSE(std::filesystem::exists(file));
  EXPECT_EQ(std::getenv("NCCL_DEBUG_FILE"), nullptr);
}

TEST(NcclLog, LeavesTheUsersAlone) {
  ::setenv("NCCL_DEBUG", "WARN", 1);
  {
    NcclLog log;
    EXPECT_FALSE(log.is_read());
    log.mark();
    EXPECT_EQ(log.whole(), "");
  }
  EXPECT_STREQ(std::getenv("NCCL_DEBUG"), "WARN");
  ::unsetenv("NCCL_DEBUG");
}

/// Logs of other people's runs, where this machine has them: each must be read without a word that is no choice.
TEST(NcclLog, ForeignLogsHoldNoImpossibleChoice) {
  const char* shared = std::getenv("ROOFGATE_SHARED");
  const std::filesystem::path beside = std::filesystem::path{ROOFGATE_SOURCE_DIR}.parent_path() / "shared";
  const std::filesystem::path folder = (shared == nullptr ? beside : std::filesystem::path{shared}) / "data/nccl";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << folder << " is not here: no foreign logs are tried";
  for (const auto& entry : std::filesystem::directory_iterator{folder}) {
    if (entry.path().extension() != ".log") continue;
    std::ifstream stream{entry.path(), std::ios::binary};
    const std::string text{std::istreambuf_iterator<char>{stream}, std::istreambuf_iterator<char>{}};
    for (const auto& [key, value] : nccl_choice(text, "AllReduce")) EXPECT_FALSE(value.empty()) << entry.path() << key;
    for (const std::string& transport : nccl_transports(text)) {
      EXPECT_THAT(transport, testing::MatchesRegex("(P2P|SHM|NET|COLLNET|NVLS)/.*")) << entry.path();
    }
  }
}

}  // namespace
}  // namespace roofgate
