#include "bench/readers/nvbandwidth/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <utility>

#include "bench/readers/json_stream.hpp"
#include "bench/readers/nvbandwidth/import.hpp"
#include "kernels/base/text_fields.hpp"

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

class Reader {
 public:
  explicit Reader(const Source& source) : import_{source} {}

  Result<void> take(std::string_view path, JsonNode& node) {
    constexpr std::string_view kPrefix = "/nvbandwidth/";
    if (!path.starts_with(kPrefix)) return {};
    const std::string_view key = path.substr(kPrefix.size());
    if (key == "testcases/*") {
      take_test(node);
    } else if (key == "Driver Version") {
      import_.set_software("driver", words_of(&node));
    } else if (key == "CUDA Runtime Version") {
      import_.set_software("cuda_runtime", cuda_version(node));
    } else if (key == "CUDA Driver API Version") {
      import_.set_software("cuda_driver_api", cuda_version(node));
    } else if (key == "version") {
      import_.set_version(words_of(&node));
    } else if (key == "GPU Device list") {
      for (const JsonNode& one : elements_of(&node)) {
        if (auto device = device_of(words_of(&one))) import_.add_device(std::move(*device));
      }
    } else if (key == "Hostname") {
      import_.set_host(words_of(&node));
    } else if (key == "error") {
      import_.report_error();
    }
    return {};
  }

  Result<Imported> finish(TextStream& stream, const JsonStreamEnd& end) {
    if (end.is_cut_off)
      import_.remarks().note("the file ends in its middle: the run did not finish, or the file was cut");
    return unfinished_if(end.is_cut_off, import_.finish(stream));
  }

 private:
  void take_test(JsonNode& node) {
    Remarks& remarks = import_.remarks();
    const std::string name = words_of(find_member(node, "name"));
    if (!is_nvbandwidth_test(name)) return remarks.refuse("a testcase without a plain name");
    const std::string status = lower_case(words_of(find_member(node, "status")));
    auto rows = elements_of(find_member(node, "bandwidth_matrix"));
    if (status != "passed" && status != "waived") import_.report_unfinished();
    if (status != "passed") {
      return remarks.refuse(
          status == "waived" ? "a testcase that this machine cannot run (waived)" : "a testcase that failed", name);
    }
    NvbandwidthMatrix matrix{name, words_of(find_member(node, "bandwidth_description")), 0, {}};
    for (JsonNode& row : rows) {
      auto& cells = matrix.rows.emplace_back();
      for (const JsonNode& cell : elements_of(&row)) cells.push_back({number_of(&cell), words_of(&cell) == "N/A"});
    }
    import_.add_matrix(matrix);
  }

  NvbandwidthImport import_;
};

/// Warnings of the tool may stand before its JSON.
std::size_t json_begin(std::string_view head) {
  const std::size_t key = head.find("\"nvbandwidth\"");
  if (key == std::string_view::npos) return key;
  const std::size_t brace = head.find_last_not_of(" \t\r\n", key == 0 ? 0 : key - 1);
  if (brace == std::string_view::npos || head[brace] != '{') return std::string_view::npos;
  const std::size_t before = head.substr(0, brace).find_last_not_of(" \t\r");
  const bool begins_line = before == std::string_view::npos || head[before] == '\n';
  return begins_line ? brace : std::string_view::npos;
}

}  // namespace

Claim claims_nvbandwidth_json(std::string_view head) {
  return json_begin(head) != std::string_view::npos ? Claim{Fit::sure, "JSON of nvbandwidth"} : Claim{};
}

Result<Imported> read_nvbandwidth_json(TextStream& stream, const Source& source) {
  Reader reader{source};
  const std::size_t begin = json_begin(stream.head());
  for (std::size_t i = 0; begin != std::string_view::npos && i < begin; ++i) static_cast<void>(stream.next());
  constexpr std::array<std::string_view, 1> kStreamed{"/nvbandwidth/testcases"};
  const auto end = stream_json(
      stream, source.name, kStreamed,
      [&reader](std::size_t /*document*/, std::string_view path, JsonNode& node) { return reader.take(path, node); });
  if (!end) return fail(end.error());
  return reader.finish(stream, *end);
}

}  // namespace roofgate
