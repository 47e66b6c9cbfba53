#include "bench/roofline/attainable.hpp"

#include <array>

namespace roofgate {
namespace {

std::optional<Seconds> compute_time(const Demand& demand, const Roof& roof) {
  if (!demand.dtype) return std::nullopt;
  const auto peak = roof.compute.find(*demand.dtype);
  if (peak == roof.compute.end()) return std::nullopt;
  return demand.work.flops / peak->second.value;
}

std::optional<Seconds> memory_time(const Demand& demand, const Roof& roof) {
  if (!demand.from_memory || !roof.memory) return std::nullopt;
  return demand.work.bytes() / roof.memory->value;
}

std::optional<Seconds> link_time(const Demand& demand, const Roof& roof) {
  if (!roof.link || demand.link_traffic <= Bytes{}) return std::nullopt;
  return demand.link_traffic / roof.link->value;
}

}  // namespace

std::string_view name_of(Bound bound) {
  constexpr std::array<std::string_view, 4> kNames{"compute", "memory", "launch", "link"};
  return kNames[static_cast<std::size_t>(bound)];
}

std::optional<Attainable> attainable(const Demand& demand, const Roof& roof) {
  struct Term {
    std::optional<Seconds> time;
    Bound bound;
  };
  const Term compute{compute_time(demand, roof), Bound::compute};
  const Term memory{memory_time(demand, roof), Bound::memory};
  const Term link{link_time(demand, roof), Bound::link};
  const Term launch{roof.launch ? std::optional{roof.launch->value} : std::nullopt, Bound::launch};
  const Term* own = nullptr;
  switch (demand.work.subject) {
    case Subject::flops:
      own = &compute;
      break;
    case Subject::bytes:
      own = &memory;
      break;
    case Subject::link_bytes:
      own = &link;
      break;
    case Subject::latency:
      own = &launch;
      break;
  }
  if (!own->time) return std::nullopt;
  Attainable result{*own->time, own->bound};
  for (const Term& term : {compute, memory, link, launch}) {
    if (term.time && *term.time > result.time) result = {*term.time, term.bound};
  }
  return result;
}

std::optional<FlopsPerByte> ridge_point(const Roof& roof, DType dtype) {
  const auto peak = roof.compute.find(dtype);
  if (peak == roof.compute.end() || !roof.memory) return std::nullopt;
  return peak->second.value / roof.memory->value;
}

}  // namespace roofgate
