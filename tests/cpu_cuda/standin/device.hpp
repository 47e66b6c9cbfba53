// One stand-in device: its moment in the script, its cache, and the error that no call gets past.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "tests/cpu_cuda/standin/cost_model.hpp"
#include "tests/cpu_cuda/standin/scenario.hpp"

namespace roofgate::standin {

/// What a kernel does when it touches memory that is not there: ends it, and the context with it.
struct DeviceFault {
  int code = 0;
};

class Device {
 public:
  Device(int index, const DeviceScript& script) : index_{index}, script_{script}, cache_{script.l2_bytes} {}

  [[nodiscard]] int index() const { return index_; }
  [[nodiscard]] const DeviceScript& script() const { return script_; }
  [[nodiscard]] Step now() const;

  /// Kernels that have started.
  [[nodiscard]] std::uint64_t launches() const { return launches_; }
  void count_launch() { ++launches_; }

  /// 0 while the context lives.
  [[nodiscard]] int sticky() const { return sticky_; }
  void fail(int code);

  /// Seconds that the footprint takes now; counts as the device's work.
  [[nodiscard]] double charge(const Footprint& footprint);
  /// The scenario's noise on `seconds`.
  [[nodiscard]] double with_noise(double seconds);

  /// What telemetry of work done may ask: sums since the process began.
  struct Work {
    double busy_s = 0.0;
    double tensor_s = 0.0;  ///< at the full rate
    double dram_bytes = 0.0;
  };
  [[nodiscard]] Work work() const;
  void add_busy(double seconds);

 private:
  int index_;
  DeviceScript script_;
  std::atomic<std::uint64_t> launches_{0};
  std::atomic<int> sticky_{0};
  mutable std::mutex mutex_;
  CacheModel cache_;
  Work work_;
  std::uint64_t draws_ = 0;
};

/// Every device of the scenario, in PCI order.
[[nodiscard]] std::vector<Device*> all_devices();

/// The devices that CUDA_VISIBLE_DEVICES lets a program see, in its order.
[[nodiscard]] std::vector<Device*> visible_devices();

/// The calling thread's current device: index among the visible.
[[nodiscard]] int& current_device();

/// Virtual time of the host, as far as calls of the runtime advance it.
class HostClock {
 public:
  [[nodiscard]] double now() const { return now_s_; }
  void advance(double seconds) { reach(now_s_ + seconds); }
  void reach(double time_s);

 private:
  std::atomic<double> now_s_{0.0};
};

[[nodiscard]] HostClock& host_clock();

}  // namespace roofgate::standin
