#include "bench/roofgate-bench/selection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <set>
#include <utility>

#include "bench/suite/order.hpp"
#include "kernels/base/nearest_name.hpp"
#include "kernels/base/text_fields.hpp"

namespace roofgate {
namespace {

std::vector<std::string> ids_of(const std::vector<PlannedCase>& cases) {
  std::vector<std::string> ids;
  ids.reserve(cases.size());
  for (const PlannedCase& planned : cases) ids.push_back(planned.suite_case.id());
  return ids;
}

// Steele, Lea, Flood: "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014: its finalizer, for neighbours
// that must not look alike.
std::uint64_t mixed(std::uint64_t state) {
  state += 0x9e3779b97f4a7c15U;
  state = (state ^ (state >> 30U)) * 0xbf58476d1ce4e5b9U;
  state = (state ^ (state >> 27U)) * 0x94d049bb133111ebU;
  return state ^ (state >> 31U);
}

}  // namespace

std::vector<PlannedCase> cases_in_world(const std::vector<SuiteCase>& section, int ranks, CaseScope scope) {
  std::vector<PlannedCase> cases;
  for (std::size_t i = 0; i < section.size(); ++i) {
    const bool wanted = scope == CaseScope::both || section[i].is_collective() == (scope == CaseScope::collective);
    if (wanted && exists_among(section[i], ranks)) cases.push_back({with_ranks(section[i], ranks), i});
  }
  return cases;
}

Result<std::vector<PlannedCase>> cases_listed_in(std::vector<PlannedCase> cases, std::string_view text,
                                                 const std::string& file) {
  const std::vector<std::string> known = ids_of(cases);
  std::set<std::string> wanted;
  int line_number = 0;
  while (!text.empty()) {
    ++line_number;
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string id{trimmed(text.substr(0, end))};
    text.remove_prefix(std::min(end + 1, text.size()));
    if (id.empty()) continue;
    if (std::find(known.begin(), known.end(), id) == known.end()) {
      const auto near = nearest_name(id, known);
      return fail(ErrorKind::usage, fmt::format("there is no case '{}' to measure here", id),
                  fmt::format("{}: line {}", file, line_number),
                  near ? fmt::format("did you mean '{}'?", *near) : "--list shows the suite's cases");
    }
    wanted.insert(id);
  }
  if (wanted.empty()) return fail(ErrorKind::usage, "names no case", file, "write one id per line; --list shows them");
  std::erase_if(cases, [&](const PlannedCase& planned) { return wanted.count(planned.suite_case.id()) == 0; });
  return cases;
}

Result<std::vector<PlannedCase>> cases_matching(std::vector<PlannedCase> cases, const std::string& filter) {
  if (filter.empty() || filter == "all") return cases;
  const bool is_negative = filter.front() == '-';
  const std::string expression = is_negative ? filter.substr(1) : filter;
  try {
    const std::regex regex{expression, std::regex::ECMAScript | std::regex::optimize};
    std::erase_if(cases, [&](const PlannedCase& planned) {
      return std::regex_search(planned.suite_case.id(), regex) == is_negative;
    });
  } catch (const std::regex_error& error) {
    return fail(ErrorKind::usage, fmt::format("'{}' is not a regular expression: {}", expression, error.what()),
                "--benchmark_filter", "ECMAScript syntax; escape ( ) [ ] . with a backslash to mean themselves");
  }
  if (cases.empty()) {
    return fail(ErrorKind::usage, fmt::format("no case matches '{}'", filter), "--benchmark_filter",
                "--list shows the suite's cases");
  }
  return cases;
}

std::vector<PlannedCase> in_round_order(std::vector<PlannedCase> cases, std::uint64_t seed, int round) {
  std::vector<SuiteCase> to_shuffle;
  to_shuffle.reserve(cases.size());
  for (const PlannedCase& planned : cases) to_shuffle.push_back(planned.suite_case);
  std::vector<PlannedCase> ordered;
  ordered.reserve(cases.size());
  for (const std::size_t i : shuffled_order(to_shuffle, mixed(seed) ^ mixed(static_cast<std::uint64_t>(round)))) {
    ordered.push_back(std::move(cases[i]));
  }
  return ordered;
}

std::uint64_t data_seed(std::uint64_t seed, int round, std::string_view case_id) {
  std::uint64_t state = mixed(seed) ^ mixed(~static_cast<std::uint64_t>(round));
  for (const char byte : case_id) state = mixed(state ^ static_cast<unsigned char>(byte));
  return state;
}

}  // namespace roofgate
