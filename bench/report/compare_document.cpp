#include "bench/report/compare_document.hpp"

#include <fmt/format.h>

#include <cmath>

#include "bench/report/format.hpp"

namespace roofgate {
namespace {

Tone tone_of(Advice advice) {
  if (advice == Advice::safe) return Tone::good;
  return advice == Advice::cannot_tell ? Tone::doubtful : Tone::bad;
}

Cell count_of(int count) { return {fmt::format("{}", count), Tone::plain, static_cast<double>(count)}; }

Table table_of(const std::vector<JoinedChange>& environment) {
  Table table{"environment",
              {{"what differs", Align::left},
               {"name", Align::left},
               {"before", Align::left},
               {"after", Align::left},
               {"cases it can touch", Align::right},
               {"slower", Align::right},
               {"faster", Align::right},
               {"median change", Align::right}},
              {}};
  for (const JoinedChange& entry : environment) {
    Cell change{"-"};
    if (entry.median_change)
      change = {format_change(std::expm1(-*entry.median_change)), Tone::plain, std::expm1(-*entry.median_change)};
    table.rows.push_back({{std::string{name_of(entry.change.part)}},
                          {entry.change.name},
                          {entry.change.before},
                          {entry.change.after},
                          count_of(entry.cases),
                          count_of(entry.slower),
                          count_of(entry.faster),
                          change});
  }
  return table;
}

}  // namespace

Document compare_document(const CompareResult& result, GateDetail detail) {
  Document document;
  document.blocks.emplace_back(Paragraph{result.recommendation.sentence, tone_of(result.recommendation.advice)});
  const Document verdicts = gate_document(result.gate, detail);
  document.blocks.insert(document.blocks.end(), verdicts.blocks.begin(), verdicts.blocks.end());
  if (result.environment.empty()) {
    document.blocks.emplace_back(Paragraph{"no difference between the environments is in the records", Tone::quiet});
  } else {
    document.blocks.emplace_back(Paragraph{""});
    document.blocks.emplace_back(table_of(result.environment));
  }
  return document;
}

}  // namespace roofgate
