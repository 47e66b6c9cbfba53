#include "kernels/collective/node.hpp"

#include <unistd.h>

#include <array>
#include <cstdint>
#include <fstream>
#include <string>

namespace roofgate {
namespace {

std::string this_node() {
  std::string boot;
  std::ifstream{"/proc/sys/kernel/random/boot_id"} >> boot;
  if (!boot.empty()) return boot;
  std::array<char, 256> name{};
  ::gethostname(name.data(), name.size() - 1);
  return name.data();
}

/// A double holds 53 bits of it exactly; two of a million nodes share one with a probability below 1e-3 (FNV-1a, 64).
double number_of(std::string_view name) {
  std::uint64_t hash = 14695981039346656037ULL;
  for (const char letter : name) hash = (hash ^ static_cast<unsigned char>(letter)) * 1099511628211ULL;
  return static_cast<double>(hash >> 11U);
}

}  // namespace

Result<std::vector<int>> ranks_here(World& world, std::string_view node_name) {
  const double mine = number_of(node_name.empty() ? std::string_view{this_node()} : node_name);
  const Result<std::vector<double>> all = world.all_gather(mine);
  if (!all) return fail(all.error());
  std::vector<int> ranks;
  for (std::size_t rank = 0; rank < all->size(); ++rank) {
    if ((*all)[rank] == mine) ranks.push_back(static_cast<int>(rank));
  }
  return ranks;
}

}  // namespace roofgate
