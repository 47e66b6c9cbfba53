// What commands say on stderr of the foreign files that they read: each file for itself, many of one format together.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "bench/readers/import.hpp"

namespace roofgate {

class ImportNotes {
 public:
  void add(const ImportedFile& file);

  /// "roofgate: night.log: nccl-tests: …: 38 of 40 rows read, 2 refused" and each remark. Of more than a handful of
  /// files of one format: "roofgate: 365 files of nccl-tests: 14600 of 14600 rows read" and the remarks of all of them.
  /// Lines of visible text, each with its end.
  [[nodiscard]] std::string text() const;

 private:
  struct Group {
    std::vector<std::string> lines;  ///< of each file, as long as there are few
    std::size_t files = 0;
    Remarks remarks;
  };
  std::map<std::string, Group> groups_;  ///< by format
};

}  // namespace roofgate
