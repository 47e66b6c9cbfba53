#include "kernels/memory/memory_spec.hpp"

#include <fmt/format.h>

#include <array>

namespace roofgate {
namespace {

struct OpTraits {
  MemoryOp op;
  std::string_view name;
  double reads;
  double writes;
  double transfers;
};

constexpr std::array kOps{
    OpTraits{MemoryOp::copy, "copy", 1, 1, 0},
    OpTraits{MemoryOp::read, "read", 1, 0, 0},
    OpTraits{MemoryOp::write, "write", 0, 1, 0},
    OpTraits{MemoryOp::triad, "triad", 2, 1, 0},
    OpTraits{MemoryOp::host_to_device, "host_to_device", 0, 0, 1},
    OpTraits{MemoryOp::device_to_host, "device_to_host", 0, 0, 1},
    OpTraits{MemoryOp::peer_copy, "peer_copy", 0, 0, 1},
};

const OpTraits& traits_of(MemoryOp op) { return kOps[static_cast<std::size_t>(op)]; }

}  // namespace

std::string_view name_of(MemoryOp op) { return traits_of(op).name; }

bool is_transfer(MemoryOp op) { return traits_of(op).transfers > 0.0; }

Result<MemoryOp> parse_memory_op(std::string_view text) {
  for (const OpTraits& traits : kOps) {
    if (traits.name == text) return traits.op;
  }
  return fail(ErrorKind::input, fmt::format("unknown memory operation '{}'", text), "memory",
              "use copy, read, write, triad, host_to_device, device_to_host or peer_copy");
}

std::string MemorySpec::id() const { return fmt::format("memory/{}/bytes{}", name_of(op), bytes); }

Work MemorySpec::work() const {
  const OpTraits& traits = traits_of(op);
  const Bytes array{static_cast<double>(bytes)};
  Work work;
  work.subject = is_transfer(op) ? Subject::link_bytes : Subject::bytes;
  work.flops = op == MemoryOp::triad ? Flops{2.0 * static_cast<double>(bytes) / 4.0} : Flops{0.0};
  work.bytes_read = array * traits.reads;
  work.bytes_written = array * traits.writes;
  work.link_bytes = array * traits.transfers;
  work.working_set = is_transfer(op) ? array * 2.0 : work.bytes();
  return work;
}

Result<void> MemorySpec::validate() const {
  if (bytes < 4 || bytes % 4 != 0) {
    return fail(ErrorKind::input, fmt::format("bytes must be a positive multiple of 4, not {}", bytes), "memory");
  }
  return {};
}

}  // namespace roofgate
