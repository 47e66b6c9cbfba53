#include "bench/roofline/roof.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

#include "bench/record/marks.hpp"
#include "bench/roofline/architecture.hpp"
#include "bench/roofline/case_facts.hpp"
#include "bench/stats/location.hpp"

namespace roofgate {
namespace {

constexpr std::array kDTypes{DType::bf16, DType::fp16, DType::fp32};

bool is_mig(const DeviceInfo& device) {
  return device.mig_enabled.value_or(false) || device.name.find("MIG") != std::string::npos;
}

std::optional<double> fma_of(const Architecture& architecture, const DevicePeaks* entry, DType dtype, bool geforce) {
  const auto figure = peak_figure_of(dtype);
  if (!figure) return std::nullopt;
  if (entry != nullptr && dtype != DType::fp32) {
    const auto own = entry->value(PeakFigure::bf16_fma);
    if (own) return own;
  }
  return fma_per_clock(architecture, *figure, geforce);
}

/// flops_per_clock of every dtype, from multiprocessors and architecture.
void add_per_clock(Roof& roof, const DeviceInfo& device, const DevicePeaks* entry) {
  const std::string id = entry != nullptr ? entry->architecture : architecture_id(device.compute_capability);
  const Architecture* architecture = find_architecture(id);
  const double units = device.multiprocessors > 0
                           ? static_cast<double>(device.multiprocessors)
                           : (entry != nullptr ? entry->value(PeakFigure::multiprocessors).value_or(0.0) : 0.0);
  if (architecture == nullptr || units <= 0.0) return;
  for (const DType dtype : kDTypes) {
    const auto fma = fma_of(*architecture, entry, dtype, is_geforce(device.name));
    if (fma) roof.flops_per_clock[dtype] = Flops{units * *fma * 2.0};
  }
}

std::optional<Limit<BytesPerSecond>> derived_memory(const DeviceInfo& device) {
  if (!device.max_memory_clock || !device.memory_bus_bits || is_mig(device)) return std::nullopt;
  const double bits = *device.memory_bus_bits;
  const double clock = device.max_memory_clock->value();
  if (bits <= 0.0 || clock <= 0.0) return std::nullopt;
  // NVML and nvidia-smi report half of the data rate: 2619 MHz x 5120 bit x 2 / 8 is the H100's 3352 GB/s.
  return Limit<BytesPerSecond>{BytesPerSecond{clock * bits / 8.0 * 2.0}, RoofOrigin::derived,
                               fmt::format("{:.0f} bit x {:.0f} MHz x 2", bits, clock / 1e6)};
}

void add_published(Roof& roof, const DevicePeaks& entry) {
  roof.title = entry.title;
  const auto source_of = [&entry](PeakFigure figure) { return entry.figures.at(figure).source; };
  for (const DType dtype : kDTypes) {
    const auto figure = peak_figure_of(dtype);
    if (const auto rate = entry.value(*figure)) {
      roof.compute[dtype] = {FlopsPerSecond{*rate}, RoofOrigin::datasheet, source_of(*figure)};
    }
  }
  if (const auto rate = entry.value(PeakFigure::memory_bandwidth)) {
    roof.memory = {BytesPerSecond{*rate}, RoofOrigin::datasheet, source_of(PeakFigure::memory_bandwidth)};
  }
  if (const auto rate = entry.value(PeakFigure::link_per_direction)) {
    roof.link = {BytesPerSecond{*rate}, RoofOrigin::datasheet, source_of(PeakFigure::link_per_direction)};
  }
  if (const auto clock = entry.value(PeakFigure::boost_clock)) roof.boost_clock = Hertz{*clock};
}

/// A driver that cannot tell the clock may answer 0.
std::optional<Hertz> max_clock_of(const DeviceInfo& device) {
  return device.max_sm_clock.value_or(Hertz{}) > Hertz{} ? device.max_sm_clock : std::nullopt;
}

/// Compute that nobody has published for this device, where clock and architecture are known.
void add_derived_compute(Roof& roof, const DeviceInfo& device) {
  const auto own = max_clock_of(device);
  const auto clock = own ? own : roof.boost_clock;
  if (!clock) return;
  for (const auto& [dtype, flops] : roof.flops_per_clock) {
    if (roof.compute.count(dtype) != 0) continue;
    roof.compute[dtype] = {flops * clock->value() / Seconds{1.0}, RoofOrigin::derived,
                           fmt::format("{:.0f} FLOP/clock ({}) x {:.0f} MHz", flops.value(),
                                       architecture_id(device.compute_capability), clock->value() / 1e6)};
  }
}

struct BestRound {
  Seconds time;
  bool disturbed = false;
};

/// Fastest of the unmarked rounds, or of all where every one is marked; absent without samples.
std::optional<BestRound> best_round(const Case& measured) {
  std::optional<BestRound> best;
  for (const Round& round : measured.rounds) {
    if (round.time_s.empty() || has_mark(round.marks, MarkKind::wrong_result)) continue;
    const BestRound one{Seconds{round_location(round.time_s)}, !round.marks.empty()};
    if (one.time <= Seconds{}) continue;
    const bool replaces =
        !best || (best->disturbed && !one.disturbed) || (best->disturbed == one.disturbed && one.time < best->time);
    if (replaces) best = one;
  }
  return best;
}

bool has(const CpuInfo& cpu, std::string_view extension) {
  return std::find(cpu.isa.begin(), cpu.isa.end(), extension) != cpu.isa.end();
}

/// A ceiling must have been measured on the unit that products use: with AMX, a loop of AVX-512 products is no ceiling
/// of theirs; without any bf16 unit of an x86 CPU, products are computed in fp32.
void fit_bf16_ceiling(Roof& roof, const Record& record) {
  const CpuInfo& cpu = record.environment.cpu;
  const auto fp32 = roof.compute.find(DType::fp32);
  if (has(cpu, "amx_bf16")) {
    roof.compute.erase(DType::bf16);
  } else if ((has(cpu, "avx2") || has(cpu, "avx512f")) && !has(cpu, "avx512_bf16") && fp32 != roof.compute.end()) {
    roof.compute[DType::bf16] = fp32->second;
  }
}

/// An undisturbed limit replaces a disturbed one; otherwise the better one stays.
template <class Q, class Better>
void improve(std::optional<Limit<Q>>& limit, const Limit<Q>& one, Better is_better) {
  const bool replaces = !limit || (limit->disturbed && !one.disturbed) ||
                        (limit->disturbed == one.disturbed && is_better(one.value, limit->value));
  if (replaces) limit = one;
}

}  // namespace

std::string_view name_of(RoofOrigin origin) {
  constexpr std::array<std::string_view, 3> kNames{"datasheet", "derived", "measured"};
  return kNames[static_cast<std::size_t>(origin)];
}

const DevicePeaks* entry_of(const DeviceInfo& device, const PeaksDb& db) {
  return is_mig(device) ? nullptr : find_device(db, device.name);
}

Roof device_roof(const DeviceInfo& device, const PeaksDb& db) {
  const DevicePeaks* entry = entry_of(device, db);
  Roof roof;
  roof.title = device.name;
  roof.max_clock = max_clock_of(device);
  if (entry != nullptr) add_published(roof, *entry);
  add_per_clock(roof, device, entry);
  add_derived_compute(roof, device);
  const auto derived = derived_memory(device);
  if (!roof.memory) roof.memory = derived;
  if (roof.memory) roof.memory_limit = derived ? std::max(derived->value, roof.memory->value) : roof.memory->value;
  return roof;
}

Roof measured_roof(const Record& record) {
  Roof roof;
  roof.title = "measured in this run";
  const Bytes cache = record.environment.backend == "host" ? record.environment.cpu.last_level_cache
                      : record.environment.devices.empty() ? Bytes{}
                                                           : record.environment.devices.front().l2_cache;
  std::map<DType, std::optional<Limit<FlopsPerSecond>>> compute;
  for (const Case& measured : record.cases) {
    const auto best = best_round(measured);
    if (!best) continue;
    const auto limit = [&](auto value) {
      return Limit<decltype(value)>{value, RoofOrigin::measured, measured.id, best->disturbed};
    };
    if (measured.kind == "ceiling" && measured.work.subject == Subject::flops) {
      const auto dtype = compute_dtype(measured);
      if (dtype) improve(compute[*dtype], limit(measured.work.flops / best->time), std::greater<>{});
    } else if (measured.kind == "ceiling" && measured.work.subject == Subject::latency) {
      improve(roof.launch, limit(best->time), std::less<>{});
    } else if (measured.kind == "memory" && measured.work.subject == Subject::bytes && !is_warm(measured) &&
               measured.work.working_set >= 2.0 * cache) {
      improve(roof.memory, limit(measured.work.bytes() / best->time), std::greater<>{});
    }
  }
  for (const auto& [dtype, limit] : compute) roof.compute[dtype] = *limit;
  if (record.environment.backend == "host") fit_bf16_ceiling(roof, record);
  return roof;
}

Bytes last_level_cache(const Environment& environment, const PeaksDb& db) {
  if (environment.backend == "host") return environment.cpu.last_level_cache;
  if (environment.devices.empty()) return Bytes{};
  const DeviceInfo& device = environment.devices.front();
  if (device.l2_cache > Bytes{}) return device.l2_cache;
  const DevicePeaks* entry = find_device(db, device.name);
  return entry == nullptr ? Bytes{} : Bytes{entry->value(PeakFigure::l2).value_or(0.0)};
}

}  // namespace roofgate
