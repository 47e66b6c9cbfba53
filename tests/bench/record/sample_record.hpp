// A small record that uses every key, for the tests of readers and writers.
#pragma once

#include "bench/record/record.hpp"

namespace roofgate {

[[nodiscard]] Record make_sample_record();

}  // namespace roofgate
