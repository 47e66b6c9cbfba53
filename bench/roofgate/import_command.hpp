// `roofgate import`: foreign files become records.
#pragma once

#include <string>
#include <vector>

#include "bench/readers/import.hpp"
#include "bench/roofgate/command.hpp"
#include "bench/roofgate/foreign_options.hpp"

namespace roofgate {

class ImportCommand final : public Command {
 public:
  CLI::App* add_to(CLI::App& program) override;
  [[nodiscard]] Result<ExitStatus> run(Console& console) override;

 private:
  [[nodiscard]] Result<std::vector<std::string>> write(const std::vector<Record>& records) const;

  std::vector<std::string> files_;
  ForeignOptions foreign_;
  std::string output_;
};

}  // namespace roofgate
