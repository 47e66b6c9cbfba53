// `roofgate run`: measures a suite into a record, or with --ab in two environments in turns, and compares them.
#pragma once

#include <string>
#include <vector>

#include "bench/roofgate/command.hpp"
#include "bench/roofgate/comparing.hpp"
#include "bench/roofgate/measuring_options.hpp"

namespace roofgate {

class RunCommand final : public Command {
 public:
  CLI::App* add_to(CLI::App& program) override;
  [[nodiscard]] Result<ExitStatus> run(Console& console) override;

 private:
  /// Where the record goes, and whether it is to be completed.
  [[nodiscard]] Result<RunRequest> request_with_record() const;
  [[nodiscard]] Result<ExitStatus> run_two_environments(Console& console);
  [[nodiscard]] Result<void> check_telling() const;

  MeasuringOptions options_;
  std::string output_, resume_, policy_;
  std::vector<std::string> environments_;
  TellingOptions telling_;
  CLI::App* command_ = nullptr;
};

}  // namespace roofgate
