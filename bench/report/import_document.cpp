#include "bench/report/import_document.hpp"

#include <fmt/format.h>

#include <cstddef>

#include "bench/record/marks.hpp"
#include "bench/record/run_place.hpp"
#include "bench/report/machine_line.hpp"

namespace roofgate {
namespace {

std::size_t measured_cases(const Record& record) {
  std::size_t count = 0;
  for (const Case& measured : record.cases) count += is_clean(measured) ? 1 : 0;
  return count;
}

Tone tone_of(const Remark& remark) { return remark.kind == RemarkKind::note ? Tone::plain : Tone::doubtful; }

}  // namespace

std::size_t wrong_cases(const Record& record) {
  std::size_t count = 0;
  for (const Case& measured : record.cases) count += has_mark(measured, MarkKind::wrong_result) ? 1 : 0;
  return count;
}

Document import_document(const History& history, const std::vector<std::string>& places) {
  Document document;
  for (const ImportedFile& file : history.files) {
    document.blocks.emplace_back(Paragraph{fmt::format("{}   {}", file.name, file.taken_for)});
    document.blocks.emplace_back(Detail{file.imported.remarks.summary()});
    for (const Remark& remark : file.imported.remarks.all()) {
      document.blocks.emplace_back(Paragraph{"  " + to_string(remark), tone_of(remark)});
    }
  }
  for (const std::string& text : history.left_out) {
    document.blocks.emplace_back(Paragraph{"left out: " + text, Tone::doubtful});
  }
  for (std::size_t i = 0; i < history.records.size(); ++i) {
    const Record& record = history.records[i];
    document.blocks.emplace_back(Paragraph{machine_line(record)});
    // Of several, where each was measured: the machines may be alike in all else.
    const std::string place = history.records.size() > 1 ? place_of(record).label : std::string{};
    document.blocks.emplace_back(Detail{fmt::format(
        "{}{}{}/{}, {} case{}, {} clean; {}{}", place, place.empty() ? "" : ": ", hardware_key(record.environment),
        record.suite, record.cases.size(), record.cases.size() == 1 ? "" : "s", measured_cases(record),
        record.started_at, record.imported ? ", dated by " + record.imported->dated_by : "")});
    if (const std::size_t wrong = wrong_cases(record); wrong > 0) {
      document.blocks.emplace_back(
          Paragraph{fmt::format("  WRONG RESULT in {} case{}: by the tool's own check", wrong, wrong == 1 ? "" : "s"),
                    Tone::bad});
    }
    if (record.finished_at.empty()) {
      document.blocks.emplace_back(Paragraph{
          "  NOT FINISHED: the run died, or its file is cut. It passes no gate and makes no baseline", Tone::bad});
    }
    if (i < places.size()) document.blocks.emplace_back(Detail{"written to " + places[i]});
  }
  return document;
}

}  // namespace roofgate
