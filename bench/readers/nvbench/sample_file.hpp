// The file of samples beside nvbench's JSON (--jsonbin): single-precision seconds, little endian.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "kernels/base/result.hpp"

namespace roofgate {

/// `named` is what the JSON says; it is looked for below the JSON's own folder alone, by its last folder and its name,
/// so that no file elsewhere is read. An `input` error where it is not there or has another size than `count` samples.
[[nodiscard]] Result<std::vector<double>> read_sample_file(const std::string& json_file, const std::string& named,
                                                           std::size_t count);

}  // namespace roofgate
