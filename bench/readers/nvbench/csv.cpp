#include "bench/readers/nvbench/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "bench/readers/csv_line.hpp"
#include "bench/readers/nvbench/import.hpp"
#include "bench/readers/stray_lines.hpp"

namespace roofgate {
namespace {

constexpr std::string_view kHeader = "Benchmark,Device,Device Name,";

constexpr std::size_t kLeading = 3;  // of the header above

// What nvbench measures without a unit in its name, CUPTI's metrics among them. Every other column is an axis, or a
// count that the benchmark's author added, which the file does not tell apart: both are part of what is measured.
constexpr std::array<std::string_view, 8> kFigures{"BWPeak",   "BWUtil",    "HBWPeak",   "LoadEff",
                                                   "StoreEff", "L1HitRate", "L2HitRate", "Clock Rate"};

bool has_unit(std::string_view column) { return column.ends_with(')') && column.find(" (") != std::string_view::npos; }

/// The axes of the first benchmark stand before "Skipped", whatever they are called; those of later ones are appended,
/// and may have the name of a column of nvbench's own: that one is known by its neighbour.
class Columns {
 public:
  explicit Columns(std::vector<std::string> names) : names_{std::move(names)}, is_axis_(names_.size(), false) {
    const auto is_figure = [](const std::string& name) { return name == "CPU Time (sec)" || name == "GPU Time (sec)"; };
    const auto figures = std::find_if(names_.begin(), names_.end(), is_figure);
    for (auto at = names_.begin(); at != figures; ++at) {
      if (*at == "Skipped") skipped_ = static_cast<std::size_t>(at - names_.begin());
    }
    for (std::size_t i = kLeading; i < names_.size(); ++i) {
      is_axis_[i] = skipped_ && i < *skipped_ ? !is_exponent(i) : i != skipped_ && is_appended_axis(i);
    }
  }

  [[nodiscard]] std::size_t size() const { return names_.size(); }
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  [[nodiscard]] bool is_axis(std::size_t column) const { return is_axis_[column]; }

  /// The first column of that name that is no axis: "Samples" and "Noise" come back for batches.
  [[nodiscard]] std::string cell(const std::vector<std::string>& cells, std::string_view name) const {
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (names_[i] == name && !is_axis_[i]) return cells[i];
    }
    return {};
  }

 private:
  /// "Size (pow2)" beside "Size": the same value twice.
  [[nodiscard]] bool is_exponent(std::size_t column) const {
    const std::string_view name = names_[column];
    constexpr std::string_view kEnd = " (pow2)";
    return name.ends_with(kEnd) &&
           std::find(names_.begin(), names_.end(), name.substr(0, name.size() - kEnd.size())) != names_.end();
  }

  [[nodiscard]] bool is_appended_axis(std::size_t column) const {
    const std::string& name = names_[column];
    if (has_unit(name) || std::find(kFigures.begin(), kFigures.end(), name) != kFigures.end()) return false;
    const std::string_view before = names_[column - 1];
    const std::string_view after = column + 1 < names_.size() ? names_[column + 1] : std::string_view{};
    if (name == "Noise") return before != "CPU Time (sec)" && before != "GPU Time (sec)";
    if (name == "Batch") return before != "Batch GPU (sec)";
    if (name == "Skipped") return skipped_.has_value();
    if (name != "Samples") return true;
    const std::size_t first = skipped_.value_or(kLeading - 1) + 1;
    const auto earliest = std::find(names_.begin() + static_cast<std::ptrdiff_t>(first), names_.end(), name);
    return after != "Batch GPU (sec)" && earliest - names_.begin() != static_cast<std::ptrdiff_t>(column);
  }

  std::vector<std::string> names_;
  std::vector<bool> is_axis_;
  std::optional<std::size_t> skipped_;
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
  StrayLines strays{"nvbench"};
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
      if (!death_in(*line).empty()) {
        strays.take(*line, stream.line_number(), remarks);
        continue;
      }
      remarks.refuse("another number of cells than the header has, or no device's number", place);
      continue;
    }
    NvbenchState state;
    state.benchmark = columns.cell(cells, "Benchmark");
    state.device = static_cast<int>(*device);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (columns.is_axis(i) && !cells[i].empty()) state.axes.emplace_back(columns.names()[i], cells[i]);
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
  if (!strays.death().empty()) remarks.note(fmt::format("the program died: {}", strays.death()));
  return import.finish(stream.fingerprint(), !strays.death().empty());
}

}  // namespace roofgate
