#include "bench/gate/policy.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace roofgate {
namespace {

using ::testing::HasSubstr;

const std::filesystem::path kRoot{ROOFGATE_SOURCE_DIR};

Result<Policy> parse(const std::string& keys) {
  return parse_policy(R"({"schema": "roofgate.policy/1")" + keys + "}", "policy.json");
}

std::string error_of(const std::string& keys) {
  const auto policy = parse(keys);
  return policy ? "no error" : to_string(policy.error());
}

TEST(Policy, WhatIsNotThereHasItsDefault) {
  const auto policy = parse("");
  ASSERT_TRUE(policy);
  EXPECT_EQ(policy->alpha, 0.01);
  EXPECT_EQ(policy->expectations.tolerance, 0.02);
  EXPECT_TRUE(policy->inconclusive_fails);
  EXPECT_EQ(policy->source, "policy.json");
}

TEST(Policy, EveryKeyIsRead) {
  const auto policy = parse(R"(, "alpha": 0.05, "min_clean_rounds": 4, "window_nights": 7, "max_baseline_age_days": 3,
    "implausible_gain": 2, "inconclusive_fails": false, "no_baseline_fails": false,
    "remeasure": {"rounds": 6, "looks": 3}, "required": ["gemm/*"],
    "required_places": ["n?"], "max_night_age_days": 2,
    "xfail": [{"cases": "a*", "link": "https://example.org/1", "expires": "2026-12-31", "reason": "Known."}],
    "tolerance": 0.03, "anchor_tolerance": 0.08, "tolerances": [{"cases": "b*", "tolerance": 0.2}],
    "spread": {"floor": 0.004, "typical": 0.02, "factor": 4, "bootstrapped_floor": 0.05, "common_typical": 0.006,
               "common_bootstrapped_floor": 0.07},
    "backends": {"host": {"tolerance": 0.1}})");
  ASSERT_TRUE(policy) << to_string(policy.error());
  EXPECT_EQ(policy->alpha, 0.05);
  EXPECT_EQ(policy->min_clean_rounds, 4);
  EXPECT_EQ(policy->window_nights, 7);
  EXPECT_EQ(policy->max_baseline_age_days, 3);
  EXPECT_EQ(policy->implausible_gain, 2.0);
  EXPECT_FALSE(policy->inconclusive_fails);
  EXPECT_FALSE(policy->no_baseline_fails);
  EXPECT_EQ(policy->remeasure.rounds, 6);
  EXPECT_EQ(policy->remeasure.looks, 3);
  EXPECT_EQ(policy->required, std::vector<std::string>{"gemm/*"});
  EXPECT_EQ(policy->required_places, std::vector<std::string>{"n?"});
  EXPECT_EQ(policy->max_night_age_days, 2);
  ASSERT_EQ(policy->expected_failures.size(), 1U);
  EXPECT_EQ(policy->expected_failures[0].expires, "2026-12-31");
  EXPECT_EQ(policy->expectations.anchor_tolerance, 0.08);
  EXPECT_EQ(policy->expectations.tolerance_of("bcd"), 0.2);
  EXPECT_EQ(policy->expectations.tolerance_of("abc"), 0.03);
  EXPECT_EQ(policy->expectations.spread.floor, 0.004);
  EXPECT_EQ(policy->expectations.spread.typical, 0.02);
  EXPECT_EQ(policy->expectations.spread.factor, 4.0);
  EXPECT_EQ(policy->expectations.spread.bootstrapped_floor, 0.05);
  EXPECT_EQ(policy->expectations.spread.common_typical, 0.006);
  EXPECT_EQ(policy->expectations.spread.common_bootstrapped_floor, 0.07);
  const Expectations& host = policy->of_backend("host");
  EXPECT_EQ(host.tolerance, 0.1);
  EXPECT_EQ(host.spread.floor, 0.004) << "inherited, wherever the key stands in the file";
  EXPECT_EQ(policy->of_backend("cuda").tolerance, 0.03);
}

TEST(Policy, TheFirstPatternThatMatchesCounts) {
  const auto policy =
      parse(R"(, "tolerances": [{"cases": "gemm/*", "tolerance": 0.1}, {"cases": "*", "tolerance": 0.2}])");
  ASSERT_TRUE(policy);
  EXPECT_EQ(policy->expectations.tolerance_of("gemm/x"), 0.1);
  EXPECT_EQ(policy->expectations.tolerance_of("memory/x"), 0.2);
}

TEST(Policy, MistakesNameFilePlaceAndFix) {
  EXPECT_THAT(error_of(R"(, "toleranze": 0.1)"), HasSubstr("policy.json: /"));
  EXPECT_THAT(error_of(R"(, "toleranze": 0.1)"), HasSubstr("tolerance"));
  EXPECT_THAT(error_of(R"(, "tolerance": 2)"), HasSubstr("policy.json: /tolerance: is 2, which is over 0.95"));
  EXPECT_THAT(error_of(R"(, "tolerance": 2)"), HasSubstr("2 % is 0.02"));
  EXPECT_THAT(error_of(R"(, "tolerance": -0.1)"), HasSubstr("under 0"));
  EXPECT_THAT(error_of(R"(, "tolerance": "2 %")"), HasSubstr("is text, not a number"));
  EXPECT_THAT(error_of(R"(, "alpha": 0)"), HasSubstr("/alpha"));
  EXPECT_THAT(error_of(R"(, "alpha": 0.5)"), HasSubstr("over 0.2"));
  EXPECT_THAT(error_of(R"(, "window_nights": 0)"), HasSubstr("/window_nights"));
  EXPECT_THAT(error_of(R"(, "window_nights": 1.5)"), HasSubstr("whole number"));
  EXPECT_THAT(error_of(R"(, "required": [""])"), HasSubstr("/required: holds an empty pattern"));
  EXPECT_THAT(error_of(R"(, "tolerances": [{"cases": "", "tolerance": 0.1}])"), HasSubstr("every case"));
  EXPECT_THAT(error_of(R"(, "backends": {"host": {"tolerance": 7}})"), HasSubstr("/backends/host/tolerance"));
  EXPECT_THAT(error_of(R"(, "spread": {"flor": 0.1})"), HasSubstr("/spread"));
}

TEST(Policy, AnExpectedFailureNeedsALinkAndADayThatExists) {
  const auto xfail = [](const std::string& link, const std::string& expires) {
    return error_of(R"(, "xfail": [{"cases": "a", "link": ")" + link + R"(", "expires": ")" + expires +
                    R"(", "reason": "r"}])");
  };
  EXPECT_EQ(xfail("https://example.org", "2026-12-31"), "no error");
  EXPECT_THAT(xfail("", "2026-12-31"), HasSubstr("where the failure is followed"));
  EXPECT_THAT(xfail("  ", "2026-12-31"), HasSubstr("where the failure is followed"));
  EXPECT_EQ(xfail("http://tracker/1", "2026-12-31"), "no error");
  for (const char* link : {"x", "TICKET-17", "javascript:alert(1)", "https://", "https://a b", "ftp://a"}) {
    EXPECT_THAT(xfail(link, "2026-12-31"), HasSubstr("is no web address")) << link;
  }
  EXPECT_THAT(xfail("https://x", "2026-02-30"), HasSubstr("not a day"));
  EXPECT_THAT(xfail("https://x", "2026-12-31T00:00:00Z"), HasSubstr("not a day"));
  EXPECT_THAT(xfail("https://x", "soon"), HasSubstr("2026-12-31"));
}

TEST(Policy, AnExpectedFailureNeedsAReasonInWords) {
  for (const char* reason : {"", " ", "\\t \\n"}) {
    EXPECT_THAT(error_of(R"(, "xfail": [{"cases": "a", "link": "https://x", "expires": "2026-12-31", "reason": ")" +
                         std::string{reason} + R"("}])"),
                HasSubstr("/xfail/0/reason: is empty"))
        << reason;
  }
}

TEST(Policy, AMisspeltBackendIsNoBackend) {
  EXPECT_THAT(error_of(R"(, "backends": {"CUDA": {"tolerance": 0.1}})"), HasSubstr("unknown backend 'CUDA'"));
  EXPECT_THAT(error_of(R"(, "backends": {"CUDA": {"tolerance": 0.1}})"), HasSubstr("cuda"));
  EXPECT_THAT(error_of(R"(, "backends": {"": {}})"), HasSubstr("unknown backend"));
  for (const char* known : {"cuda", "cuda-emulated", "host", "rocm", "unknown"}) {
    EXPECT_EQ(error_of(R"(, "backends": {")" + std::string{known} + R"(": {"tolerance": 0.1}})"), "no error");
  }
}

/// People write policies: a hint never says what only a program would do.
TEST(Policy, HintsAreForSomebodyWhoWritesByHand) {
  const auto whole = [](const char* text) { return to_string(parse_policy(text, "p").error()); };
  for (const std::string& error :
       {whole("{"), whole(R"({"schema": "roofgate.policy/1",})"), whole("[]"), whole("{}"),
        whole(R"({"schema": "roofgate.policy/2"})"), whole(R"({"schema": 1})"),
        error_of(R"(, "alpha": 0.01, "alpha": 0.02)"), error_of(R"(, "xfail": [{}])"),
        error_of(R"(, "xfail": [{"cases": "a", "link": "https://x", "expires": "2026-12-31"}])"),
        error_of(R"(, "xfail": [{"cases": "a", "link": "https://x", "reason": "r"}])"),
        error_of(R"(, "tolerances": [{"cases": "a"}])"), error_of(R"(, "tolerances": [{"tolerance": 0.1}])")}) {
    EXPECT_NE(error, "no error");
    EXPECT_THAT(error, HasSubstr("hint: "));
    EXPECT_EQ(error.find("roofgate wrote"), std::string::npos) << error;
    EXPECT_EQ(error.find("written by roofgate"), std::string::npos) << error;
    EXPECT_EQ(error.find("write null"), std::string::npos) << error;
  }
}

TEST(Policy, OtherVersionsAndBrokenFilesAreRefused) {
  EXPECT_FALSE(parse_policy(R"({"schema": "roofgate.policy/2"})", "p"));
  EXPECT_FALSE(parse_policy("{}", "p"));
  EXPECT_FALSE(parse_policy("", "p"));
  EXPECT_FALSE(parse_policy("{", "p"));
  EXPECT_FALSE(read_policy("no/such/file.json"));
}

TEST(Policy, TheOneThatIsShippedIsReadAndSaysItsDefaults) {
  const auto shipped = read_policy(kRoot / "ci/policy.json");
  ASSERT_TRUE(shipped) << to_string(shipped.error());
  const Policy built_in;
  EXPECT_EQ(shipped->alpha, built_in.alpha);
  EXPECT_EQ(shipped->window_nights, built_in.window_nights);
  EXPECT_EQ(shipped->expectations.tolerance, built_in.expectations.tolerance);
  EXPECT_EQ(shipped->expectations.spread.typical, built_in.expectations.spread.typical);
  EXPECT_GT(shipped->of_backend("host").spread.bootstrapped_floor, built_in.expectations.spread.bootstrapped_floor);
}

TEST(Policy, ThePageExplainsEveryKey) {
  std::ifstream file{kRoot / "docs/policy.md"};
  ASSERT_TRUE(file);
  std::stringstream page;
  page << file.rdbuf();
  for (const std::string& key : policy_keys()) EXPECT_THAT(page.str(), HasSubstr("`" + key + "`")) << key;
}

}  // namespace
}  // namespace roofgate
