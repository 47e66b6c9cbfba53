// What every record of before measured and some record of after lacks: a change after which a case fails now and then
// is not safe because the other records pass.
#pragma once

#include <map>
#include <string>

#include "bench/gate/compare.hpp"

namespace roofgate {

/// The file of an imported record, else its id.
[[nodiscard]] std::string source_of(const Record& record);

/// Case id -> a sentence that says in how many records of after it is absent, failed, skipped or of fewer ranks, and
/// names one. A record that holds other parts of a night than this case lacks nothing: it has none of the cases that
/// the records of before have together with it.
[[nodiscard]] std::map<std::string, std::string> cases_lost_after(const CompareInputs& inputs);

}  // namespace roofgate
