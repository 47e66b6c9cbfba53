// What a record is judged against, found and loaded: policy, baseline, peaks. The decision itself is bench/gate's.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "bench/baseline/placed_nights.hpp"
#include "bench/gate/judge.hpp"
#include "bench/record/record.hpp"
#include "bench/roofline/peaks.hpp"
#include "kernels/base/result.hpp"

namespace CLI {
class App;
}

namespace roofgate {

/// --policy FILE.
void add_policy_option(CLI::App& command, std::string& policy);

/// The options of every command that judges against a baseline.
struct GatingOptions {
  std::string baselines;                ///< --baselines
  std::string policy;                   ///< --policy
  PlaceRule places = PlaceRule::apart;  ///< of a baseline's nights: a command with --any-place sets it
  bool names_places_beside = false;     ///< places that the baseline knows and that are not judged are named

  void add_to(CLI::App& command);
};

struct GateMaterial {
  Policy policy;
  std::optional<Baseline> baseline;     ///< its nights that the record is compared with
  std::filesystem::path baseline_file;  ///< where it is or would be
  PeaksDb peaks;
  std::string today{};  ///< the day of judging; empty: the day on which it is judged
  ComparedPlace place{};
};

/// Policy and peaks, without a baseline. `policy` is --policy.
[[nodiscard]] Result<GateMaterial> load_rules(const std::string& policy);

/// No baseline is no error, the verdicts say so; one that cannot be read is.
/// With `earlier` runs of the same hardware and suite these are the reference, in place of any baseline, and the day of
/// judging is the record's own.
[[nodiscard]] Result<GateMaterial> load_gate_material(const Record& record, const GatingOptions& options,
                                                      const std::vector<Record>& earlier = {});

/// What a night of this machine and suite (a name or file) will be judged against: for a look before it is measured.
[[nodiscard]] Result<GateMaterial> load_gate_material(const Environment& environment, const std::string& suite,
                                                      const GatingOptions& options);

/// A `measurement` error where another tool's record holds the figures of an accepted night: a copy is judged by
/// nobody.
[[nodiscard]] Result<void> check_is_new(const GateMaterial& material, const Record& record);

/// What the judged record's place is to the nights.
[[nodiscard]] ComparedPlace compared_place(const std::string& place, const PlacedNights& nights);

[[nodiscard]] GateResult judge_against(const GateMaterial& material, const Record& record);

}  // namespace roofgate
