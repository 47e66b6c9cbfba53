#include "bench/roofgate/import_notes.hpp"

#include <fmt/format.h>

#include <cstddef>

#include "bench/report/visible_text.hpp"

namespace roofgate {
namespace {

constexpr std::size_t kMostShown = 4;  // files of one format that are told of one by one

std::string remarks_of(const Remarks& remarks) {
  std::string text = remarks.summary() + "\n";
  for (const Remark& remark : remarks.all()) text += fmt::format("  {}\n", to_string(remark));
  return visible(text, LineBreaks::keep);
}

}  // namespace

void ImportNotes::add(const ImportedFile& file) {
  if (file.taken_for.empty()) return;  // a record of our own, as it is
  Group& group = groups_[file.taken_for.substr(0, file.taken_for.find(':'))];
  ++group.files;
  group.remarks.merge(file.imported.remarks);
  if (group.files > kMostShown) return;
  group.lines.push_back(fmt::format("roofgate: {}: {}: {}", visible(file.name), visible(file.taken_for),
                                    remarks_of(file.imported.remarks)));
}

std::string ImportNotes::text() const {
  std::string text;
  for (const auto& [format, group] : groups_) {
    if (group.files > kMostShown) {
      text += fmt::format("roofgate: {} files of {}: {}", group.files, visible(format), remarks_of(group.remarks));
      continue;
    }
    for (const std::string& line : group.lines) text += line;
  }
  return text;
}

}  // namespace roofgate
