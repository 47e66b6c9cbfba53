// What ml-engineering's mamf-finder.py prints: the best matrix product of each shape it tried, in TFLOPS.
#pragma once

#include "bench/readers/reader.hpp"

namespace roofgate {

[[nodiscard]] Claim claims_mamf_finder(std::string_view head);
[[nodiscard]] Result<Imported> read_mamf_finder(TextStream& stream, const Source& source);

}  // namespace roofgate
