// Figures that a file of many runs should hold and does not: the case stays in its run without a figure, so that nobody
// takes an earlier run for this one.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "bench/readers/record_builder.hpp"

namespace roofgate {

class LostFigures {
 public:
  /// A case that some run of the file has a figure of: names that never had one are no cases.
  void know(const ImportedCase& described);

  /// `run` is the builder's key, `why` the evidence: "line 14: its value is no number".
  void lose(const std::string& run, const std::string& id, const std::string& why);
  /// Every known case whose id begins with `prefix`.
  void lose_all(const std::string& run, const std::string& prefix, const std::string& why);

  /// Gives every known case that was lost an unmeasured round in its run, where it has none.
  void keep(std::map<std::string, RecordBuilder>& builders) const;

 private:
  struct Lost {
    std::string run, id, why;
    bool is_prefix = false;
  };

  std::unordered_map<std::string, ImportedCase> known_;
  std::vector<Lost> lost_;
};

}  // namespace roofgate
