#include "bench/roofgate/nightly.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "bench/record/record_json.hpp"
#include "bench/record/utc_time.hpp"
#include "bench/report/baseline_document.hpp"
#include "bench/report/gate_document.hpp"
#include "bench/report/roofline_document.hpp"
#include "bench/roofgate/bootstrap.hpp"
#include "bench/roofgate/night_files.hpp"
#include "bench/roofgate/night_scaling.hpp"
#include "bench/roofgate/promoting.hpp"
#include "bench/roofgate/remeasuring.hpp"
#include "bench/roofgate/roofline_excerpt.hpp"
#include "bench/roofgate/run_document.hpp"
#include "bench/roofgate/run_folder.hpp"
#include "bench/roofline/roofline.hpp"
#include "bench/session/bench_program.hpp"

namespace roofgate {
namespace {

constexpr std::size_t kShownPerKind = 4;
constexpr std::size_t kShownCases = 3;  // of a refusal, or held back: the files have them all
constexpr const char* kAcceptedBy = "roofgate nightly";

void append(Document& document, const Document& more) {
  document.blocks.insert(document.blocks.end(), more.blocks.begin(), more.blocks.end());
}

/// ", without 3 disturbed cases"
std::string without(std::size_t left_out) {
  if (left_out == 0) return {};
  return fmt::format(", without {} disturbed {}", left_out, left_out == 1 ? "case" : "cases");
}

void say(Document& document, std::string text, Tone tone = Tone::plain) {
  document.blocks.emplace_back(Paragraph{std::move(text), tone});
}

class Nightly {
 public:
  Nightly(const NightlyRequest& request, ProcessRunner& runner, RunObserver& observer)
      : request_{request}, runner_{runner}, observer_{observer} {}

  Result<NightlyOutcome> run() {
    if (auto readable = look_at_baseline(); !readable) return fail(readable.error());
    for (;;) {
      if (auto done = measure_night(); !done || *done)
        return done ? Result<NightlyOutcome>{outcome_} : fail(done.error());
      auto material = load_gate_material(record_, request_.gating);
      if (!material) return fail(material.error());
      if (missing_bootstrap_nights(material->baseline, request_.baseline_nights) == 0) return judge_night(*material);
      const auto kept = keep_first_night(*material);
      if (!kept) return fail(kept.error());
      if (!*kept) return outcome_;
    }
  }

 private:
  /// A baseline that cannot be read is told before minutes are spent.
  Result<void> look_at_baseline() {
    const auto environment = describe(request_.run.bench, runner_);
    if (!environment) return fail(environment.error());
    const auto material = load_gate_material(*environment, request_.run.bench.suite, request_.gating);
    if (!material) return fail(material.error());
    return {};
  }

  /// True if the night ends here: it was stopped, and the outcome says so.
  Result<bool> measure_night() {
    const auto folder = make_run_folder(request_.runs);
    if (!folder) return fail(folder.error());
    folder_ = *folder;
    RunRequest run = request_.run;
    run.record = folder_ / "record.json";
    const auto measured = run_session(run, runner_, observer_);
    if (!measured) {
      std::error_code ignored;
      std::filesystem::remove(folder_, ignored);  // if nothing was written
      return fail(measured.error());
    }
    auto record = read_record(run.record);
    if (!record) return fail(record.error());
    record_ = std::move(*record);
    if (!measured->was_stopped) return false;
    outcome_ = {ExitStatus::cannot_judge, run_document(*measured, run.record)};
    return true;
  }

  Result<Promoted> remember(const GateMaterial& material, bool is_first_night) const {
    PromoteRequest promoting;
    promoting.folder = request_.gating.baselines;
    promoting.rules = {material.policy, std::nullopt, {}, material.peaks};
    promoting.options.by = kAcceptedBy;
    promoting.options.at = utc_now();
    promoting.options.made_minutes_apart = is_first_night;
    promoting.is_reference_made = !is_first_night;
    promoting.keeps_losses = true;
    return promote_into(record_, promoting);
  }

  /// False if the night cannot be kept: the outcome says why.
  Result<bool> keep_first_night(const GateMaterial& material) {
    const auto promoted = remember(material, true);
    if (!promoted) return fail(promoted.error());
    if (!promoted->promotion.night) {
      // What was measured is worth seeing all the same.
      if (auto shown = show_roofline(material, judge_against(material, record_)); !shown) return fail(shown.error());
      say(outcome_.document, "");
      append_refusals("this night cannot be a baseline: ", promoted->promotion);
      say(outcome_.document, fmt::format("files of this night: {}", folder_.string()));
      outcome_.status = promoted->promotion.status();
      return false;
    }
    observer_.tell(fmt::format("baseline night {} of {}: {}{}", promoted->nights, request_.baseline_nights,
                               promoted->file.string(), without(promoted->promotion.left_out.size())));
    return true;
  }

