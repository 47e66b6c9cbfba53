// Smallest, median and largest of a series of samples; absent for none.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

namespace roofgate {

template <class T>
[[nodiscard]] std::optional<T> smallest_of(const std::vector<T>& samples) {
  return samples.empty() ? std::nullopt : std::optional{*std::min_element(samples.begin(), samples.end())};
}

template <class T>
[[nodiscard]] std::optional<T> largest_of(const std::vector<T>& samples) {
  return samples.empty() ? std::nullopt : std::optional{*std::max_element(samples.begin(), samples.end())};
}

/// The lower of the two middle ones: a value that was seen.
template <class T>
[[nodiscard]] std::optional<T> median_of(std::vector<T> samples) {
  if (samples.empty()) return std::nullopt;
  const auto middle = samples.begin() + static_cast<std::ptrdiff_t>((samples.size() - 1) / 2);
  std::nth_element(samples.begin(), middle, samples.end());
  return *middle;
}

}  // namespace roofgate
