// What an import made of its files: taken for what, rows read and refused, and the records.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "bench/readers/import.hpp"
#include "bench/report/document.hpp"

namespace roofgate {

/// `places`: where the records were written, one each in their order; empty where nothing was written.
[[nodiscard]] Document import_document(const History& history, const std::vector<std::string>& places);

/// Cases whose result the tool's own check found wrong.
[[nodiscard]] std::size_t wrong_cases(const Record& record);

}  // namespace roofgate
