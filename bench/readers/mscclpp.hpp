// What mscclpp-test writes with `--output_file`: one JSON object per collective, kernel and size.
#pragma once

#include "bench/readers/reader.hpp"

namespace roofgate {

[[nodiscard]] Claim claims_mscclpp(std::string_view head);
[[nodiscard]] Result<Imported> read_mscclpp(TextStream& stream, const Source& source);

}  // namespace roofgate
