// A folder of its own for one night's files: runs/<stamp>.
#pragma once

#include <filesystem>

#include "kernels/base/result.hpp"

namespace roofgate {

/// Makes `parent`/<UTC stamp>, or with "-2", "-3", … where that exists, so that two nights never share one.
[[nodiscard]] Result<std::filesystem::path> make_run_folder(const std::filesystem::path& parent);

/// `wanted`, which must not exist (`usage`); where it is empty, a folder for this moment under runs/.
[[nodiscard]] Result<std::filesystem::path> new_run_folder(const std::filesystem::path& wanted);

}  // namespace roofgate
