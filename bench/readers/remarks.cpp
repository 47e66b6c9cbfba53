#include "bench/readers/remarks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

namespace roofgate {
namespace {

constexpr std::size_t kExamples = 3;

/// Reasons are sentences of readers, a handful in all; what could make each row's its own is an example.
constexpr std::size_t kMostReasons = 100;

}  // namespace

void Remarks::add(RemarkKind kind, const std::string& reason, const std::string& example, std::size_t rows) {
  auto found = std::find_if(remarks_.begin(), remarks_.end(),
                            [&](const Remark& known) { return known.kind == kind && known.reason == reason; });
  if (found == remarks_.end()) {
    const std::string_view other = "for other reasons";
    if (remarks_.size() >= kMostReasons && reason != other) return add(kind, std::string{other}, {}, rows);
    remarks_.push_back({kind, reason, 0, {}});
    found = remarks_.end() - 1;
  }
  found->count += rows;
  if (!example.empty() && found->examples.size() < kExamples) found->examples.push_back(example);
}

void Remarks::refuse(const std::string& reason, const std::string& example, std::size_t rows) {
  rows_refused_ += rows;
  add(RemarkKind::refused, reason, example, rows);
}

void Remarks::doubt(const std::string& reason, const std::string& example, std::size_t rows) {
  add(RemarkKind::doubtful, reason, example, rows);
}

void Remarks::note(const std::string& reason) {
  const auto known = [&](const Remark& remark) { return remark.kind == RemarkKind::note && remark.reason == reason; };
  if (std::none_of(remarks_.begin(), remarks_.end(), known)) add(RemarkKind::note, reason, {}, 1);
}

void Remarks::merge(const Remarks& other) {
  rows_read_ += other.rows_read_;
  rows_refused_ += other.rows_refused_;
  for (const Remark& remark : other.remarks_) {
    if (remark.kind == RemarkKind::note) {
      note(remark.reason);
      continue;
    }
    add(remark.kind, remark.reason, {}, remark.count);
    for (const std::string& example : remark.examples) add(remark.kind, remark.reason, example, 0);
  }
}

std::string Remarks::summary() const {
  const std::size_t rows = rows_read_ + rows_refused_;
  if (rows == 0) return "no row read";
  const std::string text = fmt::format("{} of {} row{} read", rows_read_, rows, rows == 1 ? "" : "s");
  return rows_refused_ == 0 ? text : fmt::format("{}, {} refused", text, rows_refused_);
}

std::string to_string(const Remark& remark) {
  if (remark.kind == RemarkKind::note) return remark.reason;
  std::string text = fmt::format("{} {}: {}", remark.count, remark.kind == RemarkKind::refused ? "refused" : "doubtful",
                                 remark.reason);
  if (remark.examples.empty()) return text;
  return fmt::format("{} ({}{})", text, fmt::join(remark.examples, ", "),
                     remark.count > remark.examples.size() ? ", …" : "");
}

}  // namespace roofgate
