#include "tests/cpu_cuda/standin/scenario.hpp"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace roofgate::standin {
namespace {

using Json = nlohmann::json;

/// One object's fields. Each is taken by name; what is left at the end is a mistake.
class Fields {
 public:
  // Parentheses: braces would make an array of it.
  explicit Fields(const Json& object) : left_(object) {
    if (!object.is_object()) throw std::runtime_error{"not an object: " + object.dump()};
  }

  template <class T>
  void take(const char* name, T& value) {
    if (const auto found = left_.find(name); found != left_.end()) {
      value = found->get<T>();
      left_.erase(found);
    }
  }

  template <class T, class Read>
  void take_each(const char* name, std::vector<T>& list, Read read) {
    const auto found = left_.find(name);
    if (found == left_.end()) return;
    list.clear();
    for (const Json& item : *found) list.push_back(read(item));
    left_.erase(found);
  }

  void end() const {
    if (!left_.empty()) throw std::runtime_error{"unknown field '" + left_.begin().key() + "'"};
  }

 private:
  Json left_;
};

Step read_step(const Json& json, const Step& before) {
  Step step = before;
  Fields fields{json};
  fields.take("from_launch", step.from_launch);
  fields.take("sm_mhz", step.sm_mhz);
  fields.take("memory_mhz", step.memory_mhz);
  fields.take("power_w", step.power_w);
  fields.take("temperature_c", step.temperature_c);
  fields.take("reasons", step.reasons);
  fields.take("uncorrected", step.uncorrected);
  fields.end();
  return step;
}

DeviceScript read_device(const Json& json) {
  DeviceScript device;
  Fields fields{json};
  fields.take("name", device.name);
  fields.take("major", device.major);
  fields.take("minor", device.minor);
  fields.take("multiprocessors", device.multiprocessors);
  fields.take("memory_bytes", device.memory_bytes);
  fields.take("l2_bytes", device.l2_bytes);
  fields.take("sm_mhz", device.sm_mhz);
  fields.take("memory_mhz", device.memory_mhz);
  fields.take("memory_bus_bits", device.memory_bus_bits);
  fields.take("tensor_flops_per_s", device.tensor_flops_per_s);
  fields.take("fp32_flops_per_s", device.fp32_flops_per_s);
  fields.take("dram_bytes_per_s", device.dram_bytes_per_s);
  fields.take("l2_bytes_per_s", device.l2_bytes_per_s);
  fields.take("link_bytes_per_s", device.link_bytes_per_s);
  fields.take("peer_bytes_per_s", device.peer_bytes_per_s);
  fields.take("power_limit_w", device.power_limit_w);
  fields.take("ecc", device.ecc);
  fields.take("mig", device.mig);
  fields.take("foreign_pids", device.foreign_pids);
  Step step;
  step.sm_mhz = device.sm_mhz;
  step.memory_mhz = device.memory_mhz;
  device.steps = {step};
  fields.take_each("steps", device.steps, [&](const Json& item) { return step = read_step(item, step); });
  fields.end();
  return device;
}

Fault read_fault(const Json& json) {
  Fault fault;
  Fields fields{json};
  fields.take("call", fault.call);
  fields.take("from", fault.from);
  fault.until = fault.from;
  fields.take("until", fault.until);
  fields.take("result", fault.result);
  fields.take("value", fault.value);
  fields.take("rank", fault.rank);
  fields.take("once", fault.once);
  fields.take("after", fault.after);
  fields.end();
  return fault;
}

Candidate read_candidate(const Json& json) {
  static const std::map<std::string, Damage> kDamages{
      {"none", Damage::none}, {"one_element", Damage::one_element}, {"transposed", Damage::transposed}};
  Candidate candidate;
  Fields fields{json};
  std::string damage = "none";
  fields.take("id", candidate.id);
  fields.take("efficiency", candidate.efficiency);
  fields.take("fails", candidate.fails);
  fields.take("damage", damage);
  fields.end();
  candidate.damage = kDamages.at(damage);
  return candidate;
}

NcclScript read_nccl(const Json& json) {
  NcclScript nccl;
  Fields fields{json};
  fields.take("latency_s", nccl.latency_s);
  fields.take("bytes_per_s", nccl.bytes_per_s);
  fields.take("slower", nccl.slower);
  fields.end();
  return nccl;
}

Scenario read_scenario(const Json& json) {
  Scenario made;
  Fields fields{json};
  fields.take_each("devices", made.devices, read_device);
  fields.take("late", made.late);
  fields.take("repeats_are_computed", made.repeats_are_computed);
  fields.take("noise", made.noise);
  fields.take("host_call_s", made.host_call_s);
  fields.take("launch_latency_s", made.launch_latency_s);
  fields.take("kernel_s", made.kernel_s);
  fields.take("first_launch_s", made.first_launch_s);
  fields.take("event_step_s", made.event_step_s);
  fields.take("queue_entries", made.queue_entries);
  fields.take("driver_version", made.driver_version);
  fields.take("alignment_bytes", made.alignment_bytes);
  fields.take_each("candidates", made.candidates, read_candidate);
  Json nccl = Json::object();
  fields.take("nccl", nccl);
  made.nccl = read_nccl(nccl);
  fields.take("gpm", made.gpm);
  fields.take_each("faults", made.faults, read_fault);
  fields.end();
  return made;
}

Scenario scenario_of_environment() {
  const char* const file = std::getenv("ROOFGATE_STANDIN");
  if (file == nullptr) return {};
  try {
    std::ifstream stream{file};
    return read_scenario(Json::parse(stream));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "stand-in: %s: %s\n", file, error.what());
    std::_Exit(70);
  }
}

Scenario& current() {
  static Scenario current = scenario_of_environment();
  return current;
}

int& number() {
  static int number = 0;
  return number;
}

}  // namespace

const Scenario& scenario() { return current(); }

void set_scenario(Scenario made) {
  current() = std::move(made);
  ++number();
}

int scenario_number() { return number(); }

}  // namespace roofgate::standin
