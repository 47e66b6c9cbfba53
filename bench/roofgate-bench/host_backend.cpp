#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "bench/roofgate-bench/backend.hpp"
#include "bench/roofgate-bench/placement.hpp"
#include "bench/telemetry/host_telemetry.hpp"
#include "bench/telemetry/nearest_adapter.hpp"
#include "bench/telemetry/probe_environment.hpp"
#include "kernels/ceiling/host_ceiling.hpp"
#include "kernels/collective/host_collective.hpp"
#include "kernels/collective/mpi_world.hpp"
#include "kernels/elementwise/host_chain.hpp"
#include "kernels/gemm/host_gemm.hpp"
#include "kernels/gemm/onednn_matmul.hpp"
#include "kernels/host/host_platform.hpp"
#include "kernels/host/thread_limit.hpp"
#include "kernels/host/threads.hpp"
#include "kernels/memory/host_memory.hpp"
#include "kernels/step/host_step.hpp"

namespace roofgate {
namespace {

std::vector<int> sorted(std::vector<int> cpus) {
  std::sort(cpus.begin(), cpus.end());
  return cpus;
}

struct MakeOnHost {
  const HostContext& context;
  World& world;

  Result<std::unique_ptr<Workload>> operator()(const GemmSpec& spec) const { return make_host_gemm(spec, context); }
  Result<std::unique_ptr<Workload>> operator()(const ChainSpec& spec) const { return make_host_chain(spec, context); }
  Result<std::unique_ptr<Workload>> operator()(const MemorySpec& spec) const { return make_host_memory(spec, context); }
  Result<std::unique_ptr<Workload>> operator()(const CeilingSpec& spec) const {
    return make_host_ceiling(spec, context);
  }
  Result<std::unique_ptr<Workload>> operator()(const CollectiveSpec& spec) const {
    return make_host_collective(spec, context, world);
  }
  /// A rank is one core, in every world size: more ranks are then more cores, and throughput can scale.
  Result<std::unique_ptr<Workload>> operator()(const StepSpec& spec) const {
    HostContext core = context;
    core.threads = 1;
    return make_host_step(spec, core, world);
  }
};

class HostBackend final : public Backend {
 public:
  explicit HostBackend(const RankPlace& place) : place_{place} {
    ProbeSources sources;
    sources.cpus = place.node_cpus;
    environment_ = probe_environment("host", sources);
    environment_.software["mpi"] = mpi_library_version();
    environment_.software["onednn"] = onednn_version();
    std::erase_if(environment_.software, [](const auto& entry) { return entry.second.empty(); });
    context_.threads = std::min(threads_of_rank(place, environment_.cpu.cores), most_threads_wanted());
    context_.first_place = first_place_of_rank(place, context_.threads);
    context_.last_level_cache = environment_.cpu.last_level_cache;
    HostTelemetryOptions watching;
    watching.cpus = place.node_cpus;
    watching.own_pids = place.node_pids;
    // Before the platform: it pins this thread, and threads made later would share its CPU.
    telemetry_ = make_host_telemetry(watching);
    platform_ = make_host_platform(context_);
  }

  [[nodiscard]] SuiteBackend kind() const override { return SuiteBackend::host; }
  [[nodiscard]] const Environment& environment() const override { return environment_; }
  [[nodiscard]] Platform& platform() override { return *platform_; }
  [[nodiscard]] TelemetrySource& telemetry() override { return *telemetry_; }

  [[nodiscard]] Result<std::unique_ptr<Workload>> make(const SuiteCase& suite_case, std::uint64_t seed,
                                                       World& world) override {
    HostContext context = context_;
    context.cache = suite_case.cache;
    context.seed = seed;
    return std::visit(MakeOnHost{context, world}, suite_case.spec);
  }

  [[nodiscard]] RankPlacement placement() const override {
    const MachineFiles files;
    const std::vector<int> pinned = team_cpus(context_.threads, context_.first_place);
    const std::vector<int>& cpus = pinned.empty() ? place_.own_cpus : pinned;
    RankPlacement placement{environment_.host.name, cpu_list(sorted(cpus)), std::nullopt, std::nullopt, ""};
    if (!cpus.empty()) placement.numa = numa_of_cpu(files, cpus.front());
    placement.nic = nearest_adapter(files, {"", placement.numa});
    return placement;
  }

  [[nodiscard]] std::optional<std::string> oversubscription() const override {
    if (place_.ranks_on_node <= environment_.cpu.cores) return std::nullopt;
    return fmt::format("{} ranks on {} cores", place_.ranks_on_node, environment_.cpu.cores);
  }

 private:
  RankPlace place_;
  Environment environment_;
  HostContext context_;
  std::unique_ptr<Platform> platform_;
  std::unique_ptr<TelemetrySource> telemetry_;
};

}  // namespace

Result<std::unique_ptr<Backend>> make_host_backend(const RankPlace& place) {
  return std::make_unique<HostBackend>(place);
}

}  // namespace roofgate
