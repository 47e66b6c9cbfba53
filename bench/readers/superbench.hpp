// SuperBench: results-summary.jsonl (one node per line), a baseline (one object of metrics), and rules, which hold no
// figures.
#pragma once

#include "bench/readers/reader.hpp"

namespace roofgate {

[[nodiscard]] Claim claims_superbench(std::string_view head);
[[nodiscard]] Result<Imported> read_superbench(TextStream& stream, const Source& source);

/// Rules are recognised so that their owner is told what they are for.
[[nodiscard]] Claim claims_superbench_rules(std::string_view head);
[[nodiscard]] Result<Imported> read_superbench_rules(TextStream& stream, const Source& source);

}  // namespace roofgate
