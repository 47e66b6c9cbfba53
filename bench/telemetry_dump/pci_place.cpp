#include "bench/telemetry_dump/pci_place.hpp"

#include <charconv>
#include <cstddef>

#include "kernels/base/text_fields.hpp"

namespace roofgate {
namespace {

std::optional<unsigned> hexadecimal(std::string_view text, std::size_t most_digits) {
  unsigned value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  const bool is_whole = problem == std::errc{} && end == text.data() + text.size();
  return is_whole && text.size() <= most_digits ? std::optional{value} : std::nullopt;
}

}  // namespace

std::optional<PciPlace> pci_place_of(std::string_view text) {
  text = trimmed(text);
  const bool is_prefixed = text.starts_with("0x") || text.starts_with("0X");
  if (is_prefixed) text.remove_prefix(2);
  PciPlace place;
  const std::size_t last = text.rfind(':');
  if (last == std::string_view::npos) {
    const auto bus = is_prefixed ? hexadecimal(text, 2) : std::nullopt;
    return bus ? std::optional{PciPlace{0, *bus, std::nullopt, std::nullopt}} : std::nullopt;
  }
  const std::string_view slot = text.substr(last + 1);
  const std::size_t dot = slot.find('.');
  place.device = hexadecimal(slot.substr(0, dot), 2);
  if (dot != std::string_view::npos) {
    place.function = hexadecimal(slot.substr(dot + 1), 1);
    if (!place.function) return std::nullopt;
  }
  const std::string_view before = text.substr(0, last);
  const std::size_t first = before.find(':');
  const auto domain = first == std::string_view::npos ? std::optional{0U} : hexadecimal(before.substr(0, first), 8);
  const auto bus = hexadecimal(first == std::string_view::npos ? before : before.substr(first + 1), 2);
  if (!domain || !bus || !place.device) return std::nullopt;
  place.domain = *domain;
  place.bus = *bus;
  return place;
}

bool may_be_same(const PciPlace& a, const PciPlace& b) {
  if (a.bus != b.bus) return false;
  if (!a.device || !b.device) return true;
  return a.domain == b.domain && *a.device == *b.device && (!a.function || !b.function || *a.function == *b.function);
}

}  // namespace roofgate
