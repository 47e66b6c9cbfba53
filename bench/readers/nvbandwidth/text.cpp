#include "bench/readers/nvbandwidth/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bench/readers/nccl/launcher_prefix.hpp"
#include "bench/readers/nvbandwidth/import.hpp"

namespace roofgate {
namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (text = trimmed(text); !text.empty() && words.size() < 10'000;) {
    const std::size_t end = std::min(text.find_first_of(" \t"), text.size());
    words.push_back(text.substr(0, end));
    text = trimmed(text.substr(end));
  }
  return words;
}

std::optional<double> figure_of(std::string_view word) {
  double value = 0;
  const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), value);
  const bool is_whole_word = problem == std::errc{} && end == word.data() + word.size();
  return is_whole_word && std::isfinite(value) ? std::optional{value} : std::nullopt;
}

bool is_index(std::string_view word) {
  return !word.empty() && word.size() <= 5 &&
         std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// "12040" -> "12.4", "13.2 (13020)" -> "13.2": both are in use.
std::string cuda_version(std::string_view text) {
  const auto words = words_of(text);
  if (words.empty()) return {};
  const auto number = figure_of(words.front());
  if (!number || *number < 0 || *number > 1e6) return {};
  if (*number < 1000) return std::string{words.front().substr(0, 16)};
  const int code = static_cast<int>(*number);
  return fmt::format("{}.{}", code / 1000, code % 1000 / 10);
}

/// "memcpy CE CPU(row) -> GPU(column) bandwidth (GB/s)".
bool is_heading(std::string_view text) {
  const bool has_unit = text.find("(GB/s)") != std::string_view::npos || text.find("(ns)") != std::string_view::npos;
  return has_unit && text.find("(column)") != std::string_view::npos;
}

constexpr std::array<std::string_view, 6> kFailures{"ERROR",         "Error",       "ASSERT in expression",
                                                    "Invalid value", "[CUDA_ERROR", "CUDA_ERROR"};

class Reader {
 public:
  explicit Reader(const Source& source) : import_{source} {}

  void take(std::string_view line) {
    const PrefixedLine split = split_prefix(line);
    // "Waived:" and "ERROR: …" look like a launcher's labels.
    const bool is_word = split.tag == "Waived:" || split.tag == "ERROR:" || split.tag == "Error:";
    const std::string_view text = is_word ? split.tag : trimmed(split.text);
    if (text.empty()) return;
    if (text.starts_with("Running ")) {
      flush();
      test_ = name_in(text.substr(8));
      is_waiting_ = !test_.empty();
    } else if (is_heading(text)) {
      if (has_matrix_) flush();
      is_waiting_ = false;
      heading_ = text.substr(0, 200);
      has_matrix_ = true;
    } else if (text.starts_with("SUM ")) {
      const auto words = words_of(text);
      if (test_.empty() && words.size() > 1) test_ = name_in(words[1]);
      flush();
    } else if (text.starts_with("Waived")) {
      import_.remarks().refuse("a testcase that this machine cannot run (waived)", test_);
      is_waiting_ = false;
    } else if (has_matrix_ && take_row(text)) {
      return;
    } else {
      take_remark(text);
    }
  }

  Result<Imported> finish(TextStream& stream) {
    flush();
    return import_.finish(stream);
  }

 private:
  static std::string name_in(std::string_view text) {
    if (text.ends_with('.')) text.remove_suffix(1);
    return is_nvbandwidth_test(text) ? std::string{text} : std::string{};
  }

  /// The matrix's line of column numbers, or one of its rows.
  bool take_row(std::string_view text) {
    const auto words = words_of(text);
    if (!is_index(words.front())) return false;
    if (rows_.empty() && !has_columns_ && std::all_of(words.begin(), words.end(), is_index)) {
      has_columns_ = true;
      columns_ = words.size();
      return true;
    }
    if (words.size() < 2) return false;
    Row row;
    for (std::size_t i = 1; i < words.size(); ++i) {
      const auto figure = figure_of(words[i]);
      if (!figure && words[i] != "N/A") return false;
      row.push_back(figure);
    }
    constexpr std::size_t kMostRows = 20'000;
    if (rows_.size() < kMostRows) rows_.push_back(std::move(row));
    return true;
  }

  void take_remark(std::string_view text) {
    const auto value_after = [text](std::string_view key) -> std::optional<std::string_view> {
      return text.starts_with(key) ? std::optional{trimmed(text.substr(key.size()))} : std::nullopt;
    };
    if (const auto version = value_after("nvbandwidth Version:")) {
      flush();
      test_.clear();
      const auto words = words_of(*version);
      if (!words.empty()) import_.set_version(std::string{words.front().substr(0, 32)});
    } else if (const auto runtime = value_after("CUDA Runtime Version:")) {
      import_.set_software("cuda_runtime", cuda_version(*runtime));
    } else if (const auto api = value_after("CUDA Driver Version:")) {
      import_.set_software("cuda_driver_api", cuda_version(*api));
    } else if (const auto newer = value_after("CUDA Driver Version (API):")) {
      import_.set_software("cuda_driver_api", cuda_version(*newer));
    } else if (const auto driver = value_after("Driver Version:")) {
      import_.set_software("driver", std::string{driver->substr(0, 32)});
    } else if (!take_device(text)) {
      take_failure(text);
    }
  }

  /// "Device 0: NVIDIA A10", "Device 0: NVIDIA H100 (00000000:34:00)", "Process 1 (node2): device 0: NVIDIA GB200 (…)".
  bool take_device(std::string_view text) {
    std::string_view rest = text;
    if (rest.starts_with("Process ")) {
      const std::size_t at = rest.find("device ");
      if (at == std::string_view::npos) return false;
      rest = rest.substr(at);
    }
    if (!rest.starts_with("Device ") && !rest.starts_with("device ")) return false;
    rest.remove_prefix(7);
    const std::size_t colon = rest.find(':');
    if (colon == std::string_view::npos || !is_index(rest.substr(0, colon))) return false;
    DeviceInfo device;
    device.index = static_cast<int>(*figure_of(rest.substr(0, colon)));
    std::string_view name = trimmed(rest.substr(colon + 1)).substr(0, 160);
    if (const std::size_t open = name.rfind(" ("); open != std::string_view::npos && name.ends_with(')')) {
      device.pci_bus_id = name.substr(open + 2, std::min<std::size_t>(name.size() - open - 3, 32));
      name = trimmed(name.substr(0, open));
    }
    device.name = name;
    import_.add_device(std::move(device));
    return true;
  }

  void take_failure(std::string_view text) {
    const auto* sign = std::find_if(kFailures.begin(), kFailures.end(),
                                    [text](std::string_view one) { return text.starts_with(one); });
    if (sign == kFailures.end()) return;
    import_.report_error();
    if (is_waiting_) import_.remarks().refuse("a testcase that failed", test_);
    is_waiting_ = false;
  }

  /// The matrix that was collected, once its test's name is known.
  void flush() {
    if (is_waiting_ && !has_matrix_) import_.remarks().refuse("a testcase without a matrix", test_);
    if (has_matrix_) keep_matrix();
    const bool is_done = has_matrix_;
    rows_.clear();
    has_matrix_ = has_columns_ = is_waiting_ = false;
    columns_ = 0;
    if (is_done) test_.clear();
  }

  void keep_matrix() {
    if (test_.empty())
      return import_.remarks().refuse("a matrix without its test's name", {}, std::max<std::size_t>(1, rows_.size()));
    const auto unit = nvbandwidth_unit(heading_, test_);
    if (rows_.empty()) return import_.remarks().refuse("a testcase without a matrix", test_);
    // From each device to each: as many rows as columns.
    if (test_.find("device_to_device") != std::string::npos && rows_.size() < columns_) {
      import_.remarks().doubt(
          fmt::format("a matrix of {} rows that ends after {}: the output is cut, and what lacks was not measured",
                      columns_, rows_.size()),
          test_);
    }
    import_.begin_matrix(test_);
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      for (std::size_t column = 0; column < rows_[row].size(); ++column) {
        // "N/A" is a device with itself: nothing was left out.
        if (rows_[row][column]) import_.add_cell(test_, *unit, row, column, rows_[row][column]);
      }
    }
  }

  using Row = std::vector<std::optional<double>>;

  NvbandwidthImport import_;
  std::string test_, heading_;
  std::vector<Row> rows_;
  bool is_waiting_ = false;  ///< "Running X." was there, and nothing of X yet
  bool has_matrix_ = false;  ///< a heading was there
  bool has_columns_ = false;
  std::size_t columns_ = 0;
};

}  // namespace

Claim claims_nvbandwidth_text(std::string_view head) {
  if (head.find("\"nvbandwidth\"") != std::string_view::npos ||
      head.find("\"bandwidth_matrix\"") != std::string_view::npos)
    return {};
  std::size_t matrices = 0;
  bool is_named = false;
  while (!head.empty()) {
    const std::size_t end = std::min(head.find('\n'), head.size());
    const std::string_view text = trimmed(split_prefix(head.substr(0, std::min<std::size_t>(end, 300))).text);
    head.remove_prefix(std::min(head.size(), end + 1));
    is_named = is_named || text.starts_with("nvbandwidth Version:");
    matrices += is_heading(text) && text.starts_with("mem") ? 1 : 0;
  }
  if (!is_named && matrices == 0) return {};
  return {Fit::sure,
          fmt::format("text of nvbandwidth, {} matri{} at its beginning", matrices, matrices == 1 ? "x" : "ces")};
}

Result<Imported> read_nvbandwidth_text(TextStream& stream, const Source& source) {
  Reader reader{source};
  while (const auto line = stream.line()) reader.take(*line);
  if (stream.problem()) return fail(*stream.problem());
  return reader.finish(stream);
}

}  // namespace roofgate
