#include "kernels/host/available_memory.hpp"

#include <gtest/gtest.h>

namespace roofgate {
namespace {

constexpr double kMebibyte = 1024.0 * 1024.0;

TEST(AvailableMemory, ReadsMeminfo) {
  constexpr std::string_view kText = "MemTotal:       24563512 kB\nMemFree:  1 kB\nMemAvailable:   2048 kB\n";
  EXPECT_EQ(parse_meminfo(kText, "MemTotal:"), Bytes{24563512.0 * 1024.0});
  EXPECT_EQ(parse_meminfo(kText, "MemAvailable:"), Bytes{2048.0 * 1024.0});
  EXPECT_EQ(parse_meminfo(kText, "SwapTotal:"), Bytes{0.0});
  EXPECT_EQ(parse_meminfo("", "MemTotal:"), Bytes{0.0});
}

TEST(AvailableMemory, ThisMachineHasSome) {
  const MemoryState state = memory_state();
  EXPECT_GT(state.available, Bytes{0.0});
  EXPECT_LE(state.available, state.total);
}

TEST(AvailableMemory, AQuarterOfTheTotalAndOnlyWhatIsFree) {
  const MemoryState roomy{Bytes{400 * kMebibyte}, Bytes{300 * kMebibyte}};
  EXPECT_TRUE(check_memory(Bytes{100 * kMebibyte}, roomy));
  const Result<void> over_share = check_memory(Bytes{101 * kMebibyte}, roomy);
  ASSERT_FALSE(over_share);
  EXPECT_EQ(over_share.error().kind, ErrorKind::unavailable);
  EXPECT_EQ(to_string(over_share.error()),
            "host memory: the buffers need 101 MiB; 100 MiB may be used\n"
            "  hint: a case may take 25 % of the memory, and only what is free: use a smaller case");
  const MemoryState crowded{Bytes{400 * kMebibyte}, Bytes{50 * kMebibyte}};
  EXPECT_TRUE(check_memory(Bytes{50 * kMebibyte}, crowded));
  EXPECT_FALSE(check_memory(Bytes{51 * kMebibyte}, crowded));
}

}  // namespace
}  // namespace roofgate
