// Patterns over case ids, as policies and filters write them.
#pragma once

#include <string_view>

namespace roofgate {

/// True if `pattern` describes all of `text`: `*` stands for any text, '/' included, `?` for one character.
[[nodiscard]] bool matches(std::string_view pattern, std::string_view text);

}  // namespace roofgate
