#include "bench/readers/nvbandwidth.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>
#include <string>
#include <utility>

#include "bench/readers/json_stream.hpp"
#include "bench/readers/record_builder.hpp"

namespace roofgate {
namespace {

std::string words_of(const JsonNode* node) {
  const std::string* text = text_of(node);
  return text != nullptr ? text->substr(0, 128) : std::string{};
}

/// 12060 -> "12.6": CUDA's way of numbering.
std::string cuda_version(const JsonNode& node) {
  const double code = number_of(&node).value_or(0);
  if (code < 1000 || code > 1e6) return {};
  const int number = static_cast<int>(code);
  return fmt::format("{}.{}", number / 1000, number % 1000 / 10);
}

/// "0: NVIDIA H100 80GB HBM3 (00000001:00:00): (node1)".
std::optional<DeviceInfo> device_of(const std::string& text) {
  DeviceInfo device;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), device.index);
  const std::size_t open = text.find(" (");
  if (problem != std::errc{} || device.index < 0 || *end != ':' || open == std::string::npos) return std::nullopt;
  const auto begin = static_cast<std::size_t>(end - text.data()) + 1;
  if (open < begin + 1) return std::nullopt;
  device.name = text.substr(begin + 1, open - begin - 1);
  const std::size_t close = text.find(')', open);
  if (close != std::string::npos)
    device.pci_bus_id = text.substr(open + 2, std::min<std::size_t>(close - open - 2, 32));
  return device;
}

/// A test's name becomes part of an id.
bool is_test_name(const std::string& name) {
  return !name.empty() && name.size() <= 100 && std::all_of(name.begin(), name.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  });
}

class Reader {
 public:
  explicit Reader(const Source& source)
      : name_{source.name},
        builder_{source, "nvbandwidth",
                 "median over the copies that nvbandwidth repeats, 3 unless it was told otherwise"} {
    builder_.environment().backend = "cuda";
  }

  Result<void> take(std::string_view path, JsonNode& node) {
    constexpr std::string_view kPrefix = "/nvbandwidth/";
    if (!path.starts_with(kPrefix)) return {};
    const std::string_view key = path.substr(kPrefix.size());
    auto& software = builder_.environment().software;
    if (key == "testcases/*") {
      take_test(node);
    } else if (key == "Driver Version") {
      software["driver"] = words_of(&node);
    } else if (key == "CUDA Runtime Version") {
      software["cuda_runtime"] = cuda_version(node);
    } else if (key == "CUDA Driver API Version") {
      software["cuda_driver_api"] = cuda_version(node);
    } else if (key == "version") {
      builder_.set_tool("nvbandwidth " + words_of(&node));
    } else if (key == "GPU Device list") {
      for (const JsonNode& one : elements_of(&node)) {
        if (auto device = device_of(words_of(&one))) builder_.environment().devices.push_back(std::move(*device));
      }
    } else if (key == "Hostname") {
      builder_.environment().host.name = words_of(&node);
    } else if (key == "error") {
      has_error_ = true;
    }
    return {};
  }

  Result<Imported> finish(TextStream& stream, const JsonStreamEnd& end) {
    if (builder_.case_count() == 0) {
      return fail(ErrorKind::measurement,
                  fmt::format("the tool measured nothing{}{}", has_error_ ? ": it reports an error" : "",
                              remarks_.all().empty() ? "" : ": " + to_string(remarks_.all().front())),
                  name_, "its output is no result: run it again");
    }
    if (end.is_cut_off) remarks_.note("the file ends in its middle: the run did not finish, or the file was cut");
    if (has_error_) remarks_.note("the tool reports an error besides its results");
    for (auto software = builder_.environment().software.begin(); software != builder_.environment().software.end();) {
      software = software->second.empty() ? builder_.environment().software.erase(software) : std::next(software);
    }
    stream.drain();
    Imported imported;
    imported.records.push_back(builder_.finish(stream.fingerprint(), 0, remarks_));
    imported.remarks = std::move(remarks_);
    return imported;
  }

 private:
  void take_test(JsonNode& node) {
    const std::string name = words_of(find_member(node, "name"));
    if (!is_test_name(name)) return remarks_.refuse("a testcase without a plain name");
    std::string status = words_of(find_member(node, "status"));
    std::transform(status.begin(), status.end(), status.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const auto rows = elements_of(find_member(node, "bandwidth_matrix"));
    if (status != "passed") {
      return remarks_.refuse(
          status == "waived" ? "a testcase that this machine cannot run (waived)" : "a testcase that failed", name);
    }
    if (rows.empty()) return remarks_.refuse("a testcase without a matrix", name);
    const std::string description = words_of(find_member(node, "bandwidth_description"));
    const bool is_latency = description.find("(ns)") != std::string::npos || name.find("latency") != std::string::npos;
    const bool is_bandwidth = description.find("(GB/s)") != std::string::npos;
    if (!is_latency && !is_bandwidth) return remarks_.refuse("a testcase of unknown unit", name);
    ++runs_[name];
    for (std::size_t r = 0; r < rows.size(); ++r) {
      JsonNode row = rows[r];
      const auto cells = elements_of(&row);
      for (std::size_t c = 0; c < cells.size(); ++c) {
        const auto value = number_of(&cells[c]);
        const std::string words = words_of(&cells[c]);
        if (!value && words == "N/A") continue;  // a device with itself: no measurement that was left out
        take_cell(name, r, c, value, is_latency);
      }
    }
  }

  void take_cell(const std::string& test, std::size_t row, std::size_t column, std::optional<double> value,
                 bool is_latency) {
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
    if (value && builder_.add_sample(*round, described, is_latency ? *value * 1e-9 : *value))
      return remarks_.add_read();
    round->marks.push_back({MarkKind::error, "the tool gave no figure above zero"});
    remarks_.refuse("a cell without a figure above zero", described.id);
  }

  std::string name_;
  RecordBuilder builder_;
  Remarks remarks_;
  std::map<std::string, int> runs_;  ///< of each test, for files with several outputs
  bool has_error_ = false;
};

}  // namespace

Claim claims_nvbandwidth(std::string_view head) {
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || head[first] != '{') return {};
  const std::size_t key = head.find_first_not_of(" \t\r\n", first + 1);
  return key != std::string_view::npos && head.substr(key).starts_with("\"nvbandwidth\"")
             ? Claim{Fit::sure, "JSON of nvbandwidth"}
             : Claim{};
}

Result<Imported> read_nvbandwidth(TextStream& stream, const Source& source) {
  Reader reader{source};
  constexpr std::array<std::string_view, 1> kStreamed{"/nvbandwidth/testcases"};
  const auto end = stream_json(
      stream, source.name, kStreamed,
      [&reader](std::size_t /*document*/, std::string_view path, JsonNode& node) { return reader.take(path, node); });
  if (!end) return fail(end.error());
  return reader.finish(stream, *end);
}

}  // namespace roofgate
