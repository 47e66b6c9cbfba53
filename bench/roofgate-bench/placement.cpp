#include "bench/roofgate-bench/placement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <tuple>

#include "kernels/base/gather_text.hpp"

namespace roofgate {
namespace {

constexpr char kSeparator = '\x1f';  // ASCII's unit separator: in no host name, list or adapter

std::string text_of(std::optional<int> number) { return number ? fmt::format("{}", *number) : std::string{}; }

std::optional<int> number_of(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional{number} : std::nullopt;
}

std::string packed(const RankPlacement& rank) {
  // The list last: only it can be long, and texts are cut at their end.
  return fmt::format("{1}{0}{2}{0}{3}{0}{4}{0}{5}", kSeparator, rank.node, text_of(rank.device), text_of(rank.numa),
                     rank.nic, rank.cpus);
}

RankPlacement unpacked(std::string_view text) {
  const auto next = [&text] {
    const std::string_view word = text.substr(0, text.find(kSeparator));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    return std::string{word};
  };
  RankPlacement rank;
  rank.node = next();
  rank.device = number_of(next());
  rank.numa = number_of(next());
  rank.nic = next();
  rank.cpus = next();
  return rank;
}

Result<int> count(World& world, bool mine) {
  const auto all = world.all_gather(mine ? 1.0 : 0.0);
  if (!all) return fail(all.error());
  int sum = 0;
  for (const double one : *all) sum += static_cast<int>(one);
  return sum;
}

}  // namespace

bool are_equal(const PlacedWorld& a, const PlacedWorld& b) {
  const auto same_place = [](const RankPlacement& one, const RankPlacement& other) {
    return std::tie(one.node, one.cpus, one.device, one.numa, one.nic) ==
           std::tie(other.node, other.cpus, other.device, other.numa, other.nic);
  };
  return std::tie(a.launcher, a.nodes, a.oversubscribed) == std::tie(b.launcher, b.nodes, b.oversubscribed) &&
         std::equal(a.ranks.begin(), a.ranks.end(), b.ranks.begin(), b.ranks.end(), same_place);
}

std::string cpu_list(const std::vector<int>& cpus) {
  std::string text;
  for (std::size_t i = 0; i < cpus.size();) {
    std::size_t last = i;
    while (last + 1 < cpus.size() && cpus[last + 1] == cpus[last] + 1) ++last;
    if (!text.empty()) text += ',';
    text += last == i ? fmt::format("{}", cpus[i]) : fmt::format("{}-{}", cpus[i], cpus[last]);
    i = last + 1;
  }
  return text;
}

Result<PlacedWorld> gather_placement(World& world, const OwnPlacement& mine) {
  const auto texts = gather_texts(world, packed(mine.rank));
  if (!texts) return fail(texts.error());
  const auto nodes = count(world, mine.rank_on_node == 0);
  if (!nodes) return fail(nodes.error());
  const auto crowded = count(world, mine.oversubscribed);
  if (!crowded) return fail(crowded.error());
  PlacedWorld placed;
  placed.launcher = mine.launcher;
  placed.nodes = *nodes;
  placed.oversubscribed = *crowded > 0;
  for (const std::string& text : *texts) placed.ranks.push_back(unpacked(text));
  return placed;
}

}  // namespace roofgate
