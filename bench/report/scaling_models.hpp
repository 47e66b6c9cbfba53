// Fits and extrapolations as tables.
#pragma once

#include "bench/report/document.hpp"
#include "bench/scaling/scaling.hpp"

namespace roofgate {

void append_fits(Document& document, const Scaling& scaling);

/// With every assumption, and called an extrapolation.
void append_forecasts(Document& document, const Scaling& scaling);

}  // namespace roofgate
