// `roofgate baseline prune`.
#pragma once

#include <string>

#include "bench/roofgate/command.hpp"
#include "bench/roofgate/gating.hpp"

namespace roofgate {

class BaselinePruneCommand final : public Command {
 public:
  CLI::App* add_to(CLI::App& program) override;
  [[nodiscard]] Result<ExitStatus> run(Console& console) override;

 private:
  std::string place_;
  std::string name_;
  int keep_ = 0;
  bool dry_run_ = false;
  GatingOptions gating_;
};

}  // namespace roofgate
