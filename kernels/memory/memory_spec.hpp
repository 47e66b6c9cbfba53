// Memory traffic kernels in the tradition of STREAM (McCalpin 1995), and copies between memories.
// Pure: no device.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "kernels/base/result.hpp"
#include "kernels/base/work.hpp"

namespace roofgate {

enum class MemoryOp {
  copy,            ///< b = a
  read,            ///< sum of a
  write,           ///< a = constant
  triad,           ///< a = b + s c, fp32
  host_to_device,  ///< pinned host memory to device (CUDA)
  device_to_host,  ///< device to pinned host memory (CUDA)
  peer_copy,       ///< device 0 to device 1 (CUDA, two devices)
};

struct MemorySpec {
  MemoryOp op = MemoryOp::copy;
  std::int64_t bytes = 0;  ///< of one array; a multiple of 4

  [[nodiscard]] std::string id() const;  ///< `memory/copy/bytes1073741824`

  /// copy: read + write; read: read; write: write; triad: 2 reads + 1 write; transfers: link_bytes = bytes, once.
  /// Write-allocate traffic is not counted.
  [[nodiscard]] Work work() const;

  [[nodiscard]] Result<void> validate() const;
};

[[nodiscard]] std::string_view name_of(MemoryOp op);
[[nodiscard]] Result<MemoryOp> parse_memory_op(std::string_view text);
[[nodiscard]] bool is_transfer(MemoryOp op);  ///< crosses a link: no host backend

}  // namespace roofgate
