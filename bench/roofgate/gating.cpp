#include "bench/roofgate/gating.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <set>

#include "bench/baseline/baseline_store.hpp"
#include "bench/baseline/repeated_figures.hpp"
#include "bench/locate/data_folders.hpp"
#include "bench/record/json_tree.hpp"
#include "bench/record/run_place.hpp"
#include "bench/record/utc_time.hpp"
#include "bench/roofgate/baselines_option.hpp"
#include "bench/roofline/peaks_json.hpp"
#include "bench/roofline/plausibility.hpp"

namespace roofgate {
namespace {

/// Other places that were measured in the night of this place's last night before `tonight`, or later.
std::vector<std::string> places_beside(const Night& tonight, const PlacedNights& placed) {
  std::string last;
  for (const Night& night : placed.own.nights) {
    if (night.date < tonight.date && night.place == tonight.place) last = std::max(last, night.date);
  }
  std::set<std::string> names;
  for (const Night& night : placed.others.nights) {
    const bool is_beside = night.date > last || are_of_one_night(night.date, last);
    if (!last.empty() && !night.place.empty() && is_beside) names.insert(night.place);
  }
  return {names.begin(), names.end()};
}

/// A history's earlier runs as a baseline. They were not looked at by anybody, and say so by having no acceptance.
Result<Baseline> baseline_of(const Record& record, const std::vector<Record>& earlier) {
  const BaselineName name = baseline_name_of(record);
  Baseline baseline{name.hardware_key, name.suite, {}, {}};
  for (const Record& one : earlier) {
    if (auto added = add_night(baseline, night_of(one)); !added) return fail(added.error());
  }
  return baseline;
}

/// Hardware keys that have a baseline of the suite. It only helps a message: what cannot be listed is left out.
std::vector<std::string> hardware_with(const std::filesystem::path& folder, const std::string& suite) {
  std::vector<std::string> keys;
  const auto files = list_baseline_files(folder);
  if (!files) return keys;
  for (const std::filesystem::path& file : *files) {
    if (file.stem() == suite) keys.push_back(printable(file.parent_path().filename().string()));
  }
  return keys;
}

}  // namespace

void add_policy_option(CLI::App& command, std::string& policy) {
  command
      .add_option("--policy", policy,
                  "What is accepted: tolerances, error budget, expected failures. Default: ./ci/policy.json, else the "
                  "installed one.")
      ->type_name("FILE");
}

void GatingOptions::add_to(CLI::App& command) {
  add_baselines_option(command, baselines);
  add_policy_option(command, policy);
}

Result<GateMaterial> load_rules(const std::string& policy) {
  GateMaterial material;
  const Surroundings surroundings = this_process();
  const auto policy_file = locate_policy(surroundings, policy);
  if (!policy_file) return fail(policy_file.error());
  auto rules = read_policy(*policy_file);
  if (!rules) return fail(rules.error());
  material.policy = std::move(*rules);

  const auto peaks_folder = locate_peaks(surroundings, {});
  if (!peaks_folder) return fail(peaks_folder.error());
  auto peaks = load_peaks(*peaks_folder);
  if (!peaks) return fail(peaks.error());
  material.peaks = std::move(*peaks);
  return material;
}

Result<GateMaterial> load_gate_material(const Record& record, const GatingOptions& options,
                                        const std::vector<Record>& earlier) {
  auto material = load_rules(options.policy);
  if (!material) return material;
  material->place.name = place_of(record).id;
  if (!earlier.empty()) {
    auto baseline = baseline_of(record, earlier);
    if (!baseline) return fail(baseline.error());
    material->baseline = std::move(*baseline);
    material->today = std::min(record.started_at, utc_now()).substr(0, 10);  // a night of the future is none
    return material;
  }
  const Surroundings surroundings = this_process();
  const Search search = search_baselines(surroundings, options.baselines);
  const bool is_named = !options.baselines.empty() || surroundings.baselines_variable;
  if (is_named && (search.result() == nullptr || !search.result()->exists)) {
    // Somebody named a folder that is not there: a slip of the pen must not look like a first night.
    return fail(locate_baselines(surroundings, options.baselines).error());
  }
  if (search.result() == nullptr) return material;
  const std::filesystem::path folder = search.result()->path;
  const BaselineName name = baseline_name_of(record);
  material->baseline_file = baseline_file(folder, name);
  auto baseline = find_baseline(folder, name);
  if (!baseline) return fail(baseline.error());
  if (!*baseline) {
    material->place.other_hardware = hardware_with(folder, name.suite);
    return material;
  }
  Night tonight;
  tonight.record_id = record.id;
  tonight.date = record.started_at;
  tonight.place = material->place.name;
  PlacedNights placed = nights_at_place_of(tonight, std::move(**baseline), options.places);
  material->place = compared_place(tonight.place, placed);
  if (options.names_places_beside) material->place.beside = places_beside(tonight, placed);
  material->baseline = std::move(placed.own);
  return material;
}

Result<void> check_is_new(const GateMaterial& material, const Record& record) {
  const Night* const same = material.baseline ? repeated_night(record, *material.baseline) : nullptr;
  if (same == nullptr) return {};
  return fail(ErrorKind::measurement,
              fmt::format("the same measurements as the accepted night of {}: a copy, not a new night",
                          same->date.substr(0, 10)),
              printable(record.imported->file), "measure again: the job may have kept an earlier night's output");
}

ComparedPlace compared_place(const std::string& place, const PlacedNights& nights) {
  return {place, places_of(nights.others), nights.others.nights.size(), nights.has_passing_names};
}

Result<GateMaterial> load_gate_material(const Environment& environment, const std::string& suite,
                                        const GatingOptions& options) {
  Record night;
  night.environment = environment;
  night.suite = std::filesystem::path{suite}.stem().string();
  return load_gate_material(night, options);
}

GateResult judge_against(const GateMaterial& material, const Record& record) {
  GateInputs inputs{record, material.baseline ? &*material.baseline : nullptr, material.policy, {}, {}};
  for (const auto& [id, why] : implausible_cases(record, material.peaks)) inputs.implausible[id] = why.sentence;
  inputs.place = material.place;
  inputs.judged_on = utc_now().substr(0, 10);
  inputs.today = material.today.empty() ? utc_now().substr(0, 10) : material.today;
  GateResult result = judge(inputs);
  if (material.baseline) result.baseline_file = material.baseline_file.string();
  return result;
}

}  // namespace roofgate
