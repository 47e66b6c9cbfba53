// `roofgate scaling`: what more ranks bring, and what holds them back.
#pragma once

#include <string>
#include <vector>

#include "bench/roofgate/command.hpp"
#include "bench/roofgate/foreign_options.hpp"

namespace roofgate {

class ScalingCommand final : public Command {
 public:
  CLI::App* add_to(CLI::App& program) override;
  [[nodiscard]] Result<ExitStatus> run(Console& console) override;

 private:
  ForeignOptions foreign_;
  std::vector<std::string> records_;
  std::vector<int> extrapolate_;
  std::string markdown_, csv_, json_, peaks_;
  bool all_ = false;
  bool bisect_ = false;
};

}  // namespace roofgate
