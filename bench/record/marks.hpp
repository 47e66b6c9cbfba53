// Whether a measurement carries a mark of some kind.
#pragma once

#include <span>

#include "bench/record/record.hpp"

namespace roofgate {

/// The first such mark of any round; null without one.
[[nodiscard]] const Mark* find_mark(const Case& measured, MarkKind kind);

[[nodiscard]] bool has_mark(const Case& measured, MarkKind kind);
[[nodiscard]] bool has_mark(std::span<const Mark> marks, MarkKind kind);

}  // namespace roofgate
