#include "kernels/host/isa.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

namespace roofgate {
namespace {

TEST(Isa, WeakestFirstAndAlwaysTheBaseline) {
  const std::vector<Isa> isas = available_isas();
  EXPECT_EQ(isas.front(), Isa::baseline);
  EXPECT_TRUE(std::is_sorted(isas.begin(), isas.end()));
}

// The kernel's list of flags is an independent reader of cpuid.
TEST(Isa, AgreesWithTheKernelsFlags) {
  std::ifstream in{"/proc/cpuinfo"};
  std::string line;
  while (std::getline(in, line) && !line.starts_with("flags")) {
  }
  if (line.empty()) GTEST_SKIP() << "/proc/cpuinfo has no flags on this machine";
  std::istringstream words{line};
  const std::vector<std::string> flags{std::istream_iterator<std::string>{words}, {}};
  const auto has = [&](const char* flag) { return std::find(flags.begin(), flags.end(), flag) != flags.end(); };
  const std::vector<Isa> isas = available_isas();
  const auto found = [&](Isa isa) { return std::find(isas.begin(), isas.end(), isa) != isas.end(); };
  EXPECT_EQ(found(Isa::avx2), has("avx2") && has("fma"));
  EXPECT_EQ(found(Isa::avx512), has("avx512f") && has("avx512bw") && has("avx512dq") && has("avx512vl"));
  EXPECT_EQ(found(Isa::avx512_bf16), found(Isa::avx512) && has("avx512_bf16"));
}

TEST(Isa, AForcedSetIsTakenWhereTheMachineHasIt) {
  const std::vector<Isa> isas = available_isas();
  for (const Isa isa : isas) EXPECT_EQ(choose_isa(isa), isa);
  EXPECT_EQ(choose_isa(std::nullopt), isas.back());
  if (isas.back() != Isa::avx512_bf16) {
    EXPECT_EQ(choose_isa(Isa::avx512_bf16), isas.back());
  }
}

TEST(Isa, NamesAreThoseOfTheBuild) {
  EXPECT_EQ(name_of(Isa::baseline), "baseline");
  EXPECT_EQ(name_of(Isa::avx2), "avx2");
  EXPECT_EQ(name_of(Isa::avx512), "avx512");
  EXPECT_EQ(name_of(Isa::avx512_bf16), "avx512_bf16");
}

}  // namespace
}  // namespace roofgate
