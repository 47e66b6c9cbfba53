// The policy's JSON border. Tables of keys, so that docs/policy.md can be checked against them.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "bench/gate/calendar_day.hpp"
#include "bench/gate/policy.hpp"
#include "bench/record/atomic_file.hpp"
#include "bench/record/json_fields.hpp"
#include "bench/record/json_tree.hpp"
#include "kernels/base/nearest_name.hpp"

namespace roofgate {
namespace {

constexpr std::uintmax_t kMaxPolicyBytes = std::uintmax_t{1} << 20;
constexpr int kMaxCount = 100'000;

// What a record's environment may say: other tools' readers name rocm, and unknown where the file tells no device.
constexpr std::array<std::string_view, 5> kBackends{"cuda", "cuda-emulated", "host", "rocm", "unknown"};

template <class T>
struct NumberKey {
  std::string_view key;
  double T::*field;
  double low, high;  // both included
};

template <class T>
struct CountKey {
  std::string_view key;
  int T::*field;
  int low;
};

template <class T>
struct SwitchKey {
  std::string_view key;
  bool T::*field;
};

constexpr double kTiny = 1e-6;
constexpr double kMost = 0.95;  // of a relative loss or spread

constexpr std::array kSpreadKeys{
    NumberKey<SpreadPolicy>{"floor", &SpreadPolicy::floor, kTiny, kMost},
    NumberKey<SpreadPolicy>{"typical", &SpreadPolicy::typical, kTiny, kMost},
    NumberKey<SpreadPolicy>{"factor", &SpreadPolicy::factor, 1.1, 1000.0},
    NumberKey<SpreadPolicy>{"bootstrapped_floor", &SpreadPolicy::bootstrapped_floor, kTiny, kMost},
    NumberKey<SpreadPolicy>{"common_typical", &SpreadPolicy::common_typical, kTiny, kMost},
    NumberKey<SpreadPolicy>{"common_bootstrapped_floor", &SpreadPolicy::common_bootstrapped_floor, kTiny, kMost},
};
constexpr std::array kExpectationKeys{
    NumberKey<Expectations>{"tolerance", &Expectations::tolerance, 0.0, kMost},
    NumberKey<Expectations>{"anchor_tolerance", &Expectations::anchor_tolerance, 0.0, kMost},
};
constexpr std::array kPolicyNumbers{
    NumberKey<Policy>{"alpha", &Policy::alpha, kTiny, 0.2},
    NumberKey<Policy>{"implausible_gain", &Policy::implausible_gain, 0.01, 1e6},
};
constexpr std::array kPolicyCounts{
    CountKey<Policy>{"min_clean_rounds", &Policy::min_clean_rounds, 1},
    CountKey<Policy>{"window_nights", &Policy::window_nights, 1},
    CountKey<Policy>{"max_baseline_age_days", &Policy::max_baseline_age_days, 1},
};
constexpr std::array kPolicySwitches{
    SwitchKey<Policy>{"derived", &Policy::derived},
    SwitchKey<Policy>{"inconclusive_fails", &Policy::inconclusive_fails},
    SwitchKey<Policy>{"no_baseline_fails", &Policy::no_baseline_fails},
};
constexpr std::array kRemeasureCounts{
    CountKey<RemeasurePolicy>{"rounds", &RemeasurePolicy::rounds, 0},
    CountKey<RemeasurePolicy>{"looks", &RemeasurePolicy::looks, 1},
};
// Keys whose values are read by code of their own.
constexpr std::array<std::string_view, 13> kOtherKeys{
    "schema",   "tolerances", "spread", "remeasure", "required", "required_places",   "xfail",
    "backends", "cases",      "link",   "expires",   "reason",   "max_night_age_days"};

/// A key that is not there is still one that could be: hints name it.
bool is_given(JsonFields& fields, std::string_view key) {
  if (fields.has(key)) return true;
  fields.skip(key);
  return false;
}

template <class T, std::size_t N>
void read_numbers(JsonFields& fields, const std::array<NumberKey<T>, N>& keys, T& into) {
  for (const auto& [key, field, low, high] : keys) {
    if (!is_given(fields, key)) continue;
    into.*field = fields.number(key, low);
    if (into.*field > high) {
      fields.mistake(key, fmt::format("is {}, which is over {}", into.*field, high),
                     "shares are written as numbers: 2 % is 0.02");
    }
  }
}

template <class T, std::size_t N>
void read_counts(JsonFields& fields, const std::array<CountKey<T>, N>& keys, T& into) {
  for (const auto& [key, field, low] : keys) {
    if (!is_given(fields, key)) continue;
    into.*field = fields.integer(key, low);
    if (into.*field > kMaxCount) fields.mistake(key, fmt::format("is {}, which is over {}", into.*field, kMaxCount));
  }
}

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == std::string_view::npos; }

/// Text that an entry must have. The hints are for somebody who writes the file by hand.
std::string needed_text(JsonFields& fields, std::string_view key, const char* hint) {
  if (!fields.has(key)) fields.mistake(key, "is missing", hint);
  std::string text = fields.text(key);
  if (is_blank(text)) fields.mistake(key, "is empty", hint);
  return text;
}

std::string read_pattern(JsonFields& fields) {
  return needed_text(fields, "cases", "a pattern of case ids, \"*\" stands for every case");
}

bool is_web_address(std::string_view text) {
  for (const std::string_view scheme : {"https://", "http://"}) {
    if (text.starts_with(scheme)) return text.size() > scheme.size() && text.find_first_of(" \t\r\n") == text.npos;
  }
  return false;
}

void read_expectations(JsonFields& fields, Expectations& into) {
  read_numbers(fields, kExpectationKeys, into);
  if (is_given(fields, "tolerances")) {
    into.tolerances.clear();
    fields.objects("tolerances", [&](JsonFields& entry) {
      CaseTolerance tolerance;
      tolerance.cases = read_pattern(entry);
      if (!entry.has("tolerance")) {
        entry.mistake("tolerance", "is missing", "the loss that is accepted of these cases: 2 % is 0.02");
      }
      tolerance.tolerance = entry.number("tolerance", 0.0);
      if (tolerance.tolerance > kMost) {
        entry.mistake("tolerance", fmt::format("is {}, which is over {}", tolerance.tolerance, kMost),
                      "shares are written as numbers: 2 % is 0.02");
      }
      into.tolerances.push_back(std::move(tolerance));
      entry.finish();
    });
  }
  if (is_given(fields, "spread")) {
    fields.object("spread", [&](JsonFields& entry) {
      read_numbers(entry, kSpreadKeys, into.spread);
      entry.finish();
    });
  }
}

ExpectedFailure read_expected_failure(JsonFields& fields) {
  ExpectedFailure expected;
  expected.cases = read_pattern(fields);
  expected.link = needed_text(fields, "link", "say where the failure is followed: https://…");
  if (!is_web_address(expected.link)) {
    fields.mistake("link", fmt::format("'{}' is no web address", printable(expected.link)),
                   "say where the failure is followed: https://…");
  }
  expected.expires = needed_text(fields, "expires", "the first day on which it is no longer expected: \"2026-12-31\"");
  const auto day = parse_day(expected.expires);
  if (!day || expected.expires.size() != 10) {
    fields.mistake("expires", fmt::format("'{}' is not a day", printable(expected.expires)),
                   "write it as \"2026-12-31\"");
  }
  expected.reason = needed_text(fields, "reason", "say in a sentence why the failure is expected");
  fields.finish();
  return expected;
}

Policy read_fields(JsonFields& fields, std::string_view source) {
  Policy policy;
  policy.source = std::string{source};
  fields.skip("schema");
  read_numbers(fields, kPolicyNumbers, policy);
  read_counts(fields, kPolicyCounts, policy);
  for (const auto& [key, field] : kPolicySwitches) {
    if (is_given(fields, key)) policy.*field = fields.boolean(key);
  }
  if (is_given(fields, "remeasure")) {
    fields.object("remeasure", [&](JsonFields& entry) {
      read_counts(entry, kRemeasureCounts, policy.remeasure);
      entry.finish();
    });
  }
  if (is_given(fields, "required")) policy.required = fields.texts("required");
  for (const std::string& pattern : policy.required) {
    if (is_blank(pattern)) fields.mistake("required", "holds an empty pattern", "\"*\" stands for every case");
  }
  if (is_given(fields, "required_places")) policy.required_places = fields.texts("required_places");
  for (const std::string& pattern : policy.required_places) {
    if (is_blank(pattern)) fields.mistake("required_places", "holds an empty pattern", "\"*\" stands for every place");
  }
  if (is_given(fields, "max_night_age_days")) policy.max_night_age_days = fields.integer("max_night_age_days", 1);
  if (is_given(fields, "xfail")) {
    fields.objects("xfail",
                   [&](JsonFields& entry) { policy.expected_failures.push_back(read_expected_failure(entry)); });
  }
  read_expectations(fields, policy.expectations);
  if (is_given(fields, "backends")) {
    fields.object_map("backends", [&](const std::string& backend, JsonFields& entry) {
      if (std::find(kBackends.begin(), kBackends.end(), backend) == kBackends.end()) {
        const std::vector<std::string> known{kBackends.begin(), kBackends.end()};
        fields.mistake("backends", fmt::format("unknown backend '{}'", printable(backend)),
                       hint_of_names(printable(backend), known));
      }
      read_expectations(entry, policy.backends.emplace(backend, policy.expectations).first->second);
      entry.finish();
    });
  }
  fields.finish();
  return policy;
}

/// check_schema's error without hints that are for files which roofgate writes.
Error for_hand(Error error) {
  error.hint = fmt::format(R"(a policy begins with "schema": "{}")", kPolicySchema);
  return error;
}

template <class Keys>
void append_names(std::vector<std::string>& names, const Keys& keys) {
  for (const auto& entry : keys) names.emplace_back(entry.key);
}

}  // namespace

