// `roofgate baseline`: what is remembered. Its own subcommands do the work.
#pragma once

#include <memory>
#include <vector>

#include "bench/roofgate/command.hpp"

namespace roofgate {

class BaselineCommand final : public Command {
 public:
  BaselineCommand();
  CLI::App* add_to(CLI::App& program) override;
  [[nodiscard]] Result<ExitStatus> run(Console& console) override;

 private:
  std::vector<std::unique_ptr<Command>> commands_;
  std::vector<CLI::App*> parsed_;
};

}  // namespace roofgate
