// `roofgate roofline RECORD`: what each case reached and what the machine allows.
#pragma once

#include <string>

#include "bench/roofgate/command.hpp"
#include "bench/roofgate/foreign_options.hpp"
#include "bench/roofgate/telemetry_option.hpp"

namespace roofgate {

class RooflineCommand final : public Command {
 public:
  CLI::App* add_to(CLI::App& program) override;
  [[nodiscard]] Result<ExitStatus> run(Console& console) override;

 private:
  ForeignOptions foreign_;
  TelemetryOption telemetry_;
  std::string record_;
  std::string peaks_;
  std::string glob_;
  std::string csv_, markdown_, json_;
};

}  // namespace roofgate
