// What differs between two environments that were measured: software, variables, machine. Joined to the measured
// changes by what a case of each kind runs through.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bench/record/environment.hpp"

namespace roofgate {

enum class EnvironmentPart { software, variable, host, hardware, tool };

struct EnvironmentChange {
  EnvironmentPart part = EnvironmentPart::software;
  std::string name;    ///< "onednn", "OMP_NUM_THREADS", "kernel"
  std::string before;  ///< "unset" or "none" where it is not there
  std::string after;

  friend bool operator==(const EnvironmentChange&, const EnvironmentChange&) = default;
};

[[nodiscard]] std::string_view name_of(EnvironmentPart part);

/// Every difference, the software first. What changes from run to run without meaning (devices' order) is left out.
[[nodiscard]] std::vector<EnvironmentChange> environment_changes(const Environment& before, const Environment& after);

/// Whether a case of this kind runs through what changed. What is not known to concern few kinds concerns all.
[[nodiscard]] bool concerns(const EnvironmentChange& change, std::string_view kind);

/// Ids of the devices that only one side measured with; empty where both used the same.
[[nodiscard]] std::vector<std::string> devices_of_one_side(const Environment& before, const Environment& after);

}  // namespace roofgate
