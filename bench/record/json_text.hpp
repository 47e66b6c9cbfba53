// Pieces of JSON text. The writers of records and baselines lay out their lines themselves, so that files stay
// readable and review well as a diff.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace roofgate {

/// In quotes, escaped. Bytes that are not UTF-8 become U+FFFD: a machine's strange name must not cost the night.
[[nodiscard]] std::string json_string(std::string_view text);

/// The shortest text that reads back as the same double; null if it is not finite, which JSON cannot hold.
[[nodiscard]] std::string json_number(double value);
[[nodiscard]] std::string json_number(std::optional<double> value);

/// On one line: "[1.5, 2]".
[[nodiscard]] std::string json_array(std::span<const double> values);
[[nodiscard]] std::string json_array(std::span<const std::string> values);

/// On one line: {"driver": "580.65", "nccl": "2.27.3"}.
[[nodiscard]] std::string json_object(const std::map<std::string, std::string>& values);

}  // namespace roofgate
