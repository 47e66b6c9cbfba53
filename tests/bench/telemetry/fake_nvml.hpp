// A management library for tests alone: fake_nvml.cpp is built as a shared library that load_nvml is given by path.
// What it answers is this state, which the test sets and the library reads under the lock.
#pragma once

#include <dlfcn.h>

#include <cstddef>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace roofgate {

/// What one sample sees. A sample starts with the question for the clock event reasons.
struct FakeFrame {
  unsigned long long reasons = 0;
  unsigned sm_mhz = 1980;
  unsigned memory_mhz = 3201;
  unsigned power_mw = 400000;
  unsigned temperature = 50;
};

struct FakeGpu {
  std::string name = "NVIDIA H200";
  std::string uuid = "GPU-00000000-0000-0000-0000-000000000000";
  std::string pci_bus_id = "00000000:53:00.0";
  unsigned power_limit_mw = 700000;
  int ecc = 1;
  unsigned mig = 0;
  int persistence = 1;
  unsigned long long uncorrected = 0;
  unsigned utilization = 100;
  unsigned gpm = 1;                        ///< whether the device has performance counters
  std::map<unsigned, double> gpm_metrics;  ///< by nvmlGpmMetricId_t; one that is missing is not supported
  std::vector<unsigned> pids;
  int open_result = 0;  ///< of nvmlDeviceGetHandleByIndex_v2
};

struct FakeNvml {
  std::mutex mutex;
  int init_result = 0;
  int initialised = 0;  ///< inits less shutdowns
  std::vector<FakeGpu> gpus = std::vector<FakeGpu>(1);
  std::vector<FakeFrame> frames = std::vector<FakeFrame>(1);  ///< the last one repeats
  std::size_t next_frame = 0;
  std::size_t frames_shown = 0;
  std::map<std::string, int> results;  ///< function name -> what it returns instead of success

  /// Everything as at the start, but for the count of inits.
  void reset() {
    const std::lock_guard lock{mutex};
    init_result = 0;
    gpus = std::vector<FakeGpu>(1);
    frames = std::vector<FakeFrame>(1);
    next_frame = 0;
    frames_shown = 0;
    results.clear();
  }
};

/// The state inside the library at `file`, which stays loaded.
inline FakeNvml& fake_nvml_in(const char* file) {
  void* const library = ::dlopen(file, RTLD_NOW | RTLD_LOCAL);
  auto* const state = reinterpret_cast<FakeNvml* (*)()>(::dlsym(library, "fake_nvml_state"));
  return *state();
}

}  // namespace roofgate
