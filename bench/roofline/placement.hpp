// A measured case under its roof: what it reached, what it could have reached, and what bounds it. Pure functions.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bench/roofline/attainable.hpp"
#include "bench/roofline/roof.hpp"

namespace roofgate {

/// The roofs over one record.
struct Roofs {
  bool host = false;           ///< the host backend: nothing is published, measured ceilings alone
  bool emulated = false;       ///< times are not performance: nothing is placed
  std::optional<Roof> device;  ///< of device 0
  Roof measured;
  Bytes last_level_cache;
  int devices = 0;
};

/// Lints the data base first: a figure it refuses is no roof.
[[nodiscard]] Roofs roofs_of(const Record& record, const PeaksDb& db);

/// A result that cannot be.
struct Implausible {
  std::string rule;  ///< "above_compute_roof", "above_memory_roof", "above_link_roof", "above_measured_ceiling", …
  std::string sentence;  ///< ends with a full stop
  std::map<std::string, double> evidence;
};

struct Placement {
  std::string case_id;
  std::string kind;
  Subject subject = Subject::flops;
  int ranks = 1;

  std::optional<Metric> metric{};    ///< of imported figures that are no times
  std::optional<double> figure{};    ///< what `time` stands for then, in the metric's unit
  std::optional<Seconds> time;       ///< location over rounds; absent: not measured, or a wrong result
  std::optional<double> half_width;  ///< of its 95 % interval, relative
  std::optional<double> rate;        ///< FLOP/s or bytes/s, as the subject says; absent for latencies
  std::optional<double> bus_rate;    ///< collectives: bytes/s x 2(n-1)/n

  std::optional<Bound> bound;
  std::optional<Ratio> of_roof;     ///< least possible time under the published or derived roof / time
  std::optional<Ratio> at_clock;    ///< compute bound: rate / (FLOP per clock x the clock that was held)
  std::optional<Ratio> of_ceiling;  ///< least possible time under the ceilings measured in this record / time
  std::optional<Hertz> clock;       ///< median that was held

  bool cache_resident = false;  ///< no memory bound was applied
  std::optional<Implausible> implausible;
  std::vector<Mark> marks;  ///< of all rounds, one of each kind
  bool disturbed = false;   ///< the time rests on marked rounds: there were no others
};

[[nodiscard]] Placement place(const Case& measured, const Roofs& roofs);

}  // namespace roofgate
