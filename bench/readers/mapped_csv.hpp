// Plain CSV of anyone's making, with a small mapping file that says what its columns mean.
#pragma once

#include "bench/readers/reader.hpp"

namespace roofgate {

/// Lines "key = value"; '#' begins a comment.
///   id = benchmark, size     columns that name a case, joined by '/'
///   value = time             the column with the figure
///   unit = ms                ns, us, ms, s: a time; anything else is shown as it is
///   better = higher          lower or higher; may be left out where the unit says it
///   moment = date            a column with the day or moment: rows of one moment are one run
///   separator = ;            default: ','
[[nodiscard]] Result<Imported> read_mapped_csv(TextStream& stream, const Source& source);

/// A line of names, then lines with as many cells: it could be anyone's.
[[nodiscard]] Claim claims_mapped_csv(std::string_view head);

}  // namespace roofgate
