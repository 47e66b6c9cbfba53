#include "bench/readers/nvbandwidth/import.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace roofgate {

namespace {

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

/// Absent where neither heading nor name says.
std::optional<NvbandwidthUnit> unit_of(const NvbandwidthMatrix& matrix) {
  if (has(matrix.heading, "(ns)") || has(matrix.test, "latency")) return NvbandwidthUnit::nanoseconds;
  if (has(matrix.heading, "(GB/s)")) return NvbandwidthUnit::gigabytes_per_second;
  return std::nullopt;
}

/// Cells that the matrix lacks. The diagonal of a square one is empty.
std::size_t missing_cells(const NvbandwidthMatrix& matrix, std::size_t columns) {
  const bool is_square = matrix.is_square();
  std::size_t missing = 0;
  for (std::size_t row = 0; row < matrix.rows.size(); ++row) {
    const std::size_t cells = matrix.rows[row].size();
    if (cells >= columns) continue;
    missing += columns - cells - (is_square && row >= cells && row < columns ? 1 : 0);
  }
  if (is_square && matrix.rows.size() < columns) missing += (columns - matrix.rows.size()) * (columns - 1);
  return missing;
}

}  // namespace

bool is_nvbandwidth_test(std::string_view name) {
  return !name.empty() && name.size() <= 100 && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  });
}

NvbandwidthImport::NvbandwidthImport(const Source& source)
    : name_{source.name},
      builder_{source, "nvbandwidth",
               "median over the copies that nvbandwidth repeats, 3 unless it was told otherwise"} {
  builder_.environment().backend = "cuda";
}

void NvbandwidthImport::set_software(const std::string& name, const std::string& version) {
  if (!version.empty()) builder_.environment().software[name] = version;
}

void NvbandwidthImport::add_device(DeviceInfo device) {
  constexpr std::size_t kMostDevices = 100'000;
  auto& devices = builder_.environment().devices;
  const bool is_known = std::any_of(devices.begin(), devices.end(), [&device](const DeviceInfo& known) {
    return known.index == device.index && known.name == device.name && known.pci_bus_id == device.pci_bus_id;
  });
  if (!is_known && devices.size() < kMostDevices) devices.push_back(std::move(device));
}

void NvbandwidthImport::add_matrix(const NvbandwidthMatrix& matrix) {
  if (matrix.rows.empty()) return remarks_.refuse("a testcase without a matrix", matrix.test);
  const auto unit = unit_of(matrix);
  if (!unit) return remarks_.refuse("a testcase of unknown unit", matrix.test);
  ++runs_[matrix.test];
  std::size_t columns = matrix.columns;
  for (const auto& row : matrix.rows) columns = std::max(columns, row.size());
  for (std::size_t row = 0; row < matrix.rows.size(); ++row) {
    for (std::size_t column = 0; column < matrix.rows[row].size(); ++column) {
      const NvbandwidthCell& cell = matrix.rows[row][column];
      if (!cell.is_not_applicable) add_cell(matrix.test, *unit, row, column, cell.figure);
    }
  }
  if (const std::size_t missing = missing_cells(matrix, columns); missing > 0) {
    remarks_.refuse("a cell that the matrix lacks: the output is cut, or lines of it are lost", matrix.test, missing);
    is_unfinished_ = true;
  }
  if (matrix.is_square() && matrix.rows.size() > columns) {
    remarks_.doubt("a matrix from each device to each with more rows than columns", matrix.test);
  }
  if (matrix.columns > 0 && columns > matrix.columns) {
    remarks_.doubt("a matrix with a row that is longer than the line of its columns", matrix.test);
  }
}

void NvbandwidthImport::add_cell(const std::string& test, NvbandwidthUnit unit, std::size_t row, std::size_t column,
                                 std::optional<double> value) {
  const bool is_latency = unit == NvbandwidthUnit::nanoseconds;
  ImportedCase described;
  described.id = fmt::format("nvbandwidth/{}/row{}/column{}", test, row, column);
  described.kind = "nvbandwidth";
  described.parameters = {{"test", test}, {"row", static_cast<double>(row)}, {"column", static_cast<double>(column)}};
  described.definition = "nvbandwidth " + described.id;
  described.work.subject = is_latency ? Subject::latency : Subject::link_bytes;
  if (!is_latency) {
    constexpr double kGigabyte = 1e9;  // what `time_s` is the time of: the reciprocal of a rate in GB/s
    described.work.link_bytes = Bytes{kGigabyte};
    described.metric = Metric{"bandwidth", "GB/s"};
    described.better = Better::higher;
  }
  Round* round = builder_.round(described, runs_[test]);
  if (round == nullptr) return remarks_.refuse(builder_.refusal(), described.id);
  if (value && builder_.add_sample(*round, described, is_latency ? *value * 1e-9 : *value)) return remarks_.add_read();
  round->marks.push_back({MarkKind::error, "the tool gave no figure above zero"});
  remarks_.refuse("a cell without a figure above zero", described.id);
}

Result<Imported> NvbandwidthImport::finish(TextStream& stream) {
  if (builder_.case_count() == 0) {
    return fail(ErrorKind::measurement,
                fmt::format("the tool measured nothing{}{}", has_error_ ? ": it reports an error" : "",
                            remarks_.all().empty() ? "" : ": " + to_string(remarks_.all().front())),
                name_, "its output is no result: run it again");
  }
  if (has_error_) remarks_.note("the tool reports an error besides its results");
  stream.drain();
  Imported imported;
  imported.records.push_back(builder_.finish(stream.fingerprint(), 0, remarks_));
  imported.remarks = std::move(remarks_);
  return unfinished_if(has_error_ || is_unfinished_, std::move(imported));
}

}  // namespace roofgate
