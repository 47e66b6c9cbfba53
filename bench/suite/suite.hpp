// Suite files: named lists of cases for each backend. docs/suites.md explains every key.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bench/suite/suite_case.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

inline constexpr std::string_view kSuiteSchema = "roofgate.suite/1";

struct Suite {
  std::string name;
  std::string purpose;
  std::vector<SuiteCase> host;
  std::vector<SuiteCase> cuda;

  [[nodiscard]] const std::vector<SuiteCase>& cases(SuiteBackend backend) const {
    return backend == SuiteBackend::cuda ? cuda : host;
  }
};

/// Strict: an unknown key, a bad value, a duplicate id or an invalid case is an `input` error that names `source`, the
/// JSON path and the fix. Both sections are checked, whatever the backend of this machine.
[[nodiscard]] Result<Suite> parse_suite(std::string_view text, std::string_view source);

}  // namespace roofgate
