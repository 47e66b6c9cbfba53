// What nvbench's JSON and CSV have in common: states, one per benchmark, device and axis values.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bench/readers/reader.hpp"
#include "bench/readers/record_builder.hpp"

namespace roofgate {

struct NvbenchState {
  std::string benchmark;
  int device = 0;
  std::vector<std::pair<std::string, std::string>> axes;  ///< in the file's order
  std::string skipped;                                    ///< why; it may hold anything and is not repeated
  std::vector<double> samples_s;           ///< cold measurements one by one, where the sample file is there
  std::optional<double> gpu_s, cpu_s;      ///< mean of the cold measurements
  std::optional<double> batch_s;           ///< mean of a hot batch
  std::optional<double> sample_count;      ///< behind the cold mean
  std::optional<double> bytes_per_second;  ///< of global memory, from gpu_s
};

/// One record per device: a state runs on one, and a machine's devices need not be alike.
class NvbenchImport {
 public:
  NvbenchImport(const Source& source, Remarks& remarks) : source_{source}, remarks_{remarks} {}

  void set_tool(std::string tool) { tool_ = std::move(tool); }
  void add_device(DeviceInfo device);
  void add(const NvbenchState& state, const std::string& place);

  [[nodiscard]] Result<Imported> finish(const std::string& fingerprint, bool is_cut = false);

 private:
  [[nodiscard]] RecordBuilder& builder_of(int device);
  void add_case(RecordBuilder& builder, const NvbenchState& state, const char* how, const std::string& place);

  Source source_;
  Remarks& remarks_;
  std::string tool_ = "nvbench";
  std::map<int, DeviceInfo> devices_;
  std::map<int, RecordBuilder> builders_;
};

}  // namespace roofgate
