// Numbers of an option. CLI11's own ranges let nan pass and print the largest double in full.
#pragma once

#include <CLI/CLI.hpp>

namespace roofgate {

/// A number from `low` to `high`, both included; nan and what is no number are refused.
[[nodiscard]] CLI::Validator number_from(double low, double high);

}  // namespace roofgate
