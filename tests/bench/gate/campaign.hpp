// Many simulated nights through the real gate: how often it is wrong when nothing happened, how often it finds what was
// planted, and whether what it claims about itself is true.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tests/bench/gate/simulated_machine.hpp"

namespace roofgate {

struct CampaignCell {
  std::string name;
  MachineOptions machine;
  int baseline_nights = 5;
  bool remeasures = false;  ///< up to 10 further rounds of suspects in 2 looks, as the default policy says
  int planted_every = 1;    ///< losses and claims are tried on every so many-th night
};

struct CampaignCounts {
  int nights = 0;                      ///< healthy ones
  int planted_nights = 0;              ///< on which losses were tried
  int false_nights = 0;                ///< healthy, and some case regressed
  int false_drift_nights = 0;          ///< healthy, and some case drifted
  double inconclusive_cases = 0.0;     ///< sum over healthy nights of their share
  double suspects = 0.0;               ///< sum over healthy nights of those measured again
  double smallest_failing_loss = 0.0;  ///< sum over healthy nights of the median case's
  int claims = 0;                      ///< nights in which a case lost what it said it would show
  int shown = 0, failed = 0;  ///< of them: shown at all; regressed where it lost what it said it would fail for
  std::map<double, std::vector<int>> found;  ///< planted loss -> regressed by the 1st, 2nd, 3rd night since it began
};

/// `nights` healthy ones and, on every planted_every-th of them, a claimed loss and each of `losses`. Every night is
/// another machine: seeds count from `seed`.
[[nodiscard]] CampaignCounts run_campaign(const CampaignCell& cell, int nights, const std::vector<double>& losses,
                                          unsigned seed);

/// The same, added to what earlier nights counted: seeds go on from `seed` + counts.nights.
void continue_campaign(const CampaignCell& cell, int nights, const std::vector<double>& losses, unsigned seed,
                       CampaignCounts& counts);

}  // namespace roofgate
