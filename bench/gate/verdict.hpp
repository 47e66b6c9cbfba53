// What the gate says. Plain data: made by judge.hpp, shown by bench/report and the subcommands.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/record/record.hpp"
#include "kernels/base/exit_status.hpp"

namespace roofgate {

/// Exactly one for every case in the union of run and baseline.
enum class VerdictKind {
  pass,
  improved,
  drift,  ///< a confirmed loss within tolerance, or against the anchor only
  regressed,
  inconclusive,  ///< neither a pass nor a loss could be shown
  no_baseline,
  vanished,  ///< in the baseline or required, not in the run
  invalid,   ///< marked, implausible or not measured
  wrong_result,
  skipped,  ///< not for this machine: neither the reference nor the policy asks for it
  xfail,    ///< an expected failure of the policy, not expired
};

/// One finding with the figures it rests on; machine-readable, and one plain sentence.
struct Reason {
  std::string rule;      ///< "clock_fell", "algorithm_changed", "software_changed", "machine_slower", …
  std::string sentence;  ///< for a person, ends with a full stop
  std::map<std::string, double> evidence;
};

/// How a case was compared: what `explain` shows and what the figures of its verdict come from. Locations in the case's
/// unit; spreads are relative standard deviations of a night's location.
struct Comparison {
  std::vector<std::pair<std::string, double>> reference;  ///< date and location of each night compared with
  double reference_location = 0.0;                        ///< their centre
  double tonight_location = 0.0;                          ///< tonight's location
  int clean_rounds = 0;
  int marked_rounds = 0;             ///< left out
  double own_spread = 0.0;           ///< of this case's nights alone; 0 with one night
  double spread = 0.0;               ///< used: own and other cases' together, at least the floor
  double within_night_spread = 0.0;  ///< the part that comes from the rounds of one night
  double degrees_of_freedom = 0.0;
  double spread_factor = 1.0;      ///< tonight's spread is taken wider by it: the other cases lie as far out
  bool is_at_floor = false;        ///< the policy's floor is larger than what was seen
  double common_shift = 0.0;       ///< log ratio that every kind of case shares tonight
  double p_value = 1.0;            ///< after its share of the error budget
  double p_needed = 0.0;           ///< what Benjamini-Hochberg asks of this case tonight
  int other_algorithm_nights = 0;  ///< left out: the library had chosen another algorithm
  int watched_nights = 0;          ///< earlier suspect nights judged together with tonight
};

struct Verdict {
  std::string case_id;
  VerdictKind kind = VerdictKind::invalid;
  /// Change of time as log ratio run / reference: positive is slower. Absent without a comparison.
  std::optional<double> change;
  std::optional<double> change_low, change_high;   ///< 95 % interval of `change`
  std::optional<double> q_value;                   ///< Benjamini-Hochberg, one-sided for a loss
  double tolerance = 0.0;                          ///< relative loss of throughput that is accepted, 0.02
  std::optional<double> smallest_detectable_loss;  ///< relative loss shown, if not as regressed, with 95 % probability
  std::optional<double> smallest_failing_loss;     ///< the same for a loss that fails: beyond tolerance as well
  std::optional<int> rounds_to_decide;             ///< inconclusive: further rounds expected to settle it
  std::optional<double> change_from_anchor;
  int baseline_nights = 0;
  std::optional<MetricUnit> derived{};  ///< of a derived metric; else the case's samples are seconds
  std::vector<std::string> rests_on;    ///< of a derived metric: the cases it follows from, its subject first
  std::optional<Comparison> comparison;
  std::vector<Reason> reasons;
};

struct GateResult {
  std::string record_id;
  std::string hardware_key;
  std::string suite;
  std::string place;                      ///< where the record was measured; empty where the hardware is the place
  bool is_one_of_several_places = false;  ///< the baseline has nights of others
  std::string compared_with;  ///< what it was judged against, if that is no baseline: "2 records before, …"
  std::string baseline_file;  ///< empty if none was found
  int baseline_nights = 0;
  std::string baseline_first, baseline_last;  ///< dates
  double alpha = 0.0;
  bool record_is_finished = false;
  bool is_in_doubt = false;       ///< a finding of `common` speaks against the whole night: it is no pass
  std::vector<Verdict> verdicts;  ///< worst first, then by id
  std::vector<Reason> common;     ///< findings about the whole night, said once
  std::map<std::string, std::pair<std::string, std::string>> software_changes;  ///< name -> (baseline's last, run's)
  ExitStatus status = ExitStatus::cannot_judge;
};

[[nodiscard]] std::string_view name_of(VerdictKind kind);

/// A verdict with one reason and no figures.
[[nodiscard]] Verdict verdict_of(std::string case_id, VerdictKind kind, Reason reason);

/// It may well be slower and was not shown to be fine: its p is one that one healthy case in twenty has, or its
/// estimate lies beyond twice its tolerance. To be judged together with the next nights, not to join the reference.
[[nodiscard]] bool is_suspect(const Verdict& verdict);

/// How many verdicts are of that kind.
[[nodiscard]] int count_of(const GateResult& result, VerdictKind kind);

}  // namespace roofgate
