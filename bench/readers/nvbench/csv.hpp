// nvbench's CSV (--csv): one row per state, one file per run.
#pragma once

#include "bench/readers/reader.hpp"

namespace roofgate {

[[nodiscard]] Claim claims_nvbench_csv(std::string_view head);
[[nodiscard]] Result<Imported> read_nvbench_csv(TextStream& stream, const Source& source);

}  // namespace roofgate
