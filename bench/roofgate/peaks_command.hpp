// `roofgate peaks`: the peaks data base, its sources, its lint, and what it gives for a record's devices.
#pragma once

#include <string>

#include "bench/roofgate/command.hpp"

namespace roofgate {

class PeaksCommand final : public Command {
 public:
  CLI::App* add_to(CLI::App& program) override;
  [[nodiscard]] Result<ExitStatus> run(Console& console) override;

 private:
  std::string name_;
  std::string peaks_;
  std::string record_;
  bool lint_ = false;
};

}  // namespace roofgate
