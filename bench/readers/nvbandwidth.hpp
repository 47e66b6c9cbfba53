// JSON of nvbandwidth (`-j`): one case per cell of each matrix. Sums and averages over cells are no case.
#pragma once

#include "bench/readers/reader.hpp"

namespace roofgate {

[[nodiscard]] Claim claims_nvbandwidth(std::string_view head);
[[nodiscard]] Result<Imported> read_nvbandwidth(TextStream& stream, const Source& source);

}  // namespace roofgate
