#include "bench/telemetry_dump/loss_message.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "kernels/base/text_fields.hpp"

namespace roofgate {
namespace {

bool is_hex(char letter) { return std::isxdigit(static_cast<unsigned char>(letter)) != 0; }
bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

constexpr std::size_t kMostDomain = 8;  // hexadecimal digits

/// Where "0000:43:00.0" or the kernel's "0000:43:00" stands in the line; an empty view if nowhere.
std::string_view address_in(std::string_view line) {
  constexpr std::string_view kRest = ":00:00";  // bus and device, two digits each
  for (std::size_t colon = line.find(':'); colon != std::string_view::npos; colon = line.find(':', colon + 1)) {
    const std::string_view rest = line.substr(colon, kRest.size());
    if (rest.size() < kRest.size() || rest[3] != ':' || !is_hex(rest[1]) || !is_hex(rest[2]) || !is_hex(rest[4]) ||
        !is_hex(rest[5])) {
      continue;
    }
    std::size_t begin = colon;
    while (begin > 0 && colon - begin < kMostDomain && is_hex(line[begin - 1])) --begin;
    if (colon - begin < 4) continue;
    std::size_t end = colon + kRest.size();
    if (end + 1 < line.size() && line[end] == '.' && is_digit(line[end + 1])) end += 2;
    return line.substr(begin, end - begin);
  }
  return {};
}

/// "… for GPU3: " before an address.
std::optional<int> index_before(std::string_view text) {
  if (!text.ends_with(": ")) return std::nullopt;
  text.remove_suffix(2);
  std::size_t begin = text.size();
  while (begin > 0 && is_digit(text[begin - 1])) --begin;
  const std::string_view digits = text.substr(begin);
  if (digits.empty() || digits.size() > 4 || !lower_case(text.substr(0, begin)).ends_with("gpu")) return std::nullopt;
  int index = 0;
  for (const char digit : digits) index = 10 * index + (digit - '0');
  return index;
}

std::string_view without_brackets(std::string_view value) {
  value = trimmed(value);
  if (value.starts_with('[') && value.ends_with(']') && value.size() >= 2) value = value.substr(1, value.size() - 2);
  return value;
}

}  // namespace

std::optional<LossMessage> loss_message_of(std::string_view line) {
  constexpr std::size_t kLongest = 512;
  const auto has = [line](std::string_view words) { return line.find(words) != std::string_view::npos; };
  // A message may have a moment before it, and has no comma where a row has one.
  const bool is_row = !line.empty() && line.front() >= '0' && line.front() <= '9' && line.find(',') < kLongest;
  if (is_row || line.size() > kLongest || has("[GPU is lost") || has("[Unknown Error")) return std::nullopt;
  if (trimmed(line) == "No devices were found") return LossMessage{"No devices were found", {}, {}, true, false};
  if (has("Failed to initialize NVML") || has("NVIDIA-SMI has failed because")) {
    return LossMessage{"the driver could not be asked", {}, {}, false, true};
  }
  const bool is_handle = has("Unable to determine the device handle");
  const bool is_reboot = has("GPU is lost") && line.find(" : ") == std::string_view::npos;  // no figure of `-q`
  const bool is_off_bus = has("fallen off the bus");
  if (!is_handle && !is_reboot && !is_off_bus) return std::nullopt;
  LossMessage message;
  const std::string_view address = address_in(line);
  if (!address.empty()) {
    message.pci_bus_id = address;
    message.index = index_before(line.substr(0, static_cast<std::size_t>(address.data() - line.data())));
  }
  message.said = has("GPU is lost")      ? "GPU is lost"
                 : is_off_bus            ? "GPU has fallen off the bus"
                 : has("requires reset") ? "GPU requires reset"
                 : has("Unknown Error")  ? "Unknown Error"
                                         : "no device handle";
  return message;
}

std::string_view loss_in_cell(std::string_view value) {
  constexpr std::array<std::string_view, 3> kWords{"GPU is lost", "GPU requires reset", "GPU is in recovery"};
  value = without_brackets(value);
  const std::string lower = lower_case(value);
  const auto* found = std::find_if(kWords.begin(), kWords.end(),
                                   [&](std::string_view word) { return lower.starts_with(lower_case(word)); });
  return found == kWords.end() ? std::string_view{} : *found;
}

bool is_error_cell(std::string_view value) {
  const std::string lower = lower_case(without_brackets(value));
  return lower == "unknown error" || lower == "err!";
}

}  // namespace roofgate
