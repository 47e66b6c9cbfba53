// Google Benchmark's CSV (--benchmark_format=csv), with or without the lines that a terminal's capture puts above it.
#pragma once

#include "bench/readers/reader.hpp"

namespace roofgate {

[[nodiscard]] Claim claims_google_benchmark_csv(std::string_view head);
[[nodiscard]] Result<Imported> read_google_benchmark_csv(TextStream& stream, const Source& source);

}  // namespace roofgate
