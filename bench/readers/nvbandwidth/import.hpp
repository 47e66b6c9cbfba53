// What nvbandwidth measured becomes one record, whether it was written as JSON or as text: here lies what its figures
// mean.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/readers/record_builder.hpp"

namespace roofgate {

/// A test's name becomes part of an id.
[[nodiscard]] bool is_nvbandwidth_test(std::string_view name);

struct NvbandwidthCell {
  std::optional<double> figure;
  bool is_not_applicable = false;  ///< "N/A", a device with itself: nothing was left out
};

struct NvbandwidthMatrix {
  std::string test, heading;
  std::size_t columns = 0;  ///< as the line above its rows has them; 0: there is none
  std::vector<std::vector<NvbandwidthCell>> rows;

  /// From each device to each: as many rows as columns.
  [[nodiscard]] bool is_square() const { return heading.find("GPU(row)") != std::string::npos; }
};

enum class NvbandwidthUnit { gigabytes_per_second, nanoseconds };

class NvbandwidthImport {
 public:
  explicit NvbandwidthImport(const Source& source);

  [[nodiscard]] Remarks& remarks() { return remarks_; }
  void set_version(const std::string& version) { builder_.set_tool("nvbandwidth " + version); }
  void set_software(const std::string& name, const std::string& version);
  void set_host(const std::string& name) { builder_.environment().host.name = name; }
  /// The same place in the list again is another output in the same file.
  void add_device(DeviceInfo device);
  void report_error() { has_error_ = true; }
  /// What a testcase that failed, or was cut off, would have measured is not known.
  void report_unfinished() { is_unfinished_ = true; }

  /// The same test again is another run of it. What its shape says is missing is counted as refused.
  void add_matrix(const NvbandwidthMatrix& matrix);

  [[nodiscard]] Result<Imported> finish(TextStream& stream);

 private:
  void add_cell(const std::string& test, NvbandwidthUnit unit, std::size_t row, std::size_t column,
                std::optional<double> value);

  std::string name_;
  RecordBuilder builder_;
  Remarks remarks_;
  std::map<std::string, int> runs_;
  bool has_error_ = false;
  bool is_unfinished_ = false;
};

}  // namespace roofgate
