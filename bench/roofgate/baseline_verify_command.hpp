// `roofgate baseline verify`.
#pragma once

#include <string>

#include "bench/roofgate/command.hpp"

namespace roofgate {

class BaselineVerifyCommand final : public Command {
 public:
  CLI::App* add_to(CLI::App& program) override;
  [[nodiscard]] Result<ExitStatus> run(Console& console) override;

 private:
  std::string baselines_;
};

}  // namespace roofgate
