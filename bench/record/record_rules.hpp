// What must hold in a record beyond keys and types. The reader and the writer ask the same question, so that what was
// written can be read.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "bench/record/record.hpp"

namespace roofgate {

struct BrokenRule {
  std::string place;  ///< JSON pointer: "/cases/3/rounds/0/time_s/12"
  std::string what;
  std::string hint;
};

/// Letters, digits, '.', '_' and '-', a letter or digit first: a suite's name becomes a file's, and must not leave the
/// folder it belongs to.
[[nodiscard]] bool is_plain_name(std::string_view text);

/// The first broken rule: ids, moments and texts that must not be empty; case ids and round indices unique; times
/// finite and above zero; a round's world is there and has its size; as many rank rows as ranks and as many times in
/// each as samples; a round without samples carries a mark.
[[nodiscard]] std::optional<BrokenRule> first_broken_rule(const Record& record);

}  // namespace roofgate
