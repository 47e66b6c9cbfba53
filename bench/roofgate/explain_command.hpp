// `roofgate explain`: everything known about one verdict.
#pragma once

#include <string>

#include "bench/roofgate/command.hpp"
#include "bench/roofgate/foreign_options.hpp"
#include "bench/roofgate/gating.hpp"
#include "bench/roofgate/record_argument.hpp"
#include "bench/roofgate/telemetry_option.hpp"

namespace roofgate {

class ExplainCommand final : public Command {
 public:
  CLI::App* add_to(CLI::App& program) override;
  [[nodiscard]] Result<ExitStatus> run(Console& console) override;

 private:
  /// One run's verdict; of one of several runs under its name.
  [[nodiscard]] Result<void> explain(Runs& runs, bool has_heading, Console& console) const;

  TelemetryOption telemetry_;
  std::string record_, case_;
  ForeignOptions foreign_;
  GatingOptions gating_;
};

}  // namespace roofgate
