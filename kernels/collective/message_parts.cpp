#include "kernels/collective/message_parts.hpp"

#include <algorithm>

namespace roofgate {

std::vector<MessagePart> message_parts(std::size_t bytes, std::size_t element_bytes) {
  constexpr std::size_t kMostPartBytes = std::size_t{1} << 30;
  std::vector<MessagePart> parts;
  for (std::size_t start = 0; start < bytes; start += kMostPartBytes) {
    parts.push_back({start, static_cast<int>(std::min(kMostPartBytes, bytes - start) / element_bytes)});
  }
  return parts;
}

}  // namespace roofgate
