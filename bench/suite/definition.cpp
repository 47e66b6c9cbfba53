#include "bench/suite/definition.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <string_view>

namespace roofgate {
namespace {

std::uint64_t fnv1a(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char byte : text) {
    hash ^= static_cast<unsigned char>(byte);
    hash *= 0x100000001b3U;
  }
  return hash;
}

std::string value_text(const CaseParameter& value) {
  if (const auto* number = std::get_if<double>(&value)) return fmt::format("{:.17g}", *number);
  if (const auto* yes = std::get_if<bool>(&value)) return *yes ? "true" : "false";
  return std::get<std::string>(value);
}

// What a platform's timer covers. A changed method starts a new series: change the words with the method.
std::string_view timing_method(const SuiteCase& suite_case) {
  if (suite_case.backend == SuiteBackend::host) return "steady_clock/batch";
  return suite_case.expose_launch ? "cuda_events/batch/launch_exposed" : "cuda_events/batch/launch_hidden";
}

std::string work_text(const SuiteCase& suite_case) {
  const auto work = suite_case.work();
  if (!work) return "work=as the workload counts it\n";
  return fmt::format(
      "work.flops={:.17g}\nwork.bytes_read={:.17g}\nwork.bytes_written={:.17g}\nwork.link_bytes={:.17g}\n",
      work->flops.value(), work->bytes_read.value(), work->bytes_written.value(), work->link_bytes.value());
}

}  // namespace

std::string definition_text(const SuiteCase& suite_case) {
  std::string text = fmt::format("roofgate.definition/1\nkind={}\n", suite_case.kind());
  for (const auto& [key, value] : suite_case.parameters()) {
    if (key == "nominal_shape" || key == "ladder") continue;  // who it is compared with, not what it is
    text += fmt::format("{}={}\n", key, value_text(value));
  }
  text += work_text(suite_case);
  text += "data=normal(0,1)\n";
  text += fmt::format("timing={}\n", timing_method(suite_case));
  text += fmt::format("barrier={}\n", suite_case.is_collective() ? "before each sample; slowest rank" : "none");
  return text;
}

std::string definition_hash(const SuiteCase& suite_case) {
  return fmt::format("{:016x}", fnv1a(definition_text(suite_case)));
}

}  // namespace roofgate
