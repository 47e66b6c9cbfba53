#include "bench/readers/nvbandwidth/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bench/readers/nccl/launcher_prefix.hpp"
#include "bench/readers/nvbandwidth/import.hpp"
#include "bench/readers/stray_lines.hpp"
#include "kernels/base/text_fields.hpp"

namespace roofgate {
namespace {

bool is_index(std::string_view word) {
  return !word.empty() && word.size() <= 5 &&
         std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// "12040" -> "12.4", "13.2 (13020)" -> "13.2": both are in use.
std::string cuda_version(std::string_view text) {
  const auto words = fields_of(text);
  if (words.empty()) return {};
  const auto number = strict_number_of(words.front());
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

  void take(std::string_view line, std::size_t number) {
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
      matrix_.heading = text.substr(0, 200);
      has_matrix_ = true;
    } else if (text.starts_with("SUM ")) {
      has_sums_ = true;
      const auto words = fields_of(text);
      if (test_.empty() && words.size() > 1) test_ = name_in(words[1]);
      flush();
    } else if (text.starts_with("Waived")) {
      import_.remarks().refuse("a testcase that this machine cannot run (waived)", test_);
      is_waiting_ = false;
    } else if (has_matrix_ && take_row(text)) {
      return;
    } else {
      take_remark(text, number);
    }
  }

  Result<Imported> finish(TextStream& stream) {
    drop_cut_figure();
    if (has_matrix_ && has_sums_) import_.report_unfinished();  // each of the others has its sum below it
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
    const auto words = fields_of(text);
    if (!is_index(words.front())) return false;
    auto& rows = matrix_.rows;
    if (rows.empty() && matrix_.columns == 0 && std::all_of(words.begin(), words.end(), is_index)) {
      matrix_.columns = words.size();
      return true;
    }
    if (words.size() < 2) return false;
    const auto index = static_cast<std::size_t>(*strict_number_of(words.front()));
    // The next row, or one after rows that are lost: they leave their places empty.
    if (index > rows.size() && (!matrix_.is_square() || index >= matrix_.columns)) return false;
    std::vector<NvbandwidthCell> cells;
    for (std::size_t i = 1; i < words.size(); ++i) {
      const auto figure = strict_number_of(words[i]);
      if (!figure && words[i] != "N/A") return false;
      cells.push_back({figure, !figure});
    }
    constexpr std::size_t kMostRows = 20'000;
    if (index >= kMostRows) {
      import_.remarks().refuse(fmt::format("a row beyond the first {}", kMostRows), test_);
    } else if (index < rows.size()) {
      import_.remarks().refuse("a row that is there twice", test_, cells.size());
    } else {
      rows.resize(index);
      rows.push_back(std::move(cells));
      last_figure_decimals_ = decimals_of(words.back());
      for (const std::string_view word : words) most_decimals_ = std::max(most_decimals_, decimals_of(word));
    }
    return true;
  }

  static std::size_t decimals_of(std::string_view figure) {
    const std::size_t point = figure.find('.');
    return point == std::string_view::npos ? 0 : figure.size() - point - 1;
  }

  /// nvbandwidth writes all figures with equally many decimals: the file's last one with fewer of them is cut.
  void drop_cut_figure() {
    if (matrix_.rows.empty() || matrix_.rows.back().empty() || last_figure_decimals_ >= most_decimals_) return;
    if (matrix_.rows.back().back().figure) matrix_.rows.back().pop_back();
  }

  void take_remark(std::string_view text, std::size_t number) {
    const auto value_after = [text](std::string_view key) -> std::optional<std::string_view> {
      return text.starts_with(key) ? std::optional{trimmed(text.substr(key.size()))} : std::nullopt;
    };
    if (const auto version = value_after("nvbandwidth Version:")) {
      flush();
      test_.clear();
      const auto words = fields_of(*version);
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
      take_failure(text, number);
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
    device.index = static_cast<int>(*strict_number_of(rest.substr(0, colon)));
    std::string_view name = trimmed(rest.substr(colon + 1)).substr(0, 160);
    if (const std::size_t open = name.rfind(" ("); open != std::string_view::npos && name.ends_with(')')) {
      device.pci_bus_id = name.substr(open + 2, std::min<std::size_t>(name.size() - open - 3, 32));
      name = trimmed(name.substr(0, open));
    }
    device.name = name;
    import_.add_device(std::move(device));
    return true;
  }

  void take_failure(std::string_view text, std::size_t number) {
    const auto* sign = std::find_if(kFailures.begin(), kFailures.end(),
                                    [text](std::string_view one) { return text.starts_with(one); });
    if (sign == kFailures.end()) {
      strays_.take(text, number, import_.remarks());
      if (!strays_.death().empty()) import_.report_error();
      return;
    }
    import_.report_error();
    if (is_waiting_) import_.remarks().refuse("a testcase that failed", test_);
    is_waiting_ = false;
  }

  /// The matrix that was collected, once its test's name is known.
  void flush() {
    if (is_waiting_ && !has_matrix_) {
      import_.remarks().refuse("a testcase without a matrix", test_);
      import_.report_unfinished();
    }
    if (has_matrix_) keep_matrix();
    const bool is_done = has_matrix_;
    matrix_ = {};
    has_matrix_ = is_waiting_ = false;
    last_figure_decimals_ = most_decimals_ = 0;
    if (is_done) test_.clear();
  }

  void keep_matrix() {
    if (test_.empty())
      return import_.remarks().refuse("a matrix without its test's name", {},
                                      std::max<std::size_t>(1, matrix_.rows.size()));
    matrix_.test = test_;
    import_.add_matrix(matrix_);
  }

  NvbandwidthImport import_;
  std::string test_;
  NvbandwidthMatrix matrix_;
  StrayLines strays_{"nvbandwidth"};
  bool is_waiting_ = false;  ///< "Running X." was there, and nothing of X yet
  bool has_sums_ = false;
  bool has_matrix_ = false;                                   ///< a heading was there
  std::size_t last_figure_decimals_ = 0, most_decimals_ = 0;  ///< of the matrix
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
  while (const auto line = stream.line()) reader.take(*line, stream.line_number());
  if (stream.problem()) return fail(*stream.problem());
  return reader.finish(stream);
}

}  // namespace roofgate
