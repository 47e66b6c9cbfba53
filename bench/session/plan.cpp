#include "bench/session/plan.hpp"

#include <algorithm>
#include <set>
#include <string_view>

namespace roofgate {
namespace {

void append(std::vector<Group>& plan, int ranks, bool collective, const std::vector<ListedCase>& listing) {
  Group group{ranks, collective, {}};
  for (const ListedCase& listed : listing) {
    if (listed.collective == collective) group.cases.push_back(listed);
  }
  if (!group.cases.empty()) plan.push_back(std::move(group));
}

}  // namespace

std::vector<Group> make_plan(const std::vector<ListedCase>& single, const std::vector<int>& world_sizes,
                             const std::vector<std::vector<ListedCase>>& listings) {
  std::vector<Group> plan;
  append(plan, 1, false, single);
  for (std::size_t i = 0; i < world_sizes.size(); ++i) append(plan, world_sizes[i], true, listings[i]);
  return plan;
}

std::vector<Group> restricted_to(std::vector<Group> plan, const std::vector<std::string>& ids) {
  const std::set<std::string_view> wanted{ids.begin(), ids.end()};
  for (Group& group : plan) {
    std::erase_if(group.cases, [&](const ListedCase& listed) { return wanted.count(listed.id) == 0; });
  }
  std::erase_if(plan, [](const Group& group) { return group.cases.empty(); });
  return plan;
}

std::vector<ListedCase> missing_in(const Record& record, const Group& group, int round) {
  std::set<std::string_view> there;
  for (const Case& measured : record.cases) {
    const bool is_there = std::any_of(measured.rounds.begin(), measured.rounds.end(),
                                      [&](const Round& one) { return one.index == round; });
    if (is_there) there.insert(measured.id);
  }
  std::vector<ListedCase> missing;
  for (const ListedCase& listed : group.cases) {
    if (there.count(listed.id) == 0) missing.push_back(listed);
  }
  return missing;
}

}  // namespace roofgate
