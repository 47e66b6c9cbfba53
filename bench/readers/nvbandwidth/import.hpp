// What nvbandwidth measured becomes one record, whether it was written as JSON or as text: here lies what its figures
// mean.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "bench/readers/record_builder.hpp"

namespace roofgate {

enum class NvbandwidthUnit { gigabytes_per_second, nanoseconds };

/// By a matrix's heading and its test's name; absent where neither says.
[[nodiscard]] std::optional<NvbandwidthUnit> nvbandwidth_unit(std::string_view heading, std::string_view test);

/// A test's name becomes part of an id.
[[nodiscard]] bool is_nvbandwidth_test(std::string_view name);

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

  /// A matrix of that test begins: the same test again is another run of it.
  void begin_matrix(const std::string& test) { ++runs_[test]; }
  /// No `value`: something else than a figure stands there.
  void add_cell(const std::string& test, NvbandwidthUnit unit, std::size_t row, std::size_t column,
                std::optional<double> value);

  [[nodiscard]] Result<Imported> finish(TextStream& stream);

 private:
  std::string name_;
  RecordBuilder builder_;
  Remarks remarks_;
  std::map<std::string, int> runs_;
  bool has_error_ = false;
};

}  // namespace roofgate
