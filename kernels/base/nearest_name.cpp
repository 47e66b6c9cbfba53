#include "kernels/base/nearest_name.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace roofgate {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    std::swap(before_last, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

}  // namespace

std::optional<std::string> nearest_name(std::string_view text, std::span<const std::string> candidates) {
  std::optional<std::string> nearest;
  std::size_t smallest = 0;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(text, candidate);
    if (3 * distance > std::max(text.size(), candidate.size())) continue;
    if (!nearest || distance < smallest) {
      nearest = candidate;
      smallest = distance;
    }
  }
  return nearest;
}

std::string hint_of_names(std::string_view text, std::span<const std::string> candidates) {
  const std::string known = fmt::format("known: {}", fmt::join(candidates, ", "));
  const auto nearest = nearest_name(text, candidates);
  return nearest ? fmt::format("did you mean '{}'? {}", *nearest, known) : known;
}

}  // namespace roofgate
