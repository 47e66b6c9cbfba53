// `--format` and `--mapping`: what foreign files are, for every command that takes them where it wants a record.
#pragma once

#include <string>

#include "bench/readers/import.hpp"
#include "bench/roofgate/command.hpp"

namespace roofgate {

enum class FormatHelp { brief, full };

class ForeignOptions {
 public:
  /// `full`: the help lists every format.
  void add_to(CLI::App& command, FormatHelp help = FormatHelp::brief);

  /// `--mapping` alone, for a command whose `--format` is another one.
  void add_mapping_to(CLI::App& command);

  /// Reads the mapping file, where one was named.
  [[nodiscard]] Result<ImportOptions> read() const;

 private:
  std::string format_ = "auto";
  std::string mapping_;
};

}  // namespace roofgate
