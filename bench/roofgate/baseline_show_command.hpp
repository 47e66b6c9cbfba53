// `roofgate baseline show`.
#pragma once

#include <string>

#include "bench/roofgate/command.hpp"

namespace roofgate {

class BaselineShowCommand final : public Command {
 public:
  CLI::App* add_to(CLI::App& program) override;
  [[nodiscard]] Result<ExitStatus> run(Console& console) override;

 private:
  std::string name_;
  std::string case_;
  std::string place_;
  std::string baselines_;
};

}  // namespace roofgate
