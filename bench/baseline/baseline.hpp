// What the gate remembers of accepted nights: plain data. Files are in baseline_store.hpp.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/record/record.hpp"

namespace roofgate {

inline constexpr std::string_view kBaselineSchema = "roofgate.baseline/1";

/// One case in one night: the unit of judging is the night, its parts are the rounds.
struct CaseNight {
  std::string definition;
  std::vector<double> round_location;            ///< robust location of each clean round's samples, in the unit
  std::map<std::string, std::string> algorithm;  ///< of most clean rounds
  std::optional<double> clock_hz;                ///< median of the rounds' median clocks
  std::optional<double> power_w;
  std::optional<MetricUnit> derived{};  ///< of a metric that follows from several cases; else the unit is seconds
  std::size_t ranks = 0;    ///< of another tool's run: of how many ranks it has a figure each; 0 where it has none
  bool is_checked = false;  ///< of another tool's run: the tool checked every result
};

struct Night {
  std::string record_id;
  std::string date;  ///< UTC, ISO 8601: the record's start
  std::map<std::string, std::string> software;
  bool made_minutes_apart = false;  ///< made in a row to bootstrap: its spread between nights is understated
  std::string accepted_by, accepted_at, reason;
  /// Losses that a person accepted by name: case id -> why. The case's series restarts with this night (series_of).
  std::map<std::string, std::string> accepted_losses;
  std::map<std::string, CaseNight> cases;
  /// Where another tool measured it (RunPlace::id); empty where it does not say, or the hardware key is the place.
  std::string place{};
};

struct Baseline {
  std::string hardware_key;
  std::string suite;
  std::vector<Night> nights;     ///< oldest first; the first `kAnchorNights` are the anchor
  std::vector<Night> watched{};  ///< what was held back of nights (watch.hpp), oldest first
};

inline constexpr std::size_t kAnchorNights = 5;

/// A case needs this many clean rounds, or all where fewer were planned: under three a robust location of the rounds
/// would rest on one.
inline constexpr int kMinCleanRounds = 3;

/// The rounds that a night's location rests on: measured, and without any mark. In order of their index.
[[nodiscard]] std::vector<const Round*> clean_rounds(const Case& measured);

/// Whether the case may stand in a night: enough clean rounds, and in no round a wrong result or an error. Rounds that
/// interference spoiled are left out one by one: leaving out every case that any of them touched would keep only the
/// quietest nights, and make healthy nights look closer together than they are.
[[nodiscard]] bool is_usable(const Case& measured, int rounds_planned);

/// Reduces a record to a night: usable cases only, and what is derived from them (bench/derived), one location per
/// clean round. Who accepted it is left empty.
[[nodiscard]] Night night_of(const Record& record);

/// One point of a case's history. Both live in the baseline.
struct NightOfCase {
  const Night* night = nullptr;
  const CaseNight* measured = nullptr;
};

/// The nights that `case_id` is comparable with, oldest first: those that measured the same `definition`, from the
/// last night on whose loss was accepted. Before it the case was faster, for a reason that is known and stays.
[[nodiscard]] std::vector<NightOfCase> series_of(const Baseline& baseline, const std::string& case_id,
                                                 const std::string& definition);
[[nodiscard]] std::vector<NightOfCase> series_of(std::span<const Night* const> nights, const std::string& case_id,
                                                 const std::string& definition);
/// The series of all `cases`, in their order, from some nights, oldest first. One walk through each night: looking ten
/// thousand cases up one by one takes longer than judging them.
[[nodiscard]] std::vector<std::vector<NightOfCase>> series_of_all(std::span<const Night* const> nights,
                                                                  std::span<const Case* const> cases);

}  // namespace roofgate
