// What mscclpp-test writes with `--output_file`: one JSON object per collective, kernel and size. The table that it
// prints looks like nccl-tests', with the blocks the other way round, and does not name its collective: it is known and
// refused.
#pragma once

#include <string_view>

#include "bench/readers/reader.hpp"

namespace roofgate {

[[nodiscard]] Claim claims_mscclpp(std::string_view head);
[[nodiscard]] Result<Imported> read_mscclpp(TextStream& stream, const Source& source);

/// Whether a log's head holds the lines that only mscclpp-test prints before its table.
[[nodiscard]] bool is_mscclpp_table(std::string_view head);
[[nodiscard]] Claim claims_mscclpp_table(std::string_view head);
[[nodiscard]] Result<Imported> read_mscclpp_table(TextStream& stream, const Source& source);

}  // namespace roofgate
