#include "bench/roofgate-bench/listing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "bench/report/format.hpp"
#include "bench/suite/definition.hpp"

namespace roofgate {
namespace {

std::string work_text(const SuiteCase& suite_case) {
  const auto work = suite_case.work();
  if (!work) return "as the machine has it";
  switch (work->subject) {
    case Subject::flops:
      return fmt::format("{:.4g} GFLOP", work->flops.value() / 1e9);
    case Subject::bytes:
      return format(work->bytes()) + " moved";
    case Subject::link_bytes:
      return format(work->link_bytes) + " sent";
    case Subject::latency:
      return "a launch";
  }
  return {};
}

}  // namespace

std::string list_as_ids(const std::vector<PlannedCase>& cases) {
  std::string text;
  for (const PlannedCase& planned : cases) text += planned.suite_case.id() + '\n';
  return text;
}

std::string list_as_table(const std::vector<PlannedCase>& cases) {
  std::size_t width = 4;
  for (const PlannedCase& planned : cases) width = std::max(width, planned.suite_case.id().size());
  std::string text = fmt::format("{:<{}}  {:<22} measured by\n", "case", width, "work");
  for (const PlannedCase& planned : cases) {
    text += fmt::format("{:<{}}  {:<22} {}\n", planned.suite_case.id(), width, work_text(planned.suite_case),
                        planned.suite_case.is_collective() ? "all ranks" : "one process");
  }
  return text;
}

std::string list_as_json(const std::vector<PlannedCase>& cases) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const PlannedCase& planned : cases) {
    list.push_back({{"id", planned.suite_case.id()},
                    {"kind", std::string{planned.suite_case.kind()}},
                    {"collective", planned.suite_case.is_collective()},
                    {"definition", definition_hash(planned.suite_case)}});
  }
  return list.dump(2) + '\n';
}

}  // namespace roofgate
