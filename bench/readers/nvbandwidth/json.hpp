// JSON of nvbandwidth (`-j`): one case per cell of each matrix. Sums and averages over cells are no case.
#pragma once

#include "bench/readers/reader.hpp"

namespace roofgate {

[[nodiscard]] Claim claims_nvbandwidth_json(std::string_view head);
[[nodiscard]] Result<Imported> read_nvbandwidth_json(TextStream& stream, const Source& source);

}  // namespace roofgate
