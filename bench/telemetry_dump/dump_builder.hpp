// Puts a dump together: rows to the device they are of, counted, and bounded whatever the file holds.
#pragma once

#include <string>
#include <unordered_map>

#include "bench/telemetry_dump/dump.hpp"
#include "bench/telemetry_dump/sample_field.hpp"

namespace roofgate {

class DumpBuilder {
 public:
  explicit DumpBuilder(std::string taken_for) { dump_.taken_for = std::move(taken_for); }

  /// `take` with the value's fate counted: what the tool does not know is no remark, what cannot be read is.
  void set(RawSample& sample, Field field, std::string_view value, const std::string& place);

  /// A row that says nothing of a device is refused.
  void add(const RawSample& sample, const std::string& place);

  [[nodiscard]] Remarks& remarks() { return dump_.remarks; }
  /// Devices by index, where the dump tells it of all.
  [[nodiscard]] TelemetryDump finish();

 private:
  TelemetryDump dump_;
  std::unordered_map<std::string, std::size_t> index_of_;
  std::size_t samples_ = 0;
};

}  // namespace roofgate
