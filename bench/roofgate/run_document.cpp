#include "bench/roofgate/run_document.hpp"

#include <fmt/format.h>

#include "bench/report/format.hpp"

namespace roofgate {
namespace {

constexpr std::size_t kShown = 5;  // of each kind: the record has them all

void append(Document& document, const std::string& what, Tone tone, const std::map<std::string, std::string>& cases) {
  if (cases.empty()) return;
  document.blocks.emplace_back(Paragraph{fmt::format("{} {}", cases.size(), what), tone});
  std::size_t shown = 0;
  for (const auto& [id, evidence] : cases) {
    if (++shown > kShown) {
      document.blocks.emplace_back(Detail{fmt::format("and {} more", cases.size() - kShown)});
      break;
    }
    document.blocks.emplace_back(Detail{fmt::format("{}  {}", id, evidence)});
  }
}

}  // namespace

Document run_document(const RunOutcome& outcome, const std::filesystem::path& record) {
  Document document;
  const bool is_whole = !outcome.was_stopped && outcome.measured == outcome.planned;
  const std::string what = outcome.rounds > 0 ? fmt::format("{} rounds of {} cases", outcome.rounds,
                                                            outcome.planned / static_cast<std::size_t>(outcome.rounds))
                                              : "nothing";
  document.blocks.emplace_back(
      Paragraph{fmt::format("{} {} of {} on {} in {}", is_whole ? "measured" : "began", what, outcome.suite,
                            outcome.hardware_key, format_duration(outcome.elapsed))});
  append(document, "with a wrong result", Tone::bad, outcome.wrong);
  append(document, "could not be measured", Tone::bad, outcome.failed);
  append(document, "marked: these rounds will not count", Tone::doubtful, outcome.marked);
  if (!is_whole) {
    document.blocks.emplace_back(
        Paragraph{fmt::format("stopped: {} of {} measurements are in the record", outcome.measured, outcome.planned),
                  Tone::doubtful});
    const std::string suite = outcome.suite_file.empty() ? "" : " --suite " + outcome.suite_file;
    document.blocks.emplace_back(
        Paragraph{fmt::format("complete it: roofgate run --resume {}{}", record.string(), suite)});
  } else if (outcome.nothing_to_judge) {
    document.blocks.emplace_back(Paragraph{"nothing to judge: no case could be measured here", Tone::doubtful});
  } else {
    document.blocks.emplace_back(Paragraph{fmt::format("judge it: roofgate gate {}", record.string())});
  }
  return document;
}

}  // namespace roofgate
