// What stands out in a scaling report, one sentence each.
#pragma once

#include "bench/report/document.hpp"
#include "bench/scaling/scaling.hpp"

namespace roofgate {

/// Sick ranks, slow ranks and links, switches of algorithm. A part that many sizes name is said once.
void append_findings(Document& document, const Scaling& scaling);

/// Software that differs between the records of one table.
void append_differences(Document& document, const Scaling& scaling);

/// Every pair of every bisection.
void append_pairs(Document& document, const Scaling& scaling);

}  // namespace roofgate
