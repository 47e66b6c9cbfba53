// Text from records and file names as it can be shown to a person: nothing in it can steer a terminal or hide.
#pragma once

#include <string>
#include <string_view>

namespace roofgate {

enum class LineBreaks { show, keep };

/// Valid UTF-8 without control characters: those, and bytes that are not UTF-8, become \xNN; invisible and
/// bidirectional format characters (which can make a terminal show another order than the file's) become \u{NNNN}.
/// `keep` leaves newline and tab as they are.
[[nodiscard]] std::string visible(std::string_view text, LineBreaks breaks = LineBreaks::show);

}  // namespace roofgate
