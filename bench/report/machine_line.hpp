// One line about what a record was measured on and with: hardware, software as loaded, rounds and when.
#pragma once

#include <string>

#include "bench/record/record.hpp"

namespace roofgate {

/// "8 x NVIDIA H200 (device 0 shown) · driver 580.65 · CUDA 13.0 · 5 rounds, 02:00 to 02:09 UTC".
[[nodiscard]] std::string machine_line(const Record& record);

}  // namespace roofgate
