#include "bench/roofgate/comparing.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <ostream>

#include "bench/baseline/repeated_figures.hpp"
#include "bench/readers/nights.hpp"
#include "bench/record/atomic_file.hpp"
#include "bench/record/json_tree.hpp"
#include "bench/record/utc_time.hpp"
#include "bench/report/compare_document.hpp"
#include "bench/report/junit.hpp"
#include "bench/report/render.hpp"
#include "bench/roofgate/gating.hpp"
#include "bench/roofgate/record_argument.hpp"
#include "bench/roofline/plausibility.hpp"

namespace roofgate {
namespace {

void take_side(const std::vector<Record>& records, const PeaksDb& peaks, std::vector<const Record*>& side,
               std::map<std::string, std::string>& implausible) {
  for (const Record& record : records) {
    side.push_back(&record);
    for (const auto& [id, why] : implausible_cases(record, peaks)) implausible[id] = why.sentence;
  }
}

/// Two machines' nights are no spread of one.
Result<void> check_one_place(const std::vector<Record>& records, const std::string& side, PlaceRule rule) {
  std::vector<const Record*> by_start;
  for (const Record& record : records) by_start.push_back(&record);
  std::stable_sort(by_start.begin(), by_start.end(),
                   [](const Record* a, const Record* b) { return a->started_at < b->started_at; });
  const auto mixed = mixed_places(by_start, Within::all, rule);
  if (!mixed) return {};
  return fail(ErrorKind::usage, fmt::format("{} was measured in several places: {}", mixed->case_id, mixed->names),
              side, "compare each with itself: give the files of one, or choose it with --place NAME");
}

/// An output of before the change that lies among those after it shows no change, whatever the change did.
Result<void> check_is_new(const std::vector<Record>& before, const std::vector<Record>& after) {
  std::vector<Figures> known;
  for (const Record& record : before) known.push_back(figures_of(record));
  for (const Record& record : after) {
    const auto same = repeated_in(figures_of(record), known);
    if (!same) continue;
    return fail(ErrorKind::measurement,
                fmt::format("the same measurements as {} of before the change: a copy, not a new run",
                            printable(before[*same].imported->file)),
                printable(record.imported->file), "measure after the change; the file may be an earlier night's");
  }
  return {};
}

}  // namespace

void TellingOptions::add_to(CLI::App& command) {
  command.add_flag("--all", all, "Shows every case with its interval and what it could have seen.");
  command.add_option("--markdown", markdown, "Also writes the report as Markdown to this file; default: not written.")
      ->type_name("FILE");
  command.add_option("--junit", junit, "Also writes the verdicts as JUnit XML to this file; default: not written.")
      ->type_name("FILE");
  command.add_option("--json", json, "Also writes everything as JSON to this file; default: not written.")
      ->type_name("FILE");
}

Result<CompareResult> compare_files(const std::vector<std::string>& before, const std::vector<std::string>& after,
                                    const std::string& policy, Console& console, const ImportOptions& options) {
  const auto old = load_records(before, console, options);
  if (!old) return fail(old.error());
  const auto now = load_records(after, console, options);
  if (!now) return fail(now.error());
  if (const auto ok = check_one_place(old->records, before.front(), options.places); !ok) return fail(ok.error());
  if (const auto ok = check_one_place(now->records, after.front(), options.places); !ok) return fail(ok.error());
  const auto material = load_rules(policy);
  if (!material) return fail(material.error());
  if (const auto fresh = check_is_new(old->records, now->records); !fresh) return fail(fresh.error());
  CompareInputs inputs{{}, {}, material->policy, {}, {}, utc_now().substr(0, 10), {}};
  for (const std::string& lost : now->lost) inputs.lost_after.push_back(printable(lost));
  take_side(old->records, material->peaks, inputs.before, inputs.implausible_before);
  take_side(now->records, material->peaks, inputs.after, inputs.implausible_after);
  return compare(inputs);
}

Result<void> tell(const CompareResult& result, const TellingOptions& options, Console& console) {
  const Document document = compare_document(result, options.all ? GateDetail::full : GateDetail::brief);
  console.out << render_terminal(document, {console.colour, console.width});
  const Document whole = compare_document(result, GateDetail::full);
  if (auto ok = write_if_named(options.markdown, [&] { return render_markdown(whole); }); !ok) return ok;
  if (auto ok = write_if_named(options.junit, [&] { return render_junit(result.gate); }); !ok) return ok;
  return write_if_named(options.json, [&] { return render_compare_json(result); });
}

}  // namespace roofgate
