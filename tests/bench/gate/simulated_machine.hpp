// A machine of numbers: it produces records and baseline nights with known spreads, disturbances and planted losses, so
// that the real gate can be asked how often it is right.
#pragma once

#include <map>
#include <random>
#include <string>
#include <vector>

#include "bench/baseline/baseline.hpp"
#include "bench/record/record.hpp"

namespace roofgate {

struct MachineOptions {
  int cases = 60;
  int rounds = 5;
  int samples = 1;                     ///< of a round
  double between_samples = 0.004;      ///< of the samples of one round, with heavier tails than the rounds
  double between_nights = 0.003;       ///< standard deviation of a case's nights, log units; of the typical case
  double between_rounds = 0.006;       ///< of the rounds of one night
  double heterogeneity = 0.5;          ///< standard deviation over cases of the log of both, half of it shared
  double heterogeneity_freedom = 0.0;  ///< of the Student t that this log has, more than 2; 0: normal
  double disturbed_rounds = 0.05;      ///< share of rounds slowed by 10 to 50 %
  double tail_freedom = 5.0;           ///< of the Student t of rounds
  double common = 0.0;                 ///< standard deviation of a night's shift that all cases share
  double common_step = 0.0;            ///< of all cases tonight
  double drift = 0.0;                  ///< log units that every case gets slower from night to night
  double spread_step = 1.0;            ///< factor on both spreads tonight
  bool has_siblings = false;           ///< products are rungs of ladders, chains fused and unfused: ratios are derived
  int keeps_records = 0;               ///< of the baseline nights, the last so many for earlier_records()
};

class SimulatedMachine {
 public:
  SimulatedMachine(MachineOptions options, unsigned seed);

  /// A baseline of `nights` nights, one a day, the last one yesterday.
  [[nodiscard]] Baseline baseline(int nights);
  /// The last records that it was made from, oldest first.
  [[nodiscard]] const std::vector<Record>& earlier_records() const { return earlier_; }
  /// Tonight: `planted` is added to the log time of the cases it names. Each call is another night.
  [[nodiscard]] Record record(const std::map<std::string, double>& planted = {});
  /// More rounds of the same night.
  void remeasure(Record& record, const std::vector<std::string>& case_ids, int rounds);
  [[nodiscard]] std::string id(int index) const { return cases_[static_cast<std::size_t>(index)].id; }
  /// The day of the next record, "2026-11-29".
  [[nodiscard]] std::string today() const;

 private:
  struct SimulatedCase {
    std::string id, kind;
    double base_log_s = 0.0, between = 0.0, within = 0.0;
    double night_log_s = 0.0;  ///< tonight's true level
  };

  void begin_night(const std::map<std::string, double>& planted);
  [[nodiscard]] std::vector<double> round_times(const SimulatedCase& simulated);
  [[nodiscard]] Record measure();
  [[nodiscard]] std::string stamp() const;

  MachineOptions options_;
  std::mt19937 generator_;
  std::vector<SimulatedCase> cases_;
  std::vector<Record> earlier_;
  int day_ = 0;
  double spread_factor_ = 1.0;
  double common_step_ = 0.0;
};

}  // namespace roofgate
