// Puts a dump together: rows to the device they are of, counted, and bounded whatever the file holds.
#pragma once

#include <functional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "bench/telemetry_dump/dump.hpp"
#include "bench/telemetry_dump/dump_lines.hpp"
#include "bench/telemetry_dump/lost_devices.hpp"
#include "bench/telemetry_dump/sample_field.hpp"

namespace roofgate {

class DumpBuilder {
 public:
  /// Also hears of the lines that say that a device is lost.
  DumpBuilder(std::string taken_for, DumpLines& lines);
  DumpBuilder(const DumpBuilder&) = delete;
  DumpBuilder& operator=(const DumpBuilder&) = delete;

  /// `take` with the value's fate counted: what the tool does not know is no remark, what cannot be read is.
  void set(RawSample& sample, Field field, std::string_view value, const std::string& place);

  /// A row that says nothing of a device is refused.
  void add(const RawSample& sample, const std::string& place);

  /// For readers that add a row only when the next begins: called before a line that says that a device is lost counts.
  void before_losses(std::function<void()> finish_row) { finish_row_ = std::move(finish_row); }

  [[nodiscard]] Remarks& remarks() { return dump_.remarks; }
  /// Devices by index, where the dump tells it of all.
  [[nodiscard]] TelemetryDump finish();

 private:
  void hear(const LossMessage& message, std::size_t line);
  [[nodiscard]] std::size_t device_of(const RawSample& sample);

  TelemetryDump dump_;
  std::unordered_map<std::string, std::size_t> index_of_;
  std::vector<std::vector<std::size_t>> rows_;  ///< of each device's samples, counted over the dump
  std::vector<HeardLoss> heard_;
  std::function<void()> finish_row_;
  std::optional<double> last_moment_s_;
  std::size_t samples_ = 0;
};

}  // namespace roofgate
