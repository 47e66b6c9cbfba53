// One line of comma-separated values (RFC 4180, without line breaks in cells, which benchmark tools do not write).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofgate {

/// Cells without their quotes and without blanks around them. An open quote ends with the line.
[[nodiscard]] std::vector<std::string> csv_cells(std::string_view line, char separator = ',');

/// A finite number that is the whole cell.
[[nodiscard]] std::optional<double> csv_number(std::string_view cell);

}  // namespace roofgate
