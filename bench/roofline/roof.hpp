// The roof over one device: published, derived from what the device says of itself, or measured in the same run.
// Pure functions of the record and the peaks data base.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "bench/record/record.hpp"
#include "bench/roofline/peaks.hpp"
#include "kernels/base/dtype.hpp"
#include "kernels/base/quantity.hpp"

namespace roofgate {

enum class RoofOrigin {
  datasheet,  ///< a published figure of the peaks data base
  derived,    ///< from compute capability, multiprocessors and clocks as the device reports them
  measured,   ///< the best a ceiling or memory case reached in this record
};

[[nodiscard]] std::string_view name_of(RoofOrigin origin);

template <class Q>
struct Limit {
  Q value;
  RoofOrigin origin = RoofOrigin::datasheet;
  std::string source;      ///< where the figure was published, the formula with its numbers, or the id of the case
  bool disturbed = false;  ///< measured in marked rounds only: the true limit is this or higher
};

struct Roof {
  std::string title;  ///< of the entry, or the device's own name
  std::map<DType, Limit<FlopsPerSecond>> compute;
  std::optional<Limit<BytesPerSecond>> memory;
  std::optional<Limit<BytesPerSecond>> link;  ///< one direction, all links of one device
  std::optional<Limit<Seconds>> launch;       ///< always measured: nobody publishes it

  std::map<DType, Flops> flops_per_clock;  ///< of the whole device: multiplied by a clock it is a hard limit
  std::optional<Hertz> boost_clock;        ///< behind the published rates
  std::optional<Hertz> max_clock;          ///< the highest that the device reports
  /// The highest bandwidth the memory can have: the larger of the published one and the one that bus width and memory
  /// clock give, since vendors round down (H200: 4.8 TB/s published, 4.92 TB/s by its clock).
  std::optional<BytesPerSecond> memory_limit;
};

/// The device's entry; null where its name is not known, and for a MIG slice, which is no part of its own.
[[nodiscard]] const DevicePeaks* entry_of(const DeviceInfo& device, const PeaksDb& db);

/// Published where the device's name is known, derived where it is not. A MIG slice has the published roof of no part:
/// its compute is derived from its own multiprocessors, its memory is unknown.
[[nodiscard]] Roof device_roof(const DeviceInfo& device, const PeaksDb& db);

/// What this record's own cases reached: `ceiling/*` for compute and launch, the best cold `memory/*` case whose
/// working set is at least twice the last-level cache for the memory. The best round counts, since disturbance only
/// ever slows; rounds with a mark count only where a case has no others, and the limit then says so. On a host the bf16
/// ceiling holds only where products run on the unit that was measured: none with AMX, fp32's on an x86 CPU without any
/// bf16 unit.
[[nodiscard]] Roof measured_roof(const Record& record);

/// Of the device that was measured, or of a socket of the host; 0 where unknown.
[[nodiscard]] Bytes last_level_cache(const Environment& environment, const PeaksDb& db);

}  // namespace roofgate
