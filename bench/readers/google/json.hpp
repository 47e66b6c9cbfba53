// Google Benchmark's JSON (--benchmark_out_format=json), of releases 1.0 to 1.9.
#pragma once

#include "bench/readers/reader.hpp"

namespace roofgate {

[[nodiscard]] Claim claims_google_benchmark_json(std::string_view head);
[[nodiscard]] Result<Imported> read_google_benchmark_json(TextStream& stream, const Source& source);

}  // namespace roofgate
