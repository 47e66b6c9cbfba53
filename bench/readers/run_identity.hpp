// Which runs of many files are one run: a copied log is no second night.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bench/record/record.hpp"

namespace roofgate {

struct RunIdentity {
  std::string content;    ///< fingerprint of the file; of roofgate's own records their id
  std::size_t part = 0;   ///< place among the runs of its file
  std::string moment;     ///< when it started
  bool is_dated = false;  ///< by the file or its name: a modification time says nothing of the run
};

[[nodiscard]] RunIdentity identity_of(const Record& record, std::size_t part);

/// For each run the place of the one that it repeats, if it does: the same content, unless both are dated and the dates
/// differ. Of two such runs the dated one is kept, else the earlier in the list.
[[nodiscard]] std::vector<std::optional<std::size_t>> repeated_runs(std::span<const RunIdentity> runs);

/// What two records of one id are to each other: `--resume` goes on in the same record, so that a copy from before
/// holds some of its rounds. Copies of which neither holds all that the other measured were changed by hand.
enum class CopyKind { same, first_is_earlier, second_is_earlier, different };

[[nodiscard]] CopyKind compare_copies(const Record& first, const Record& second);

}  // namespace roofgate
