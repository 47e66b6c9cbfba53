// What nvbandwidth prints, in every layout since 0.1, inside whatever a job's log holds besides.
#pragma once

#include "bench/readers/reader.hpp"

namespace roofgate {

[[nodiscard]] Claim claims_nvbandwidth_text(std::string_view head);
[[nodiscard]] Result<Imported> read_nvbandwidth_text(TextStream& stream, const Source& source);

}  // namespace roofgate
