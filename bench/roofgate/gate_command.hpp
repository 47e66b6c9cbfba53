// `roofgate gate`: one verdict per case, one exit status for the night.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "bench/roofgate/command.hpp"
#include "bench/roofgate/foreign_options.hpp"
#include "bench/roofgate/gating.hpp"
#include "bench/roofgate/measuring_options.hpp"
#include "bench/roofgate/record_argument.hpp"
#include "bench/roofgate/telemetry_option.hpp"

namespace roofgate {

class GateCommand final : public Command {
 public:
  CLI::App* add_to(CLI::App& program) override;
  [[nodiscard]] Result<ExitStatus> run(Console& console) override;

 private:
  [[nodiscard]] Result<ExitStatus> judge_night(Console& console);
  [[nodiscard]] Result<void> check_options(const JudgedRuns& judged) const;
  [[nodiscard]] Result<std::vector<std::string>> missing_places(const JudgedRuns& judged) const;
  [[nodiscard]] Result<GateResult> judge_one(Runs& runs, const std::set<std::string>& judged_places,
                                             Console& console) const;
  [[nodiscard]] Result<GateResult> judged(const GateMaterial& material, Record& record, Console& console) const;

  std::vector<std::string> records_;
  std::string markdown_, junit_, json_;
  int remeasure_ = 0;
  bool all_ = false;
  bool annotations_ = false;
  ForeignOptions foreign_;
  GatingOptions gating_;
  TelemetryOption telemetry_;
  LaunchOptions launch_;
};

}  // namespace roofgate
