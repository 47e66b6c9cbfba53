// nvbench's JSON (--json, --jsonbin with its sample files), from its first releases to version 0.2.
#pragma once

#include "bench/readers/reader.hpp"

namespace roofgate {

[[nodiscard]] Claim claims_nvbench_json(std::string_view head);
[[nodiscard]] Result<Imported> read_nvbench_json(TextStream& stream, const Source& source);

}  // namespace roofgate
