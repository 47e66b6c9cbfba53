// What `roofgate scaling` prints: tables per collective and step, what stands out, fits and extrapolations.
#pragma once

#include "bench/record/record.hpp"
#include "bench/report/document.hpp"
#include "bench/scaling/scaling.hpp"

namespace roofgate {

struct ScalingDetail {
  bool all_sizes = false;  ///< else three sizes of each collective and one variant of each step
  bool pairs = false;      ///< every pair that exchanged messages
};

/// For people. `record`: the one whose machine is shown.
[[nodiscard]] Document scaling_document(const Record& record, const Scaling& scaling, ScalingDetail detail);

/// For machines: one table of all rows and columns, numbers in SI units under the names that docs/scaling.md defines.
[[nodiscard]] Document scaling_data(const Scaling& scaling);

}  // namespace roofgate
