// What a process that measures into a record was measuring when it died.
#pragma once

#include <filesystem>
#include <string>

namespace roofgate {

/// Beside the record; holds the id of the case that is being measured and is not yet in the record.
[[nodiscard]] std::filesystem::path running_file(const std::filesystem::path& record);

/// The id in it; empty where there is none. The file is removed.
[[nodiscard]] std::string take_running(const std::filesystem::path& record);

}  // namespace roofgate
