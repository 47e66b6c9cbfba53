// `roofgate drill`: plants known slow-downs and shows which the gate would catch tonight.
#pragma once

#include <string>
#include <vector>

#include "bench/roofgate/command.hpp"
#include "bench/roofgate/gating.hpp"
#include "bench/roofgate/measuring_options.hpp"

namespace roofgate {

class DrillCommand final : public Command {
 public:
  CLI::App* add_to(CLI::App& program) override;
  [[nodiscard]] Result<ExitStatus> run(Console& console) override;

 private:
  MeasuringOptions options_;
  GatingOptions gating_;
  std::vector<double> percents_{1, 2, 3, 5, 10};
  int cases_ = 8;
  std::string output_;
};

}  // namespace roofgate
