// "did you mean": the known name that a mistyped one most likely stands for.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace roofgate {

/// The candidate with the smallest edit distance (insert, delete, replace or swap of neighbours: optimal string
/// alignment), if that is at most a third of the longer name's length. The first of equals.
[[nodiscard]] std::optional<std::string> nearest_name(std::string_view text, std::span<const std::string> candidates);

/// A hint: "did you mean 'quick'?" where one is near, then "known: full, nightly, quick, smoke".
[[nodiscard]] std::string hint_of_names(std::string_view text, std::span<const std::string> candidates);

}  // namespace roofgate
