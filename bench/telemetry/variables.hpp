// Environment variables: which may be kept in a record, and a view of them that tests can give.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace roofgate {

/// "NAME=value" strings, null-terminated, as in environ(7).
class Variables {
 public:
  /// null: this process's environment.
  explicit Variables(const char* const* strings = nullptr);

  [[nodiscard]] std::optional<std::string> value(std::string_view name) const;
  [[nodiscard]] bool has(std::string_view name) const { return value(name).has_value(); }

 private:
  const char* const* strings_;
};

/// Those that change what is measured and whose names are on the list in variables.cpp: whole names, never prefixes, so
/// that a secret put beside them (`NCCL_TOKEN`) is not kept. Values are cut at 256 bytes; control characters and
/// everything outside printable ASCII become '?'.
[[nodiscard]] std::map<std::string, std::string> kept_variables(const Variables& variables);

/// True if a record may hold the variable of this name.
[[nodiscard]] bool is_kept(std::string_view name);

}  // namespace roofgate
