#include "bench/suite/order.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <random>
#include <string>

namespace roofgate {
namespace {

// Uniform in [0, bound): draws in the incomplete last interval are refused, so that no index is favoured.
std::size_t draw_below(std::mt19937_64& generator, std::size_t bound) {
  const std::uint64_t limit = std::numeric_limits<std::uint64_t>::max() / bound * bound;
  std::uint64_t draw = generator();
  while (draw >= limit) draw = generator();
  return static_cast<std::size_t>(draw % bound);
}

// Fisher and Yates, in Durstenfeld's form (CACM 7, 1964, Algorithm 235).
template <class T>
void shuffle(std::vector<T>& items, std::mt19937_64& generator) {
  for (std::size_t last = items.size(); last > 1; --last)
    std::swap(items[last - 1], items[draw_below(generator, last)]);
}

}  // namespace

std::vector<std::size_t> shuffled_order(const std::vector<SuiteCase>& cases, std::uint64_t seed) {
  std::vector<std::vector<std::size_t>> groups;
  std::map<std::string, std::size_t> group_of;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const auto [entry, is_new] = group_of.try_emplace(cases[i].group, groups.size());
    if (is_new) groups.emplace_back();
    groups[entry->second].push_back(i);
  }
  std::mt19937_64 generator{seed};
  shuffle(groups, generator);
  std::vector<std::size_t> order;
  order.reserve(cases.size());
  for (std::vector<std::size_t>& group : groups) {
    shuffle(group, generator);
    order.insert(order.end(), group.begin(), group.end());
  }
  return order;
}

}  // namespace roofgate
