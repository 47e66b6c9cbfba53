#include "kernels/base/gather_text.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace roofgate {
namespace {

constexpr std::size_t kBytesPerNumber = 6;  // a double holds 48 bits of an integer exactly

double packed(std::string_view bytes) {
  std::uint64_t number = 0;
  for (const char byte : bytes) number = number << 8U | static_cast<unsigned char>(byte);
  return static_cast<double>(number);
}

std::string unpacked(double value, std::size_t length) {
  std::string bytes(length, ' ');
  auto number = static_cast<std::uint64_t>(value);
  for (std::size_t i = length; i > 0; --i, number >>= 8U) bytes[i - 1] = static_cast<char>(number & 0xffU);
  return bytes;
}

}  // namespace

Result<std::vector<std::string>> gather_texts(World& world, std::string_view mine) {
  mine = mine.substr(0, kMostGatheredText);
  const auto lengths = world.all_gather(static_cast<double>(mine.size()));
  if (!lengths) return fail(lengths.error());
  std::vector<std::size_t> left;
  for (const double length : *lengths) {
    left.push_back(static_cast<std::size_t>(std::clamp(length, 0.0, static_cast<double>(kMostGatheredText))));
  }
  std::vector<std::string> texts(left.size());
  const std::size_t longest = *std::max_element(left.begin(), left.end());
  for (std::size_t begin = 0; begin < longest; begin += kBytesPerNumber) {
    const auto numbers = world.all_gather(packed(mine.substr(std::min(begin, mine.size()), kBytesPerNumber)));
    if (!numbers) return fail(numbers.error());
    for (std::size_t rank = 0; rank < texts.size(); ++rank) {
      const std::size_t length = std::min(kBytesPerNumber, left[rank]);
      texts[rank] += unpacked((*numbers)[rank], length);
      left[rank] -= length;
    }
  }
  return texts;
}

}  // namespace roofgate
