// JSON of nccl-tests (`-J`, versions 1 to 3) and of rccl-tests (`--output_file`: one object per line).
#pragma once

#include "bench/readers/reader.hpp"

namespace roofgate {

[[nodiscard]] Claim claims_nccl_json(std::string_view head);
[[nodiscard]] Result<Imported> read_nccl_json(TextStream& stream, const Source& source);

}  // namespace roofgate
