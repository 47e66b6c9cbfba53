#include "bench/roofgate/drilling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "bench/locate/data_folders.hpp"
#include "bench/record/drill_note.hpp"
#include "bench/record/record_json.hpp"
#include "bench/record/utc_time.hpp"
#include "bench/roofline/plausibility.hpp"
#include "bench/session/bench_program.hpp"
#include "bench/session/interleaved_session.hpp"

namespace roofgate {
namespace {

Result<void> check_baseline(const DrillRequest& request, ProcessRunner& runner) {
  const auto environment = describe(request.run.bench, runner);
  if (!environment) return fail(environment.error());
  const auto material = load_gate_material(*environment, request.run.bench.suite, request.gating);
  if (!material) return fail(material.error());
  if (material->baseline && !material->baseline->nights.empty()) return {};
  return fail(ErrorKind::unavailable,
              fmt::format("there is no baseline for suite '{}' on {}",
                          std::filesystem::path{request.run.bench.suite}.stem().string(), hardware_key(*environment)),
              material->baseline_file.string(), "`roofgate nightly` makes one; a drill asks what it would catch");
}

InterleavedRequest sides_of(const DrillRequest& request) {
  InterleavedRequest sides;
  const auto add = [&](const std::string& name, const std::string& file, double loss) {
    InterleavedSide side;
    side.name = name;
    side.bench = request.run.bench;
    side.record = request.folder / file;
    side.notes[std::string{kDrillNote}] = fmt::format("{:g}", loss);
    if (loss > 0.0) {
      side.bench.more_arguments.insert(side.bench.more_arguments.end(), {"--plant-loss", fmt::format("{:g}", loss)});
    }
    sides.sides.push_back(std::move(side));
  };
  add("without loss", "night.json", 0.0);
  for (const double loss : request.losses) {
    add(fmt::format("{:g} % slower", 100.0 * loss), fmt::format("planted-{:g}.json", loss), loss);
  }
  sides.rounds = request.run.rounds;
  sides.order = [count = sides.sides.size()](int round) {
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (round % 2 == 1) std::reverse(order.begin(), order.end());
    return order;
  };
  sides.chosen = [most = request.cases](const Record& first) -> Result<std::vector<std::string>> {
    auto chosen = cases_to_drill(first, most);
    if (!chosen.empty()) return chosen;
    return fail(ErrorKind::measurement, "cannot tell: no case is long enough to plant a loss in, or none was measured",
                first.suite, "drill a suite with cases of 0.1 ms and more");
  };
  sides.world_sizes = request.run.world_sizes;
  sides.launcher = request.run.launcher;
  sides.budget = request.run.budget;
  sides.seed = request.run.seed;
  sides.surroundings = request.run.surroundings;
  return sides;
}

}  // namespace

Result<DrillRun> run_drill(const DrillRequest& request, ProcessRunner& runner, RunObserver& observer) {
  if (auto ready = check_baseline(request, runner); !ready) return fail(ready.error());
  const InterleavedRequest sides = sides_of(request);
  const auto outcomes = run_interleaved(sides, runner, observer);
  if (!outcomes) return fail(outcomes.error());
  DrillRun run;
  run.was_stopped =
      std::any_of(outcomes->begin(), outcomes->end(), [](const RunOutcome& outcome) { return outcome.was_stopped; });
  if (run.was_stopped) return run;
  std::vector<Record> records;
  for (const InterleavedSide& side : sides.sides) {
    auto record = read_record(side.record);
    if (!record) return fail(record.error());
    records.push_back(std::move(*record));
  }
  const auto material = load_gate_material(records.front(), request.gating);
  if (!material) return fail(material.error());
  DrillInputs inputs{records.front(),  {}, material->baseline ? &*material->baseline : nullptr,
                     material->policy, {}, {}};
  for (std::size_t i = 0; i < request.losses.size(); ++i) {
    inputs.planted.push_back({request.losses[i], &records[i + 1]});
  }
  for (const auto& [id, why] : implausible_cases(records.front(), material->peaks))
    inputs.implausible[id] = why.sentence;
  inputs.today = utc_now().substr(0, 10);
  run.result = drill(inputs);
  return run;
}

}  // namespace roofgate
