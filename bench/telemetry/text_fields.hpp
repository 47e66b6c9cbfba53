// Splits the kernel's text files into fields. No error text: a field that is not there is absent.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace roofgate {

/// Without blanks, tabs, newlines and NULs at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);

/// The fields between runs of blanks and tabs.
[[nodiscard]] std::vector<std::string_view> fields_of(std::string_view line);

/// The lines without their ends.
[[nodiscard]] std::vector<std::string_view> lines_of(std::string_view text);

/// A finite decimal number that is the whole text.
[[nodiscard]] std::optional<double> number_of(std::string_view text);

/// The value of the first `key: value` or `key value` line: "model name\t: AMD EPYC" -> "AMD EPYC".
[[nodiscard]] std::optional<std::string_view> value_of(std::string_view text, std::string_view key);

/// A CPU list such as "0-3,8,10-11"; empty if it is not one. Longer than 65536 CPUs is not one.
[[nodiscard]] std::vector<int> cpus_of(std::string_view list);

}  // namespace roofgate
