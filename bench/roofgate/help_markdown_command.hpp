// `roofgate help-markdown`: prints what docs/cli.md says of roofgate. Hidden: for the maintainers of that page.
#pragma once

#include "bench/roofgate/command.hpp"

namespace roofgate {

class HelpMarkdownCommand final : public Command {
 public:
  CLI::App* add_to(CLI::App& program) override;
  [[nodiscard]] Result<ExitStatus> run(Console& console) override;
};

}  // namespace roofgate
