// `--format`, `--mapping`, `--place` and `--any-place`: what foreign files are, and which of their runs are wanted, for
// every command that takes them where it wants a record.
#pragma once

#include <string>

#include "bench/readers/import.hpp"
#include "bench/roofgate/command.hpp"

namespace roofgate {

enum class FormatHelp { brief, full };

class ForeignOptions {
 public:
  /// `full`: the help lists every format; without --place, as every run is read.
  void add_to(CLI::App& command, FormatHelp help = FormatHelp::brief);

  /// `--mapping` alone, for a command whose `--format` is another one.
  void add_mapping_to(CLI::App& command);

  /// `--any-place`, for a command that takes nights for a series.
  void add_any_place_to(CLI::App& command);

  /// Reads the mapping file, where one was named.
  [[nodiscard]] Result<ImportOptions> read() const;

 private:
  std::string format_ = "auto";
  std::string mapping_;
  std::string place_;
  bool any_place_ = false;
};

}  // namespace roofgate
