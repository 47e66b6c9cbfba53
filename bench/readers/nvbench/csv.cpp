#include "bench/readers/nvbench/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "bench/readers/csv_line.hpp"
#include "bench/readers/nvbench/import.hpp"

namespace roofgate {
namespace {

constexpr std::string_view kHeader = "Benchmark,Device,Device Name,";

// What nvbench measures; every other column is an axis, or a figure that the benchmark's author added, which the file
// does not tell apart. Both are part of what is measured.
constexpr std::array<std::string_view, 16> kFigures{"Benchmark",
                                                    "Device",
                                                    "Device Name",
                                                    "Skipped",
                                                    "Samples",
                                                    "CPU Time (sec)",
                                                    "Noise",
                                                    "Batch",
                                                    "GPU Time (sec)",
                                                    "BWPeak",
                                                    "BWUtil",
                                                    "Batch GPU (sec)",
                                                    "Elem/s (elem/sec)",
                                                    "GlobalMem BW (bytes/sec)",
                                                    "Duration",
                                                    "Clock Rate"};

bool is_axis(const std::string& column) {
  const auto is_unit = [&](std::string_view end) { return column.ends_with(end); };
  if (is_unit(" (bytes)") || is_unit(" (sec)") || is_unit("/sec)") || is_unit(" (pow2)")) return false;
  return std::find(kFigures.begin(), kFigures.end(), column) == kFigures.end();
}

/// The first column of that name: "Samples" and "Noise" come back for batches.
class Columns {
 public:
  explicit Columns(std::vector<std::string> names) : names_{std::move(names)} {}

  [[nodiscard]] std::size_t size() const { return names_.size(); }
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  [[nodiscard]] std::string cell(const std::vector<std::string>& cells, std::string_view name) const {
    const auto found = std::find(names_.begin(), names_.end(), name);
    return found == names_.end() ? std::string{} : cells[static_cast<std::size_t>(found - names_.begin())];
  }

 private:
  std::vector<std::string> names_;
};

}  // namespace

Claim claims_nvbench_csv(std::string_view head) {
  return head.starts_with(kHeader) || head.find("\nBenchmark,Device,Device Name,") != std::string_view::npos
             ? Claim{Fit::sure, "nvbench CSV"}
             : Claim{};
}

Result<Imported> read_nvbench_csv(TextStream& stream, const Source& source) {
  Remarks remarks;
  NvbenchImport import{source, remarks};
  Columns columns{{}};
  while (const auto line = stream.line()) {
    if (line->starts_with(kHeader)) {
      columns = Columns{csv_cells(*line)};
      continue;
    }
    if (columns.size() == 0 || line->find_first_not_of(" \t") == std::string_view::npos) continue;
    const std::string place = fmt::format("line {}", stream.line_number());
    const auto cells = csv_cells(*line);
    const auto device = cells.size() == columns.size() ? csv_number(cells[1]) : std::nullopt;
    if (!device || *device < 0 || *device > 1e6) {
      remarks.refuse("another number of cells than the header has, or no device's number", place);
      continue;
    }
    NvbenchState state;
    state.benchmark = columns.cell(cells, "Benchmark");
    state.device = static_cast<int>(*device);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (is_axis(columns.names()[i]) && !cells[i].empty()) state.axes.emplace_back(columns.names()[i], cells[i]);
    }
    const std::string skipped = columns.cell(cells, "Skipped");
    if (skipped != "No" && !skipped.empty()) state.skipped = skipped;
    state.gpu_s = csv_number(columns.cell(cells, "GPU Time (sec)"));
    state.cpu_s = csv_number(columns.cell(cells, "CPU Time (sec)"));
    state.batch_s = csv_number(columns.cell(cells, "Batch GPU (sec)"));
    state.sample_count = csv_number(columns.cell(cells, "Samples"));
    state.bytes_per_second = csv_number(columns.cell(cells, "GlobalMem BW (bytes/sec)"));
    DeviceInfo info;
    info.index = state.device;
    info.name = columns.cell(cells, "Device Name").substr(0, 128);
    import.add_device(std::move(info));
    import.add(state, place);
  }
  return import.finish(stream.fingerprint());
}

}  // namespace roofgate
