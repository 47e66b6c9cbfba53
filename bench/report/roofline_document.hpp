// What `roofgate roofline` prints: the machine, its roof, and every case beneath it.
#pragma once

#include "bench/record/record.hpp"
#include "bench/report/document.hpp"
#include "bench/roofline/roofline.hpp"

namespace roofgate {

/// For people: figures with units, columns that are empty throughout left out, notes beside the rows they belong to.
[[nodiscard]] Document roofline_document(const Record& record, const Roofline& roofline);

/// For machines: one table of all columns, numbers in SI units under the names that docs/metrics.md defines.
[[nodiscard]] Document roofline_data(const Roofline& roofline);

}  // namespace roofgate
