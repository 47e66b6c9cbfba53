// Cuts a message into calls that an MPI library of int counts can take.
#pragma once

#include <cstddef>
#include <vector>

namespace roofgate {

struct MessagePart {
  std::size_t start = 0;  ///< byte
  int count = 0;          ///< elements
};

/// In order, without gaps, of at most 1 GiB each: counts are int, and byte counts inside libraries have been too.
/// `bytes` is a multiple of `element_bytes`, which divides 1 GiB.
[[nodiscard]] std::vector<MessagePart> message_parts(std::size_t bytes, std::size_t element_bytes);

}  // namespace roofgate
