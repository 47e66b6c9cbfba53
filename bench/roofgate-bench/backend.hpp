// What measures: the CPUs of this machine or one of its GPUs, behind one interface.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench/record/environment.hpp"
#include "bench/record/record.hpp"
#include "bench/roofgate-bench/node_devices.hpp"
#include "bench/roofgate-bench/rank_place.hpp"
#include "bench/suite/suite_case.hpp"
#include "bench/telemetry/telemetry.hpp"
#include "kernels/base/platform.hpp"
#include "kernels/base/result.hpp"
#include "kernels/base/workload.hpp"
#include "kernels/base/world.hpp"

namespace roofgate {

class Backend {
 public:
  Backend() = default;
  Backend(const Backend&) = delete;
  Backend& operator=(const Backend&) = delete;
  virtual ~Backend() = default;

  [[nodiscard]] virtual SuiteBackend kind() const = 0;
  [[nodiscard]] virtual const Environment& environment() const = 0;
  [[nodiscard]] virtual Platform& platform() = 0;
  [[nodiscard]] virtual TelemetrySource& telemetry() = 0;
  /// What cannot be seen here and why, one sentence each.
  [[nodiscard]] virtual std::vector<std::string> gaps() { return telemetry().gaps(); }
  /// Every rank of `world` makes a collective together; `world` outlives the workload.
  [[nodiscard]] virtual Result<std::unique_ptr<Workload>> make(const SuiteCase& suite_case, std::uint64_t seed,
                                                               World& world) = 0;
  /// Where this rank sits, as the record keeps it.
  [[nodiscard]] virtual RankPlacement placement() const { return {}; }
  /// Evidence, if more ranks measure on this node than it has cores or devices.
  [[nodiscard]] virtual std::optional<std::string> oversubscription() const = 0;
};

[[nodiscard]] Result<std::unique_ptr<Backend>> make_host_backend(const RankPlace& place);

/// On the device that the share says. `unavailable`, naming what is missing, where no device answers.
[[nodiscard]] Result<std::unique_ptr<Backend>> make_cuda_backend(const RankPlace& place, const DeviceShare& share);

/// Those that this rank sees; none where no device answers.
[[nodiscard]] std::vector<NodeDevice> visible_cuda_devices();

struct ChosenBackend {
  std::unique_ptr<Backend> backend;
  std::string note;  ///< what `auto` took and why; empty for a backend that was named
};

/// `name`: "auto", "cuda" or "host". Every rank calls it together; auto takes cuda only if every rank has a device.
[[nodiscard]] Result<ChosenBackend> choose_backend(const std::string& name, const RankPlace& place, World& world);

}  // namespace roofgate
