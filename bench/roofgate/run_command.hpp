// `roofgate run`: measures a suite into a record.
#pragma once

#include <string>

#include "bench/roofgate/command.hpp"
#include "bench/roofgate/measuring_options.hpp"

namespace roofgate {

class RunCommand final : public Command {
 public:
  CLI::App* add_to(CLI::App& program) override;
  [[nodiscard]] Result<ExitStatus> run(Console& console) override;

 private:
  /// Where the record goes, and whether it is to be completed.
  [[nodiscard]] Result<RunRequest> request_with_record() const;

  MeasuringOptions options_;
  std::string output_, resume_;
  CLI::App* command_ = nullptr;
};

}  // namespace roofgate
