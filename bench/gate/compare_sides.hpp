// What of each side may be compared: its usable records of a case, and the verdict where there are none.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bench/gate/compare.hpp"
#include "bench/gate/screening.hpp"

namespace roofgate {

using SideRecords = std::vector<const Record*>;

/// One side of one case: the records that may be used, and why the others may not.
struct SideOfCase {
  bool is_there = false;
  std::vector<const Record*> records;
  std::vector<const Case*> cases;  ///< of these records
  std::optional<Unjudged> refusal;
  std::string refused_in;  ///< the record that the refusal is of, if there are several
};

[[nodiscard]] SideOfCase side_of(const std::string& id, const SideRecords& records,
                                 const std::map<std::string, std::string>& implausible, const CompareInputs& inputs);

/// Leaves only the records that measured this definition.
void keep_definition(SideOfCase& side, const std::string& definition);

/// Missing on a side, or not usable there; no value if both sides may be compared.
[[nodiscard]] std::optional<Verdict> refuse_sides(const std::string& id, const SideOfCase& before,
                                                  const SideOfCase& after);

/// Log time of each clean round.
[[nodiscard]] std::vector<double> rounds_of(const Case& measured);

/// Nights within hours of one another understate how far apart two nights are.
[[nodiscard]] bool are_close_together(const SideRecords& records);

}  // namespace roofgate
