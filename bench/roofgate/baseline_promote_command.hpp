// `roofgate baseline promote`.
#pragma once

#include <string>
#include <vector>

#include "bench/baseline/promote.hpp"
#include "bench/roofgate/command.hpp"
#include "bench/roofgate/foreign_options.hpp"
#include "bench/roofgate/gating.hpp"

namespace roofgate {

class BaselinePromoteCommand final : public Command {
 public:
  CLI::App* add_to(CLI::App& program) override;
  [[nodiscard]] Result<ExitStatus> run(Console& console) override;

 private:
  [[nodiscard]] PromoteOptions options() const;

  std::string record_;
  std::vector<std::string> accept_;
  std::string reason_;
  std::string by_;
  bool made_minutes_apart_ = false;
  double max_marked_percent_ = 50.0;
  bool dry_run_ = false;
  ForeignOptions foreign_;
  GatingOptions gating_;
};

}  // namespace roofgate
