// What a record of `roofgate run --ab` remembers in its notes: which side of which comparison it is, and which side
// went first in each round. docs/record.md lists the keys.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/record/record.hpp"

namespace roofgate {

inline constexpr std::string_view kAbIdNote = "ab_id";
inline constexpr std::string_view kAbSideNote = "ab_side";
inline constexpr std::string_view kAbOrderNote = "ab_order";
inline constexpr std::string_view kAbEnvironmentNote = "ab_environment";

/// `environment` of a side that changes nothing.
inline constexpr std::string_view kUnchangedEnvironment = "as it is";

struct AbNotes {
  std::string id;             ///< the same in both records
  char side = 'a';            ///< 'a' or 'b'
  std::vector<bool> b_first;  ///< by round index
  std::string environment;    ///< as it was asked for, without the values of variables that a record may not hold
};

/// No value where the record is none of such a run, or its notes do not say all of this.
[[nodiscard]] std::optional<AbNotes> ab_notes_of(const Record& record);

void put_ab_notes(Record& record, const AbNotes& notes);

/// Balanced: A B, B A, A B, B A, … so that what grows steadily in time cancels after every second pair.
[[nodiscard]] std::vector<bool> balanced_order(int rounds);

}  // namespace roofgate
