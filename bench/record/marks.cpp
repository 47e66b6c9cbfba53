#include "bench/record/marks.hpp"

#include <algorithm>

namespace roofgate {

const Mark* find_mark(const Case& measured, MarkKind kind) {
  for (const Round& round : measured.rounds) {
    for (const Mark& mark : round.marks) {
      if (mark.kind == kind) return &mark;
    }
  }
  return nullptr;
}

bool has_mark(const Case& measured, MarkKind kind) { return find_mark(measured, kind) != nullptr; }

bool has_mark(std::span<const Mark> marks, MarkKind kind) {
  return std::any_of(marks.begin(), marks.end(), [kind](const Mark& mark) { return mark.kind == kind; });
}

}  // namespace roofgate
