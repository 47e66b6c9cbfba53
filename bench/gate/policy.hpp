// What a site accepts: tolerances, error budget, floors, expected failures. Read from ci/policy.json; docs/policy.md
// explains every key. Not the statistics: judge.hpp.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/result.hpp"

namespace roofgate {

inline constexpr std::string_view kPolicySchema = "roofgate.policy/1";

/// How far apart healthy nights are taken to be: relative standard deviations of a night's location.
struct SpreadPolicy {
  double floor = 0.001;              ///< no case is taken to be steadier than this
  double typical = 0.007;            ///< prior: what a case has before its own nights say otherwise
  double factor = 3.0;               ///< the prior's doubt: the typical case is within x or / this, 95 %
  double bootstrapped_floor = 0.01;  ///< instead of `floor` while nights made minutes apart are in the reference
  double common_typical = 0.002;     ///< prior of what all kinds of cases share: the whole machine's good or bad night
  double common_bootstrapped_floor = 0.01;  ///< floor of the same while nights made minutes apart are in the reference
};

/// The first entry whose pattern matches a case counts. `*` stands for any text, `?` for one character.
struct CaseTolerance {
  std::string cases;
  double tolerance = 0.02;  ///< relative loss of throughput
};

/// What is expected of one kind of machine.
struct Expectations {
  double tolerance = 0.02;         ///< relative loss of throughput that is accepted against the last nights
  double anchor_tolerance = 0.05;  ///< the same against the first accepted nights
  std::vector<CaseTolerance> tolerances;
  SpreadPolicy spread;

  [[nodiscard]] double tolerance_of(std::string_view case_id) const;
};

/// A failure that is known and followed elsewhere. From `expires` on it counts as the failure it is.
struct ExpectedFailure {
  std::string cases;    ///< pattern
  std::string link;     ///< where it is followed
  std::string expires;  ///< first day on which it is no longer expected: "2026-12-31"
  std::string reason;   ///< one sentence
};

struct RemeasurePolicy {
  int rounds = 10;  ///< further rounds of suspects, at most
  int looks = 2;    ///< times at which they are judged again, at most
};

struct Policy {
  std::string source = "built-in defaults";  ///< the file, for messages
  double alpha = 0.01;                       ///< share of healthy nights that may show a regression
  int min_clean_rounds = 3;                  ///< a case with fewer is invalid
  int window_nights = 20;                    ///< the reference is the last so many accepted nights
  int max_baseline_age_days = 45;            ///< the reference's last night may not be older
  std::optional<int> max_night_age_days{};   ///< a judged night that is older is no pass; unset: any may be judged
  double implausible_gain = 0.5;   ///< a throughput gain beyond this is not believed: invalid, to be looked at
  bool derived = true;             ///< ratios of siblings are judged as cases of their own
  bool inconclusive_fails = true;  ///< a case that is neither a pass nor a loss makes the status 3
  bool no_baseline_fails = true;   ///< a case without reference makes the status 3
  RemeasurePolicy remeasure;
  std::vector<std::string> required;         ///< patterns; each must match a case that was judged
  std::vector<std::string> required_places;  ///< globs; each must fit a place that was judged
  std::vector<ExpectedFailure> expected_failures;
  Expectations expectations;
  std::map<std::string, Expectations> backends;  ///< "host": what differs there

  [[nodiscard]] const Expectations& of_backend(const std::string& backend) const;
};

/// Unknown keys, wrong types, numbers out of range, patterns that are empty and dates that do not exist are errors that
/// name `source`, the JSON path and the fix. A key that is not there has the default above; a backend inherits the
/// general expectations.
[[nodiscard]] Result<Policy> parse_policy(std::string_view text, std::string_view source);

[[nodiscard]] Result<Policy> read_policy(const std::filesystem::path& file);

/// Every key that parse_policy knows, at any depth: docs/policy.md is checked against them.
[[nodiscard]] std::vector<std::string> policy_keys();

}  // namespace roofgate