Result<Policy> parse_policy(std::string_view text, std::string_view source) {
  auto root = parse_json(text, source);
  if (!root) {
    root.error().hint =
        "a policy is JSON: look there for a comma, quote or bracket too many or too few; it has no comments";
    return fail(std::move(root.error()));
  }
  if (auto known = check_schema(*root, kPolicySchema, source); !known) return fail(for_hand(std::move(known.error())));
  JsonMistakes mistakes{source};
  JsonFields fields{mistakes, *root, ""};
  Policy policy = read_fields(fields, source);
  if (mistakes.first()) return fail(*mistakes.first());
  return policy;
}

Result<Policy> read_policy(const std::filesystem::path& file) {
  const auto text = read_file(file, kMaxPolicyBytes);
  if (!text) return fail(text.error());
  return parse_policy(*text, file.string());
}

std::vector<std::string> policy_keys() {
  std::vector<std::string> names;
  append_names(names, kPolicyNumbers);
  append_names(names, kPolicyCounts);
  append_names(names, kPolicySwitches);
  append_names(names, kRemeasureCounts);
  append_names(names, kExpectationKeys);
  append_names(names, kSpreadKeys);
  for (const std::string_view key : kOtherKeys) names.emplace_back(key);
  return names;
}

}  // namespace roofgate