  Result<NightlyOutcome> judge_night(const GateMaterial& material) {
    RemeasureRequest again;
    again.record = folder_ / "record.json";
    again.rounds = request_.remeasures ? material.policy.remeasure.rounds : 0;
    again.session.bench = request_.run.bench;
    again.session.launcher = request_.run.launcher;
    again.session.surroundings = request_.run.surroundings;
    const auto result = judge_with_remeasuring(material, again, record_, runner_, observer_);
    if (!result) return fail(result.error());
    if (auto shown = show_roofline(material, *result); !shown) return fail(shown.error());
    say(outcome_.document, "");
    append(outcome_.document, gate_document(*result, GateDetail::brief));
    if (auto kept = remember_judged_night(material); !kept) return fail(kept.error());
    advise(*result);
    if (request_.pictures) say(outcome_.document, draw_night(folder_, *request_.pictures, runner_), Tone::quiet);
    say(outcome_.document, fmt::format("files of this night: {}", folder_.string()));
    outcome_.status = result->status;
    return outcome_;
  }

  /// Writes the night's files and shows a screen of its roofline.
  Result<void> show_roofline(const GateMaterial& material, const GateResult& result) {
    const Roofline roofline = roofline_of(record_, material.peaks);
    if (auto written = write_night_files(folder_, record_, roofline, result); !written) return written;
    append(outcome_.document, roofline_document(record_, roofline_excerpt(roofline, kShownPerKind)));
    say(outcome_.document,
        fmt::format("of each kind the nearest to the roof and the farthest; all {}: {}", roofline.placements.size(),
                    (folder_ / "roofline.md").string()),
        Tone::quiet);
    const auto scaled = write_night_scaling(folder_, record_, material.peaks);
    if (!scaled) return fail(scaled.error());
    if (*scaled) {
      say(outcome_.document, fmt::format("several world sizes: {}", (folder_ / "scaling.md").string()), Tone::quiet);
    }
    return {};
  }

  void append_refusals(const std::string& what, const Promotion& promotion) {
    for (const Refusal& refusal : promotion.refusals) {
      say(outcome_.document, what + refusal.reason, Tone::doubtful);
      add_notes(outcome_.document, refusal.cases, kShownCases);
      if (!refusal.hint.empty()) outcome_.document.blocks.emplace_back(Detail{"hint: " + refusal.hint});
    }
  }

  /// A night that shows no loss and no wrong result is remembered even where some cases could not be decided: more
  /// nights are what decides them.
  Result<void> remember_judged_night(const GateMaterial& material) {
    if (!request_.remembers) return {};
    const auto promoted = remember(material, false);
    if (!promoted) return fail(promoted.error());
    if (promoted->promotion.night) {
      say(outcome_.document, fmt::format("remembered: night {} of {}{}", promoted->nights, promoted->file.string(),
                                         without(promoted->promotion.left_out.size())));
      append(outcome_.document, watched_document(promoted->promotion, kShownCases));
      return {};
    }
    append_refusals("not remembered: ", promoted->promotion);
    return {};
  }

  /// What to do about a night that could not be judged.
  void advise(const GateResult& result) {
    if (result.status != ExitStatus::cannot_judge) return;
    const auto count = [&](VerdictKind kind) {
      return std::count_if(result.verdicts.begin(), result.verdicts.end(),
                           [&](const Verdict& verdict) { return verdict.kind == kind; });
    };
    if (count(VerdictKind::invalid) > 0) {
      say(outcome_.document,
          "disturbed cases: `roofgate doctor` says what disturbs this machine; run again when it is quiet");
    }
    if (count(VerdictKind::inconclusive) > 0) {
      say(outcome_.document,
          "undecided cases: real nights replace those made minutes apart and narrow the intervals; run "
          "`roofgate nightly` again tomorrow, or now with more --rounds");
    }
  }

  const NightlyRequest& request_;
  ProcessRunner& runner_;
  RunObserver& observer_;
  std::filesystem::path folder_;
  Record record_;
  NightlyOutcome outcome_;
};

}  // namespace

Result<NightlyOutcome> nightly(const NightlyRequest& request, ProcessRunner& runner, RunObserver& observer) {
  return Nightly{request, runner, observer}.run();
}

}  // namespace roofgate
