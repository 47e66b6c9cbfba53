// A PCI address as tools write it: "00000000:1B:00.0", "0000:1b:00", "1b:00.0", and "0x1b", the bus alone.
#pragma once

#include <optional>
#include <string_view>

namespace roofgate {

struct PciPlace {
  unsigned domain = 0;  ///< 0 where it is not told
  unsigned bus = 0;
  std::optional<unsigned> device, function;  ///< without a device only the bus is known
};

/// None where the text is no address.
[[nodiscard]] std::optional<PciPlace> pci_place_of(std::string_view text);

/// As far as both are known.
[[nodiscard]] bool may_be_same(const PciPlace& a, const PciPlace& b);

}  // namespace roofgate
