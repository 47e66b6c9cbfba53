// What `roofgate run` says at its end.
#pragma once

#include <filesystem>

#include "bench/report/document.hpp"
#include "bench/session/run_session.hpp"

namespace roofgate {

/// `record`: where it lies, as the user would type it.
[[nodiscard]] Document run_document(const RunOutcome& outcome, const std::filesystem::path& record);

}  // namespace roofgate
