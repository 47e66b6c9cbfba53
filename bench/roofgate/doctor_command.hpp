// `roofgate doctor`: what this machine has, what will be measured, what would spoil it.
#pragma once

#include <string>

#include "bench/roofgate/command.hpp"
#include "bench/roofgate/doctor_document.hpp"
#include "bench/roofgate/measuring_options.hpp"

namespace roofgate {

class DoctorCommand final : public Command {
 public:
  CLI::App* add_to(CLI::App& program) override;
  [[nodiscard]] Result<ExitStatus> run(Console& console) override;

 private:
  [[nodiscard]] Result<ExitStatus> read_telemetry(Console& console) const;
  void ask_bench(DoctorReport& report, const RunRequest& request) const;
  void look_around(DoctorReport& report) const;
  void find_places(DoctorReport& report) const;

  MeasuringOptions options_;
  std::string baselines_, policy_, telemetry_;
};

}  // namespace roofgate
