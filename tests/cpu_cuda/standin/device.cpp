#include "tests/cpu_cuda/standin/device.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <sstream>

#include "tests/cpu_cuda/standin/device_names.hpp"

namespace roofgate::standin {
namespace {

/// A number in [-1, 1] that looks random: splitmix64 (Steele, Lea, Flood, OOPSLA 2014).
double noise_of(std::uint64_t counter) {
  std::uint64_t bits = (counter + 1) * 0x9e3779b97f4a7c15U;
  bits = (bits ^ (bits >> 30U)) * 0xbf58476d1ce4e5b9U;
  bits = (bits ^ (bits >> 27U)) * 0x94d049bb133111ebU;
  bits ^= bits >> 31U;
  return static_cast<double>(bits >> 11U) * 0x1p-52 - 1.0;
}

using Devices = std::vector<std::unique_ptr<Device>>;

const Devices& devices() {
  static std::mutex mutex;
  static Devices* made = nullptr;  // outlives streams' threads
  static int number = -1;
  const std::lock_guard lock{mutex};
  if (number != scenario_number()) {
    number = scenario_number();
    made = new Devices;
    for (const DeviceScript& script : scenario().devices) {
      made->push_back(std::make_unique<Device>(static_cast<int>(made->size()), script));
    }
  }
  return *made;
}

}  // namespace

Step Device::now() const {
  Step now = script_.steps.front();
  for (const Step& step : script_.steps) {
    if (step.from_launch <= launches_) now = step;
  }
  return now;
}

void Device::fail(int code) {
  int none = 0;
  sticky_.compare_exchange_strong(none, code);
}

double Device::charge(const Footprint& footprint) {
  const Step step = now();
  const std::lock_guard lock{mutex_};
  const Traffic traffic = traffic_of(footprint, cache_);
  work_.dram_bytes += traffic.dram_bytes;
  work_.tensor_s += footprint.tensor_flops() / script_.tensor_flops_per_s;
  return kernel_seconds(footprint, traffic, script_, step, scenario().kernel_s);
}

double Device::with_noise(double seconds) {
  const std::lock_guard lock{mutex_};
  return seconds * (1.0 + scenario().noise * noise_of(draws_++));
}

Device::Work Device::work() const {
  const std::lock_guard lock{mutex_};
  return work_;
}

void Device::add_busy(double seconds) {
  const std::lock_guard lock{mutex_};
  work_.busy_s += seconds;
}

std::vector<Device*> all_devices() {
  std::vector<Device*> all;
  for (const auto& device : devices()) all.push_back(device.get());
  return all;
}

std::vector<Device*> visible_devices() {
  const char* const text = std::getenv("CUDA_VISIBLE_DEVICES");
  std::vector<Device*> all = all_devices();
  if (text == nullptr) return all;
  // As the driver: names in order; the first that is none ends the list.
  std::vector<Device*> visible;
  std::istringstream names{text};
  for (std::string name; std::getline(names, name, ',');) {
    const auto is_it = [&](const Device* device) {
      return std::to_string(device->index()) == name || uuid_of(*device) == name;
    };
    const auto found = std::find_if(all.begin(), all.end(), is_it);
    if (found == all.end()) break;
    visible.push_back(*found);
  }
  return visible;
}

int& current_device() {
  thread_local int index = 0;
  return index;
}

void HostClock::reach(double time_s) {
  double seen = now_s_;
  while (seen < time_s && !now_s_.compare_exchange_weak(seen, time_s)) {
  }
}

HostClock& host_clock() {
  static HostClock clock;
  return clock;
}

}  // namespace roofgate::standin
