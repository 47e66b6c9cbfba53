// What a reader of foreign files is: one row in the table of formats. A reader says by the content whether a file is
// its own, and turns it into records and counted remarks. It never guesses silently, and never keeps a secret.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/readers/remarks.hpp"
#include "bench/readers/text_stream.hpp"
#include "bench/record/record.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

/// What surrounds the content.
struct Source {
  std::string name;          ///< as the user gave it, for messages
  std::string modified;      ///< when the file changed last: UTC, ISO 8601; empty where nothing is known
  std::string mapping = {};  ///< text of the mapping file, for CSV; empty if none was given
};

struct Imported {
  std::vector<Record> records;  ///< one per run and machine, in the order of the file; imported is set, ids are unique
  Remarks remarks;
  /// Of a file of many runs: why there is one after the last record, or most of it, that no record could be made of.
  /// "line 14: its value is no number". Whoever judges the latest run must not judge an earlier one in its place.
  std::optional<std::string> lost_latest = std::nullopt;
};

/// Of a file that ends in its middle, or whose tool died: its records are not finished, for what they lack is not
/// known.
inline Result<Imported> unfinished_if(bool is_cut, Result<Imported> imported) {
  if (!imported || !is_cut) return imported;
  for (Record& record : imported->records) record.finished_at.clear();
  return imported;
}

enum class Fit {
  no,
  maybe,  ///< it could be: taken where no other format fits
  sure,   ///< it carries the format's signature
};

struct Claim {
  Fit fit = Fit::no;
  std::string what = {};  ///< "nccl-tests text, 2 tables begin in its first lines": what was recognised
};

struct Format {
  std::string_view name;   ///< of --format, and of the suite "imported-<name>": a plain name
  std::string_view title;  ///< "output of nccl-tests and rccl-tests"
  Claim (*claims)(std::string_view head);
  /// Errors: `input` for a file that is damaged or of another kind, `measurement` where the tool itself failed or what
  /// it measured can be no result (exit status 3). The stream is at its beginning.
  Result<Imported> (*read)(TextStream& stream, const Source& source);
  bool is_lines = false;  ///< may stand behind any amount of other programs' text, which the reader passes over
};

/// Every format of records that is known, in the order of `roofgate import --help`.
[[nodiscard]] std::span<const Format> formats();

}  // namespace roofgate
