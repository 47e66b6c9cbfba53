// What nccl-tests and rccl-tests print, in every layout since 2.0, inside whatever a job's log holds besides.
#pragma once

#include "bench/readers/reader.hpp"

namespace roofgate {

[[nodiscard]] Claim claims_nccl_text(std::string_view head);
[[nodiscard]] Result<Imported> read_nccl_text(TextStream& stream, const Source& source);

}  // namespace roofgate
