// `roofgate nightly`: measures, places, judges and remembers one night; on a new machine its baseline first.
#pragma once

#include <filesystem>
#include <string>

#include "bench/roofgate/command.hpp"
#include "bench/roofgate/gating.hpp"
#include "bench/roofgate/measuring_options.hpp"

namespace roofgate {

class NightlyCommand final : public Command {
 public:
  CLI::App* add_to(CLI::App& program) override;
  [[nodiscard]] Result<ExitStatus> run(Console& console) override;

 private:
  MeasuringOptions options_;
  GatingOptions gating_;
  std::string output_ = "runs";
  int baseline_nights_ = 3;
  bool no_remember_ = false;
  bool no_remeasure_ = false;
};

}  // namespace roofgate
