// `roofgate history`: one case through all nights, with the changes of its level.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/baseline/case_history.hpp"
#include "bench/roofgate/command.hpp"
#include "bench/roofgate/foreign_options.hpp"
#include "bench/roofgate/night_records.hpp"

namespace roofgate {

class HistoryCommand final : public Command {
 public:
  CLI::App* add_to(CLI::App& program) override;
  [[nodiscard]] Result<ExitStatus> run(Console& console) override;

 private:
  [[nodiscard]] Result<std::optional<Baseline>> baseline_for(const std::vector<NightRecord>& nights) const;

  std::string case_, baseline_, baselines_, markdown_, csv_, json_;
  std::vector<std::string> records_;
  ForeignOptions foreign_;
};

}  // namespace roofgate
