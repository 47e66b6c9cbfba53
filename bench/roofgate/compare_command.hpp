// `roofgate compare`: records of before and after an upgrade, one verdict per case and one recommendation.
#pragma once

#include <string>
#include <vector>

#include "bench/roofgate/command.hpp"
#include "bench/roofgate/comparing.hpp"
#include "bench/roofgate/foreign_options.hpp"

namespace roofgate {

class CompareCommand final : public Command {
 public:
  CLI::App* add_to(CLI::App& program) override;
  [[nodiscard]] Result<ExitStatus> run(Console& console) override;

 private:
  std::vector<std::string> before_, after_;
  ForeignOptions foreign_;
  std::string policy_;
  TellingOptions telling_;
};

}  // namespace roofgate
