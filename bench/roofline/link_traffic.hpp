// What a case moves over the links between devices, by the algorithm every implementation is compared with.
#pragma once

#include "bench/record/record.hpp"
#include "kernels/base/quantity.hpp"

namespace roofgate {

/// Bytes that leave each device in one direction if the collective runs as a ring, or the bytes of a peer copy. 0 where
/// the data base's link does not apply: one rank, host transfers (PCIe), more ranks than devices in this record
/// (another node's network, or ranks that share a device).
[[nodiscard]] Bytes link_traffic(const Case& measured, int devices);

/// The least that must enter and leave each device whatever the algorithm, in-network reduction included (an allreduce:
/// (n-1)/n of the message). A rate above the link by this count is impossible; above it by the ring's count it is not
/// (NVLS: 480 GB/s of bus bandwidth over a 450 GB/s link).
[[nodiscard]] Bytes least_link_traffic(const Case& measured, int devices);

}  // namespace roofgate
