// Splits text into lines, fields and numbers. No error text: a field that is not there is absent.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofgate {

/// Without blanks, tabs, newlines and NULs at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);

/// The fields between runs of blanks and tabs.
[[nodiscard]] std::vector<std::string_view> fields_of(std::string_view line);

/// The lines without their ends.
[[nodiscard]] std::vector<std::string_view> lines_of(std::string_view text);

/// Without a terminal's control sequences (ECMA-48: ESC, '[', …, a letter), such as the colours that a log kept.
[[nodiscard]] std::string without_escapes(std::string_view line);

/// A finite decimal number that is the whole text; `number_of`: but for blanks around it.
[[nodiscard]] std::optional<double> strict_number_of(std::string_view text);
[[nodiscard]] std::optional<double> number_of(std::string_view text);

/// The value of the first `key: value` or `key value` line: "model name\t: AMD EPYC" -> "AMD EPYC".
[[nodiscard]] std::optional<std::string_view> value_of(std::string_view text, std::string_view key);

/// ASCII only, whatever the locale is.
[[nodiscard]] constexpr char lower_case(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}
[[nodiscard]] std::string lower_case(std::string_view text);

}  // namespace roofgate
