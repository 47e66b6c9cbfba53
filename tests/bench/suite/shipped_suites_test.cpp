// The suites that roofgate ships are read whole, and hold what their documents promise.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "bench/suite/suite.hpp"

namespace roofgate {
namespace {

Suite shipped(const std::string& name) {
  const std::string file = std::string{ROOFGATE_SUITES_FOLDER} + "/" + name + ".json";
  std::stringstream text;
  text << std::ifstream{file}.rdbuf();
  auto suite = parse_suite(text.str(), file);
  EXPECT_TRUE(suite) << to_string(suite.error());
  return suite.value_or(Suite{});
}

std::size_t count_kind(const std::vector<SuiteCase>& cases, std::string_view kind) {
  return static_cast<std::size_t>(
      std::count_if(cases.begin(), cases.end(), [&](const SuiteCase& each) { return each.kind() == kind; }));
}

class ShippedSuite : public testing::TestWithParam<std::string> {};

TEST_P(ShippedSuite, HasEveryKindOfWorkForBothBackends) {
  const Suite suite = shipped(GetParam());
  EXPECT_EQ(suite.name, GetParam());
  for (const auto* section : {&suite.host, &suite.cuda}) {
    for (const char* kind : {"gemm", "elementwise", "memory", "ceiling", "allreduce"}) {
      EXPECT_GT(count_kind(*section, kind), 0U) << kind;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, ShippedSuite, testing::Values("smoke", "quick", "nightly", "full"),
                         [](const testing::TestParamInfo<std::string>& name) { return name.param; });

TEST(ShippedSuites, GrowFromSmokeToFull) {
  for (const SuiteBackend backend : {SuiteBackend::host, SuiteBackend::cuda}) {
    const std::size_t smoke = shipped("smoke").cases(backend).size();
    const std::size_t quick = shipped("quick").cases(backend).size();
    const std::size_t nightly = shipped("nightly").cases(backend).size();
    const std::size_t full = shipped("full").cases(backend).size();
    EXPECT_LT(smoke, quick);
    EXPECT_LT(quick, nightly);
    EXPECT_LT(nightly, full);
  }
}

TEST(ShippedSuites, QuickIsQuickOnTheHost) {
  const std::size_t cases = shipped("quick").host.size();
  EXPECT_GE(cases, 25U);
  EXPECT_LE(cases, 45U);
}

TEST(ShippedSuites, QuickHasTheWholeAlignmentLadder) {
  for (const SuiteBackend backend : {SuiteBackend::host, SuiteBackend::cuda}) {
    const Suite quick = shipped("quick");
    std::set<std::string> variants;
    for (const SuiteCase& each : quick.cases(backend)) variants.insert(each.variant);
    for (const char* variant :
         {"align128", "align64", "align32", "align16", "align8", "align4", "align2", "align1", "oddld", "offset2"}) {
      EXPECT_EQ(variants.count(variant), 1U) << variant;
    }
  }
}

TEST(ShippedSuites, AllreduceReachesFromEightBytesToGibibytes) {
  const auto cases = shipped("full").cuda;
  std::set<std::int64_t> sizes;
  for (const SuiteCase& each : cases) {
    if (const auto* spec = std::get_if<CollectiveSpec>(&each.spec)) sizes.insert(spec->bytes);
  }
  EXPECT_EQ(*sizes.begin(), 8);
  for (const std::int64_t size : sizes) {
    EXPECT_TRUE(size == 8 || sizes.count(size / 2) == 1) << "no size is left out below " << size;
  }
  EXPECT_GE(*sizes.rbegin(), std::int64_t{4} << 30);
}

}  // namespace
}  // namespace roofgate
