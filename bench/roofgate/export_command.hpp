// `roofgate export`: a record as other tools read it.
#pragma once

#include <string>

#include "bench/roofgate/command.hpp"
#include "bench/roofgate/foreign_options.hpp"

namespace roofgate {

class ExportCommand final : public Command {
 public:
  CLI::App* add_to(CLI::App& program) override;
  [[nodiscard]] Result<ExitStatus> run(Console& console) override;

 private:
  std::string record_, format_, better_, output_;
  ForeignOptions foreign_;
};

}  // namespace roofgate
