#include <fmt/format.h>

#include <utility>

#include "bench/roofgate-bench/backend.hpp"
#include "bench/roofgate-bench/placement.hpp"
#include "bench/telemetry/combined_telemetry.hpp"
#include "bench/telemetry/host_telemetry.hpp"
#include "bench/telemetry/merge_cuda_devices.hpp"
#include "bench/telemetry/nearest_adapter.hpp"
#include "bench/telemetry/nvml_devices.hpp"
#include "bench/telemetry/nvml_telemetry.hpp"
#include "bench/telemetry/probe_environment.hpp"
#include "kernels/ceiling/cuda_ceiling.hpp"
#include "kernels/collective/cuda_collective.hpp"
#include "kernels/collective/mpi_world.hpp"
#include "kernels/cuda/cuda_platform.hpp"
#include "kernels/elementwise/cuda_chain.hpp"
#include "kernels/gemm/cuda_gemm.hpp"
#include "kernels/memory/cuda_memory.hpp"
#include "kernels/step/cuda_step.hpp"

namespace roofgate {
namespace {

struct MakeOnCuda {
  const CudaContext& context;
  World& world;

  Result<std::unique_ptr<Workload>> operator()(const GemmSpec& spec) const { return make_cuda_gemm(spec, context); }
  Result<std::unique_ptr<Workload>> operator()(const ChainSpec& spec) const { return make_cuda_chain(spec, context); }
  Result<std::unique_ptr<Workload>> operator()(const MemorySpec& spec) const { return make_cuda_memory(spec, context); }
  Result<std::unique_ptr<Workload>> operator()(const CeilingSpec& spec) const {
    return make_cuda_ceiling(spec, context);
  }
  Result<std::unique_ptr<Workload>> operator()(const CollectiveSpec& spec) const {
    return make_cuda_collective(spec, context, world);
  }
  Result<std::unique_ptr<Workload>> operator()(const StepSpec& spec) const {
    return make_cuda_step(spec, context, world);
  }
};

/// What the driver's management library adds, where it can be loaded.
struct Management {
  std::shared_ptr<const NvmlLibrary> library;
  std::vector<DeviceInfo> devices;
  std::vector<std::string> gaps;
};

Management load_management() {
  Management management;
  const auto library = load_nvml();
  if (!library) {
    management.gaps.push_back(fmt::format("clocks, power and temperature of the devices: {}", library.error().what));
    return management;
  }
  management.library = *library;
  if (auto devices = nvml_devices(**library, management.gaps)) management.devices = std::move(*devices);
  return management;
}

std::unique_ptr<TelemetrySource> make_telemetry(const RankPlace& place, const CudaDevice& device,
                                                Management& management) {
  std::vector<std::unique_ptr<TelemetrySource>> sources;
  if (management.library) {
    NvmlTelemetryOptions watching;
    watching.own_pids = place.node_pids;
    auto nvml = make_nvml_telemetry(management.library, {device.pci_bus_id, device.uuid}, watching);
    if (nvml) {
      sources.push_back(std::move(*nvml));
    } else {
      management.gaps.push_back(nvml.error().what);
    }
  }
  HostTelemetryOptions watching;
  watching.cpus = place.node_cpus;
  watching.own_pids = place.node_pids;
  sources.push_back(make_host_telemetry(watching));
  return combine_telemetry(std::move(sources));
}

class CudaBackend final : public Backend {
 public:
  CudaBackend(const RankPlace& place, const std::vector<CudaDevice>& devices, DeviceShare share,
              std::unique_ptr<CudaPlatform> platform)
      : place_{place},
        share_{std::move(share)},
        pci_bus_id_{devices[share_.own].pci_bus_id},
        platform_{std::move(platform)} {
    Management management = load_management();
    telemetry_ = make_telemetry(place, devices[share_.own], management);
    ProbeSources sources;
    sources.cpus = place.node_cpus;
    environment_ = probe_environment(std::string{cuda_backend_name()}, sources);
    environment_.devices = devices_of_node(share_, merge_cuda_devices(devices, management.devices), management.devices);
    environment_.software["mpi"] = mpi_library_version();
    for (const auto& [name, version] : cuda_software()) environment_.software[name] = version;
    if (management.library) environment_.software["driver"] = management.library->driver_version();
    std::erase_if(environment_.software, [](const auto& entry) { return entry.second.empty(); });
    gaps_ = telemetry_->gaps();
    gaps_.insert(gaps_.end(), management.gaps.begin(), management.gaps.end());
  }

  [[nodiscard]] SuiteBackend kind() const override { return SuiteBackend::cuda; }
  [[nodiscard]] const Environment& environment() const override { return environment_; }
  [[nodiscard]] Platform& platform() override { return *platform_; }
  [[nodiscard]] TelemetrySource& telemetry() override { return *telemetry_; }
  [[nodiscard]] std::vector<std::string> gaps() override { return gaps_; }

  [[nodiscard]] Result<std::unique_ptr<Workload>> make(const SuiteCase& suite_case, std::uint64_t seed,
                                                       World& world) override {
    CudaContext context = platform_->context(suite_case.cache);
    context.seed = seed;
    return std::visit(MakeOnCuda{context, world}, suite_case.spec);
  }

  [[nodiscard]] RankPlacement placement() const override {
    const MachineFiles files;
    const auto numa = numa_of_device(files, pci_bus_id_);
    return {environment_.host.name, cpu_list(place_.own_cpus), share_.index, numa,
            nearest_adapter(files, {pci_bus_id_, numa})};
  }

  [[nodiscard]] std::optional<std::string> oversubscription() const override {
    if (share_.most_ranks <= 1) return std::nullopt;
    const bool is_one = share_.devices.size() == 1;
    return fmt::format("{} ranks on {} {}", place_.ranks_on_node, share_.devices.size(), is_one ? "device" : "devices");
  }

 private:
  RankPlace place_;
  DeviceShare share_;
  std::string pci_bus_id_;
  Environment environment_;
  std::unique_ptr<CudaPlatform> platform_;
  std::unique_ptr<TelemetrySource> telemetry_;
  std::vector<std::string> gaps_;
};

}  // namespace

std::vector<NodeDevice> visible_cuda_devices() {
  const auto devices = cuda_devices();
  return devices ? node_devices_of(*devices) : std::vector<NodeDevice>{};
}

Result<std::unique_ptr<Backend>> make_cuda_backend(const RankPlace& place, const DeviceShare& share) {
  auto devices = cuda_devices();
  if (!devices) return fail(devices.error());
  auto platform = make_cuda_platform(static_cast<int>(share.own));
  if (!platform) return fail(platform.error());
  return std::make_unique<CudaBackend>(place, *devices, share, std::move(*platform));
}

}  // namespace roofgate
