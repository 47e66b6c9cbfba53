// real_nights FOLDER|FILE [--policy FILE] [--tolerance X] [--extract FILE]: the tables of docs/statistics.md that rest
// on real records, of nights on which nothing changed (scripts/aa_nights.sh). --tolerance replaces every tolerance of
// the policy. --extract also writes the nights' round locations as a baseline file; such a FILE takes the place of the
// records where only the gate is asked.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/baseline/baseline_json.hpp"
#include "bench/baseline/baseline_store.hpp"
#include "bench/record/atomic_file.hpp"
#include "bench/record/record_json.hpp"
#include "tests/bench/gate/estimators.hpp"
#include "tests/bench/gate/replay.hpp"

namespace roofgate {
namespace {

struct Options {
  std::filesystem::path nights, policy = "ci/policy.json", extract;
  std::optional<double> tolerance;
};

Result<std::vector<Record>> read_records(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator{folder}) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("night-") && name.ends_with(".json")) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<Record> records;
  for (const auto& file : files) {
    auto record = read_record(file);
    if (!record) return fail(record.error());
    records.push_back(std::move(*record));
  }
  if (records.size() < 12) {
    return fail(ErrorKind::input, fmt::format("holds {} nights, 12 are needed", records.size()), folder.string(),
                "scripts/aa_nights.sh records them");
  }
  return records;
}

Result<std::vector<Record>> read_extract(const std::filesystem::path& file) {
  const auto nights = read_baseline(file);
  if (!nights) return fail(nights.error());
  return records_of(*nights);
}

void print_estimators(std::span<const Record> records, bool with_marked) {
  const std::vector<EstimatorSpread> table = compare_estimators(records, with_marked);
  std::cout << fmt::format(
      "\n## Night-to-night spread by estimator, {}\n\nIn percent: pairwise spread of the typical "
      "case, and the 95th percentile of all distances from the median night.\n\n| of a round | of a "
      "night | far |",
      with_marked ? "marked rounds included" : "clean rounds");
  for (const auto& [kind, value] : table.front().by_kind) std::cout << ' ' << kind << " |";
  std::cout << "\n|---|---|--:|";
  for (std::size_t i = 0; i < table.front().by_kind.size(); ++i) std::cout << "--:|";
  std::cout << '\n';
  for (const EstimatorSpread& row : table) {
    std::cout << fmt::format("| {} | {} | {:.1f} |", row.round, row.night, 100.0 * row.far);
    for (const auto& [kind, value] : row.by_kind) std::cout << fmt::format(" {:.2f} |", 100.0 * value);
    std::cout << '\n';
  }
}

void print_counts(std::string_view name, const ReplayCounts& counts) {
  const auto share = [&](VerdictKind kind) {
    const auto found = counts.verdicts.find(kind);
    return found == counts.verdicts.end() ? 0.0 : 100.0 * found->second / std::max(counts.cases, 1);
  };
  const auto nights = [&](ExitStatus status) {
    const auto found = counts.statuses.find(status);
    return found == counts.statuses.end() ? 0 : found->second;
  };
  std::cout << fmt::format("| {} | {} | {} / {} / {} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {:.1f} |\n", name,
                           counts.nights, nights(ExitStatus::pass), nights(ExitStatus::regression),
                           nights(ExitStatus::cannot_judge), share(VerdictKind::regressed), share(VerdictKind::drift),
                           share(VerdictKind::inconclusive), share(VerdictKind::invalid),
                           share(VerdictKind::pass) + share(VerdictKind::improved))
            << std::flush;
}

void print_replay(std::span<const Record> records, const Policy& policy, ReplayOrder order, std::string_view title) {
  std::cout << fmt::format(
      "\n## {}\n\nNights judged, how many ended with exit status 0 / 1 / 3, and the verdicts in "
      "percent of the cases (of slowed ones: of the slowed case).\n\n"
      "| planted | judged | 0 / 1 / 3 | regressed | drift | inconclusive | invalid | pass |\n"
      "|---|--:|--:|--:|--:|--:|--:|--:|\n",
      title);
  print_counts("nothing", replay_healthy(records, policy, order));
  for (const double loss : {0.03, 0.05, 0.10, 0.20}) {
    print_counts(fmt::format("{:.0f} %", 100.0 * loss), replay_slowed(records, policy, order, loss));
  }
}

void replace_tolerance(Expectations& expectations, double tolerance) {
  expectations.tolerance = tolerance;
  expectations.tolerances.clear();
}

int fail_with(const Error& error) {
  std::cerr << error.where << ": " << error.what << "\n  hint: " << error.hint << '\n';
  return 2;
}

int run(const Options& options) {
  const bool has_samples = std::filesystem::is_directory(options.nights);
  const auto records = has_samples ? read_records(options.nights) : read_extract(options.nights);
  if (!records) return fail_with(records.error());
  auto policy = read_policy(options.policy);
  if (!policy) return fail_with(policy.error());
  if (options.tolerance) {
    replace_tolerance(policy->expectations, *options.tolerance);
    for (auto& [backend, expectations] : policy->backends) replace_tolerance(expectations, *options.tolerance);
  }
  if (!options.extract.empty()) {
    const BaselineName name = baseline_name_of(records->front());
    Baseline nights{name.hardware_key, name.suite, {}};
    for (const Record& record : *records) {
      Night night = night_of(record);
      night.accepted_by = "scripts/aa_nights.sh";
      night.accepted_at = night.date;
      night.reason = "nothing changed between the nights";
      std::erase_if(night.cases, [](const auto& entry) { return entry.second.derived.has_value(); });
      nights.nights.push_back(std::move(night));
    }
    if (const auto ok = replace_file(options.extract, to_json_text(nights)); !ok) return fail_with(ok.error());
  }
  std::cout << fmt::format("{} nights, {} to {}, {} cases\n", records->size(), records->front().started_at,
                           records->back().started_at, records->front().cases.size());
  if (has_samples) {
    print_estimators(*records, false);
    print_estimators(*records, true);
  }
  print_replay(*records, *policy, ReplayOrder::leave_one_out, "Each night against all the others");
  print_replay(*records, *policy, ReplayOrder::walk_forward, "Each night against the ones before it");
  return 0;
}

}  // namespace
}  // namespace roofgate

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  roofgate::Options options;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const bool has_value = i + 1 < arguments.size();
    if (arguments[i] == "--policy" && has_value) {
      options.policy = arguments[++i];
    } else if (arguments[i] == "--extract" && has_value) {
      options.extract = arguments[++i];
    } else if (arguments[i] == "--tolerance" && has_value) {
      options.tolerance = std::strtod(arguments[++i].c_str(), nullptr);
    } else if (options.nights.empty() && !arguments[i].starts_with("-")) {
      options.nights = arguments[i];
    } else {
      options.nights.clear();
      break;
    }
  }
  if (options.nights.empty() || !std::filesystem::exists(options.nights)) {
    std::cerr << "usage: real_nights FOLDER|FILE [--policy FILE] [--tolerance X] [--extract FILE]\n";
    return 2;
  }
  return roofgate::run(options);
}
