#include "bench/record/environment_json.hpp"

#include <fmt/format.h>

#include <optional>

#include "bench/record/json_text.hpp"

namespace roofgate {
namespace {

template <class Q>
std::string number_of(const std::optional<Q>& quantity) {
  return quantity ? json_number(quantity->value()) : "null";
}

std::string truth_of(std::optional<bool> value) { return !value ? "null" : *value ? "true" : "false"; }

template <class Q>
std::optional<Q> quantity_of(std::optional<double> value) {
  return value ? std::optional<Q>{Q{*value}} : std::nullopt;
}

std::string device_to_json(const DeviceInfo& device) {
  return fmt::format(
      R"({{"index": {}, "name": {}, "uuid": {}, "pci_bus_id": {}, "compute_capability": {}, "multiprocessors": {}, )"
      R"("memory_bytes": {}, "l2_cache_bytes": {}, "max_sm_clock_hz": {}, "max_memory_clock_hz": {}, )"
      R"("memory_bus_bits": {}, "power_limit_w": {}, "ecc_enabled": {}, "mig_enabled": {}, "persistence_mode": {}}})",
      device.index, json_string(device.name), json_string(device.uuid), json_string(device.pci_bus_id),
      device.compute_capability, device.multiprocessors, json_number(device.memory.value()),
      json_number(device.l2_cache.value()), number_of(device.max_sm_clock), number_of(device.max_memory_clock),
      device.memory_bus_bits ? fmt::format("{}", *device.memory_bus_bits) : "null", number_of(device.power_limit),
      truth_of(device.ecc_enabled), truth_of(device.mig_enabled), truth_of(device.persistence_mode));
}

std::string cpu_to_json(const CpuInfo& cpu) {
  return fmt::format(
      R"({{"model": {}, "sockets": {}, "cores": {}, "threads": {}, "isa": {}, "last_level_cache_bytes": {}, )"
      R"("memory_bytes": {}}})",
      json_string(cpu.model), cpu.sockets, cpu.cores, cpu.threads, json_array(cpu.isa),
      json_number(cpu.last_level_cache.value()), json_number(cpu.memory.value()));
}

std::string host_to_json(const HostInfo& host) {
  return fmt::format(R"({{"name": {}, "kernel": {}, "os": {}, "container": {}, "hypervisor": {}, "launcher": {}}})",
                     json_string(host.name), json_string(host.kernel), json_string(host.os),
                     json_string(host.container), json_string(host.hypervisor), json_string(host.launcher));
}

DeviceInfo read_device(JsonFields& fields) {
  DeviceInfo device;
  device.index = fields.integer("index", 0);
  device.name = fields.text("name");
  device.uuid = fields.text("uuid");
  device.pci_bus_id = fields.text("pci_bus_id");
  device.compute_capability = fields.integer("compute_capability", 0);
  device.multiprocessors = fields.integer("multiprocessors", 0);
  device.memory = Bytes{fields.number("memory_bytes", 0.0)};
  device.l2_cache = Bytes{fields.number("l2_cache_bytes", 0.0)};
  device.max_sm_clock = quantity_of<Hertz>(fields.number_or_null("max_sm_clock_hz", 0.0));
  device.max_memory_clock = quantity_of<Hertz>(fields.number_or_null("max_memory_clock_hz", 0.0));
  device.memory_bus_bits = fields.integer_or_null("memory_bus_bits", 0);
  device.power_limit = quantity_of<Watts>(fields.number_or_null("power_limit_w", 0.0));
  device.ecc_enabled = fields.boolean_or_null("ecc_enabled");
  device.mig_enabled = fields.boolean_or_null("mig_enabled");
  device.persistence_mode = fields.boolean_or_null("persistence_mode");
  return device;
}

CpuInfo read_cpu(JsonFields& fields) {
  CpuInfo cpu;
  cpu.model = fields.text("model");
  cpu.sockets = fields.integer("sockets", 0);
  cpu.cores = fields.integer("cores", 0);
  cpu.threads = fields.integer("threads", 0);
  cpu.isa = fields.texts("isa");
  cpu.last_level_cache = Bytes{fields.number("last_level_cache_bytes", 0.0)};
  cpu.memory = Bytes{fields.number("memory_bytes", 0.0)};
  return cpu;
}

HostInfo read_host(JsonFields& fields) {
  HostInfo host;
  host.name = fields.text("name");
  host.kernel = fields.text("kernel");
  host.os = fields.text("os");
  host.container = fields.text("container");
  host.hypervisor = fields.text("hypervisor");
  host.launcher = fields.text("launcher");
  return host;
}

}  // namespace

std::string environment_to_json(const Environment& environment, int indent) {
  std::string devices;
  for (const DeviceInfo& device : environment.devices) {
    devices += fmt::format("{}\n{:{}}{}", devices.empty() ? "" : ",", "", indent + 4, device_to_json(device));
  }
  if (!devices.empty()) devices += fmt::format("\n{:{}}", "", indent + 2);
  const std::string margin(static_cast<std::size_t>(indent + 2), ' ');
  std::string text = "{\n";
  text += fmt::format("{}\"backend\": {},\n", margin, json_string(environment.backend));
  text += fmt::format("{}\"devices\": [{}],\n", margin, devices);
  text += fmt::format("{}\"cpu\": {},\n", margin, cpu_to_json(environment.cpu));
  text += fmt::format("{}\"host\": {},\n", margin, host_to_json(environment.host));
  text += fmt::format("{}\"software\": {},\n", margin, json_object(environment.software));
  text += fmt::format("{}\"variables\": {}\n", margin, json_object(environment.variables));
  return text + std::string(static_cast<std::size_t>(indent), ' ') + "}";
}

Environment read_environment(JsonFields& fields) {
  Environment environment;
  environment.backend = fields.text("backend");
  fields.objects("devices", [&](JsonFields& device) { environment.devices.push_back(read_device(device)); });
  fields.object("cpu", [&](JsonFields& cpu) { environment.cpu = read_cpu(cpu); });
  fields.object("host", [&](JsonFields& host) { environment.host = read_host(host); });
  environment.software = fields.text_map("software");
  environment.variables = fields.text_map("variables");
  return environment;
}

Result<Environment> environment_from_json(std::string_view text, std::string_view source) {
  auto root = parse_json(text, source);
  if (!root) return fail(root.error());
  JsonMistakes mistakes{source};
  JsonFields fields{mistakes, *root, ""};
  Environment environment = read_environment(fields);
  fields.finish();
  if (mistakes.first()) return fail(*mistakes.first());
  return environment;
}

}  // namespace roofgate
