#include "bench/roofgate/ab_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <random>

#include "bench/record/ab_notes.hpp"
#include "bench/record/record_json.hpp"
#include "bench/record/utc_time.hpp"
#include "bench/session/environment_text.hpp"
#include "bench/session/interleaved_session.hpp"
#include "bench/telemetry/variables.hpp"

namespace roofgate {
namespace {

namespace fs = std::filesystem;

/// Search paths name folders, no secrets, and are what an upgrade changes.
bool may_show(std::string_view name) {
  constexpr std::array<std::string_view, 3> kPaths{"PATH", "LD_LIBRARY_PATH", "LD_PRELOAD"};
  return is_kept(name) || std::find(kPaths.begin(), kPaths.end(), name) != kPaths.end();
}

std::string new_id() {
  std::random_device source;
  return fmt::format("{}-{:08x}", utc_now(), source());
}

/// What a resumed folder says of itself.
struct Before {
  std::string id;
  std::string suite;
  int rounds = 0;
};

Result<void> look_into(const fs::path& file, char side, const std::string& label, std::optional<Before>& before) {
  std::error_code ignored;
  if (!fs::exists(file, ignored)) return {};
  const auto record = read_record(file);
  if (!record) return fail(record.error());
  const auto notes = ab_notes_of(*record);
  if (!notes) {
    return fail(ErrorKind::input, "was killed in its first round, before it said which environment it is of",
                file.string(),
                "remove it: --resume then measures that side from its beginning; without the other side's record, "
                "remove the folder and begin again with -o");
  }
  if (notes->side != side) {
    return fail(ErrorKind::input, "is the record of the other side", file.string(), "a.json and b.json were exchanged");
  }
  if (notes->environment != label) {
    return fail(ErrorKind::input,
                fmt::format("was measured in the environment '{}', not '{}'", notes->environment, label), file.string(),
                "resume it with the same two --ab, in the same order");
  }
  if (before && before->id != notes->id) {
    return fail(ErrorKind::input, "belongs to another run than the record beside it", file.string(),
                "resume a folder as `roofgate run --ab` left it");
  }
  Before found{notes->id, record->suite, record->rounds_planned};
  if (before) found.rounds = std::max(found.rounds, before->rounds);
  before = std::move(found);
  return {};
}

Result<void> check_suite(const BenchSetup& bench, const std::optional<Before>& before, const fs::path& folder) {
  if (!before || bench.suite.empty() || bench.suite.find('/') != std::string::npos || bench.suite == before->suite) {
    return {};
  }
  return fail(ErrorKind::usage, fmt::format("the records are of suite '{}', not '{}'", before->suite, bench.suite),
              folder.string(), "leave out --suite: --resume takes the records'");
}

}  // namespace

bool AbOutcome::was_stopped() const {
  return std::any_of(sides.begin(), sides.end(), [](const RunOutcome& side) { return side.was_stopped; });
}

Result<AbOutcome> run_ab(const AbRequest& request, ProcessRunner& runner, RunObserver& observer) {
  AbOutcome outcome;
  // A command may run in another folder, as containers do.
  const fs::path folder = fs::absolute(request.folder);
  outcome.a = folder / "a.json";
  outcome.b = folder / "b.json";
  InterleavedRequest sides;
  std::optional<Before> before;
  for (const char side : {'a', 'b'}) {
    const std::string& text = request.environments[side == 'a' ? 0 : 1];
    const auto environment = parse_environment_text(text);
    if (!environment) return fail(environment.error());
    auto bench = in_environment(request.run.bench, *environment, request.run.surroundings.search_path);
    if (!bench) return fail(bench.error());
    InterleavedSide added;
    added.name = side == 'a' ? "A" : "B";
    added.bench = std::move(*bench);
    added.record = side == 'a' ? outcome.a : outcome.b;
    const std::string label = to_label(*environment, may_show);
    if (request.run.resume) {
      if (auto fine = look_into(added.record, side, label, before); !fine) return fail(fine.error());
    }
    added.notes[std::string{kAbEnvironmentNote}] = label;
    sides.sides.push_back(std::move(added));
  }
  if (request.run.resume && !before) {
    return fail(ErrorKind::input, "holds no a.json or b.json to complete", request.folder.string(),
                "nothing of it was finished: remove the folder and begin again with -o");
  }
  if (auto fine = check_suite(request.run.bench, before, request.folder); !fine) return fail(fine.error());
  sides.rounds = before && !request.has_rounds ? before->rounds : request.run.rounds;
  if (before && sides.rounds < before->rounds) {
    return fail(ErrorKind::usage, fmt::format("has {} rounds planned already", before->rounds), request.folder.string(),
                "--rounds of a resumed run may only be more");
  }
  const std::string id = before ? before->id : new_id();
  const std::vector<bool> b_first = balanced_order(sides.rounds);
  for (InterleavedSide& side : sides.sides) {
    if (before) side.bench.suite = side.bench.suite.empty() ? before->suite : side.bench.suite;
    Record noted;
    put_ab_notes(noted, {id, side.name == "A" ? 'a' : 'b', b_first, side.notes[std::string{kAbEnvironmentNote}]});
    side.notes = noted.notes;
  }
  sides.order = [b_first](int round) {
    return b_first[static_cast<std::size_t>(round)] ? std::vector<std::size_t>{1, 0} : std::vector<std::size_t>{0, 1};
  };
  sides.world_sizes = request.run.world_sizes;
  sides.launcher = request.run.launcher;
  sides.resume = request.run.resume;
  sides.budget = request.run.budget;
  sides.seed = request.run.seed;
  sides.surroundings = request.run.surroundings;
  auto measured = run_interleaved(sides, runner, observer);
  if (!measured) return fail(measured.error());
  outcome.sides = std::move(*measured);
  return outcome;
}

}  // namespace roofgate
