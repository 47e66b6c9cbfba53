#include "bench/telemetry/probe_environment.hpp"

#include <utility>

#include "bench/telemetry/affinity.hpp"
#include "bench/telemetry/cpu_probe.hpp"
#include "bench/telemetry/host_probe.hpp"
#include "bench/telemetry/variables.hpp"

namespace roofgate {
namespace {

std::string compiler() {
#if defined(__clang__)
  return "clang " __clang_version__;
#else
  return "gcc " __VERSION__;
#endif
}

}  // namespace

Environment probe_environment(std::string backend, const ProbeSources& sources) {
  const Variables variables{sources.variables};
  Environment environment;
  environment.backend = std::move(backend);
  environment.cpu = probe_cpu(sources.files, sources.cpus ? *sources.cpus : affinity_cpus(), sources.ask_processor);
  environment.host = probe_host(sources.files, variables, sources.ask_processor);
  environment.software["compiler"] = compiler();
  environment.variables = kept_variables(variables);
  return environment;
}

}  // namespace roofgate
