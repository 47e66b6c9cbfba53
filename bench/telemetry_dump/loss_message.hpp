// The lines by which tools say, between their rows or in place of them, that a device is gone.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace roofgate {

struct LossMessage {
  std::string said;           ///< "GPU is lost", "Unknown Error"
  std::string pci_bus_id;     ///< as the line writes it; empty: it does not say which device, unless `index` does
  std::optional<int> index;   ///< of newer drivers
  bool is_of_all = false;     ///< no device is there any more
  bool is_of_driver = false;  ///< no device is said to be lost: the tool could not ask the driver
};

/// "Unable to determine the device handle for GPU 0000:43:00.0: GPU is lost.  Reboot the system to recover this GPU"
/// and its kin, "No devices were found", the kernel's "GPU has fallen off the bus". None for every other line, a row
/// with such words in its cells included.
[[nodiscard]] std::optional<LossMessage> loss_message_of(std::string_view line);

/// What a cell says of a device that is gone: "GPU is lost", "GPU requires reset"; empty for others.
[[nodiscard]] std::string_view loss_in_cell(std::string_view value);

/// "[Unknown Error]", "ERR!": a device that is gone writes it everywhere, others where a sensor is broken or absent.
[[nodiscard]] bool is_error_cell(std::string_view value);

}  // namespace roofgate
