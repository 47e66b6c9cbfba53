#include "bench/measure/agreement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace roofgate {
namespace {

// An error's kind and whether it ends the process as one number, because worlds gather numbers.
constexpr int kFine = -1;
constexpr int kEndsProcess = 100;

int outcome_of(const Result<void>& result) {
  if (result) return kFine;
  return static_cast<int>(result.error().kind) + (result.error().ends_process ? kEndsProcess : 0);
}

constexpr std::size_t kBytesPerNumber = 6;  // a double holds 48 bits of an integer exactly
constexpr std::size_t kMaxText = 600;

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

/// `mine` of rank `rank` on every rank; the others pass anything.
Result<std::string> text_of_rank(World& world, std::size_t rank, std::string_view mine) {
  mine = mine.substr(0, kMaxText);
  const auto lengths = world.all_gather(static_cast<double>(mine.size()));
  if (!lengths) return fail(lengths.error());
  const auto length = static_cast<std::size_t>(std::clamp((*lengths)[rank], 0.0, static_cast<double>(kMaxText)));
  std::string text;
  while (text.size() < length) {
    const std::string_view part = mine.substr(std::min(text.size(), mine.size()), kBytesPerNumber);
    const auto numbers = world.all_gather(packed(part));
    if (!numbers) return fail(numbers.error());
    text += unpacked((*numbers)[rank], std::min(kBytesPerNumber, length - text.size()));
  }
  return text;
}

}  // namespace

Result<void> agree(World& world, const Result<void>& mine) {
  if (world.size() == 1) return mine;
  const auto outcomes = world.all_gather(static_cast<double>(outcome_of(mine)));
  if (!outcomes) return fail(outcomes.error());
  const auto failed = std::find_if(outcomes->begin(), outcomes->end(), [](double each) { return each != kFine; });
  if (failed == outcomes->end()) return {};
  const auto rank = static_cast<std::size_t>(failed - outcomes->begin());
  const auto text = text_of_rank(world, rank, mine ? std::string{} : to_string(mine.error()));
  if (!text) return fail(text.error());
  const int outcome = static_cast<int>(*failed);
  Error error;
  error.kind = static_cast<ErrorKind>(outcome % kEndsProcess);
  error.what = fmt::format("rank {}: {}", rank, *text);
  error.ends_process = outcome >= kEndsProcess;
  return fail(std::move(error));
}

}  // namespace roofgate
