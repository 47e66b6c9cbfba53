// Help of both programs from their CLI11 tables: for a terminal, and as docs/cli.md. One table, so that they agree.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace roofgate {

/// Installs help_text() as the help of `app` and all its subcommands, and the sentence of --help.
void use_help_text(CLI::App& app);

/// Usage, description, commands and options, each with its sentence and default. Options in the empty group are hidden.
[[nodiscard]] std::string help_text(const CLI::App& app);

/// The same as Markdown: a section for the program and one for each subcommand.
[[nodiscard]] std::string help_markdown(const CLI::App& app);

}  // namespace roofgate
