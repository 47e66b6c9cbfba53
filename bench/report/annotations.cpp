#include "bench/report/annotations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "bench/gate/cause.hpp"
#include "bench/report/failure_report.hpp"
#include "bench/report/format.hpp"
#include "bench/report/visible_text.hpp"

namespace roofgate {
namespace {

/// Of a command's message; in a property ':' and ',' as well (actions/toolkit, packages/core/src/command.ts).
std::string escaped(std::string_view raw, bool is_property) {
  std::string text;
  for (const char c : visible(raw)) {
    const bool is_special = c == '%' || c == '\r' || c == '\n' || (is_property && (c == ':' || c == ','));
    text += is_special ? fmt::format("%{:02X}", static_cast<unsigned char>(c)) : std::string(1, c);
  }
  return text;
}

std::string_view level_of(VerdictKind kind) {
  switch (kind) {
    case VerdictKind::regressed:
    case VerdictKind::wrong_result:
    case VerdictKind::vanished:
      return "error";
    case VerdictKind::invalid:
    case VerdictKind::inconclusive:
    case VerdictKind::no_baseline:
    case VerdictKind::drift:
      return "warning";
    case VerdictKind::xfail:
      return "notice";
    case VerdictKind::pass:
    case VerdictKind::improved:
    case VerdictKind::skipped:
      break;
  }
  return {};
}

std::string message_of(const Verdict& verdict) {
  std::string text = verdict.case_id;
  if (verdict.change && verdict.change_low && verdict.change_high) {
    text += fmt::format(" {} {}", format_change(std::expm1(-*verdict.change)),
                        format_interval(std::expm1(-*verdict.change_high), std::expm1(-*verdict.change_low)));
  }
  if (verdict.smallest_detectable_loss) {
    text += fmt::format(", could see {}", format_percent(Ratio{*verdict.smallest_detectable_loss}));
  }
  for (const Reason& reason : verdict.reasons) text += "\n" + reason.sentence;
  return text;
}

std::string line_of(std::string_view level, std::string_view title, std::string_view message) {
  std::string text;
  for (std::size_t begin = 0; begin <= message.size();) {
    const std::size_t end = std::min(message.find('\n', begin), message.size());
    text += (begin == 0 ? "" : "%0A") + escaped(message.substr(begin, end - begin), false);
    begin = end + 1;
  }
  return fmt::format("::{} title={}::{}\n", level, escaped(title, true), text);
}

struct Finding {
  std::string title, message;
};

/// All of one level, as many as a runner shows.
std::string lines_of(std::string_view level, const std::vector<Finding>& findings) {
  std::string text;
  const bool is_cut = findings.size() > kAnnotationsPerLevel;
  const std::size_t shown = is_cut ? kAnnotationsPerLevel - 1 : findings.size();
  for (std::size_t i = 0; i < shown; ++i) text += line_of(level, findings[i].title, findings[i].message);
  if (!is_cut) return text;
  return text + line_of(level, "roofgate: and more",
                        fmt::format("{} more of this level: the report has them all.", findings.size() - shown));
}

}  // namespace

std::string render_unjudged_annotations(const NightVerdict& night) {
  std::vector<Finding> findings;
  for (const std::string& place : night.absent) findings.push_back({"roofgate: missing", place});
  for (const LostPlace& place : night.lost) {
    findings.push_back({"roofgate: " + outcome_of(place.error), place.name + "\n" + to_string(place.error)});
  }
  return lines_of("error", findings);
}

std::string render_failure_annotation(const Error& error) {
  return line_of("error", "roofgate: " + outcome_of(error), to_string(error));
}

std::string render_annotations(const GateResult& result) {
  const std::string cause = cause_beyond_cases(result);
  std::string text;
  for (const std::string_view level : {"error", "warning", "notice"}) {
    std::vector<Finding> findings;
    if (level == std::string_view{"error"} && !cause.empty()) findings.push_back({"roofgate: night", cause});
    for (const Verdict& verdict : result.verdicts) {  // worst first already
      if (level_of(verdict.kind) != level) continue;
      findings.push_back({fmt::format("roofgate: {}", name_of(verdict.kind)), message_of(verdict)});
    }
    text += lines_of(level, findings);
  }
  return text;
}

}  // namespace roofgate
