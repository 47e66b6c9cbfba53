// roofgate's own record, so that it may stand wherever a foreign file does.
#pragma once

#include "bench/readers/reader.hpp"

namespace roofgate {

[[nodiscard]] Claim claims_roofgate_record(std::string_view head);
[[nodiscard]] Result<Imported> read_roofgate_record(TextStream& stream, const Source& source);

}  // namespace roofgate
