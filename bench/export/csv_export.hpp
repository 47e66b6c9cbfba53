// One row per case and round, marks beside the figures, for spreadsheets and data frames.
#pragma once

#include "bench/export/exporter.hpp"

namespace roofgate {

[[nodiscard]] Exported write_csv(const Record& record);

}  // namespace roofgate
