// What Google Benchmark prints for a person: its table, with or without the lines of context above it.
#pragma once

#include "bench/readers/reader.hpp"

namespace roofgate {

[[nodiscard]] Claim claims_google_benchmark_text(std::string_view head);
[[nodiscard]] Result<Imported> read_google_benchmark_text(TextStream& stream, const Source& source);

}  // namespace roofgate
