// Which device of a dump is which of a record, whatever tools wrote them.
#pragma once

#include <string>
#include <vector>

#include "bench/record/record.hpp"
#include "bench/telemetry_dump/dump.hpp"

namespace roofgate {

/// Without the prefix that some tools leave out ("GPU-"), in lower case; empty for one of zeros, which tells nothing.
[[nodiscard]] std::string plain_uuid(const std::string& uuid);

/// By UUID, else PCI address, else index and name. `our_host` is the machine of ours: where both are told and differ,
/// and no UUID says otherwise, it is another device. A MIG slice is its device. Null if there is none, or several that
/// it could be.
[[nodiscard]] const WatchedDevice* find_same(const DeviceInfo& ours, const std::string& our_host,
                                             const std::vector<WatchedDevice>& dump);

/// The machine of each of the record's devices, by its ranks' places where it is of several; empty where not known.
[[nodiscard]] std::vector<std::string> hosts_of_devices(const Record& record);

/// Names with and without a domain are of one machine: "gh1", "gh1.example.org".
[[nodiscard]] bool may_be_same_host(const std::string& a, const std::string& b);

}  // namespace roofgate
