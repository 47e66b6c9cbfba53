// What `roofgate doctor` prints: the machine, what would be measured, where the data lies, and what would spoil it.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bench/doctor/finding.hpp"
#include "bench/locate/data_folders.hpp"
#include "bench/record/environment.hpp"
#include "bench/report/document.hpp"
#include "bench/session/plan.hpp"

namespace roofgate {

struct DoctorReport {
  Environment environment;
  std::string gpus;  ///< what NVML says, or why it says nothing
  std::string suite;
  int rounds = 0;
  std::vector<Group> plan;                             ///< empty: nothing can be measured
  std::vector<std::pair<std::string, Search>> places;  ///< "baselines" -> where they were looked for
  std::vector<Finding> findings;

  [[nodiscard]] bool can_measure() const;
};

[[nodiscard]] Document doctor_document(const DoctorReport& report);

}  // namespace roofgate
