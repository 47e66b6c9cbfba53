#include "bench/telemetry_dump/dump_formats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "bench/readers/byte_source.hpp"
#include "bench/telemetry_dump/dump_builder.hpp"
#include "bench/telemetry_dump/dump_readers.hpp"
#include "bench/telemetry_dump/loss_message.hpp"
#include "kernels/base/text_fields.hpp"

namespace roofgate {
namespace {

constexpr std::string_view kXml = "nvidia-smi -q -x XML";

constexpr std::array<DumpFormat, 9> kFormats{{
    {"nvidia-smi --query-gpu CSV", fits_nvidia_smi_csv, read_nvidia_smi_csv},
    {"nvidia-smi -q text", fits_nvidia_smi_text, read_nvidia_smi_text},
    {kXml, fits_nvidia_smi_xml, read_nvidia_smi_xml},
    {"nvidia-smi dmon", fits_nvidia_dmon, read_nvidia_dmon},
    {"dcgmi dmon", fits_dcgmi_dmon, read_dcgmi_dmon},
    {"dcgm-exporter or nvidia_gpu_exporter text", fits_exporter_text, read_exporter_text},
    {"rocm-smi JSON", fits_rocm_smi_json, read_rocm_smi_json},
    {"rocm-smi table", fits_rocm_smi_table, read_rocm_smi_table},
    {"rocm-smi text", fits_rocm_smi_text, read_rocm_smi_text},
}};

constexpr const char* kOneEach = "give each tool's output as a file of its own";

/// Lines that no format has, of tools that could not tell anything: the builder hears them.
Result<TelemetryDump> read_messages(DumpLines& stream, const std::string& /*source*/) {
  DumpBuilder dump{"what nvidia-smi says of lost devices", stream};
  while (stream.line()) dump.remarks().refuse("is no figure of a device", fmt::format("line {}", stream.line_number()));
  return dump.finish();
}

bool any_loss(std::string_view head) {
  const auto lines = lines_of(head);
  return std::any_of(lines.begin(), lines.end(), [](std::string_view line) {
    const auto message = loss_message_of(line);
    return message && !message->pci_bus_id.empty();
  });
}

constexpr DumpFormat kMessages{"what nvidia-smi says of lost devices", any_loss, read_messages};

/// A figure's line begins with a digit, a blank or a quantity's name: only headings are asked.
std::string_view begins_other(std::string_view line, std::string_view own) {
  constexpr std::string_view kEndOfXml = "</nvidia_smi_log>";  // a file may end without a line's end
  if (const std::size_t end = line.find(kEndOfXml); end != std::string_view::npos && own == kXml) {
    line.remove_prefix(end + kEndOfXml.size());
  }
  const std::size_t first = line.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  const bool is_stamped = line.find("#Entity") != std::string_view::npos;
  if (line[first] >= '0' && line[first] <= '9' && !is_stamped) return {};
  if (line.starts_with("# HELP ") || line.starts_with("# TYPE ")) return {};
  for (const DumpFormat& format : kFormats) {
    if (format.name == own) continue;
    const bool is_log = format.fits == fits_nvidia_smi_text && line.find("NVSMI LOG") != std::string_view::npos;
    if (is_log || format.fits(line)) return format.name;
  }
  return {};
}

}  // namespace

std::span<const DumpFormat> dump_formats() { return kFormats; }

Result<TelemetryDump> read_dump(TextStream& stream, const std::string& source) {
  std::vector<const DumpFormat*> fitting;
  for (const DumpFormat& format : kFormats) {
    if (format.fits(stream.head())) fitting.push_back(&format);
  }
  if (stream.problem()) return fail(*stream.problem());
  // A tool that finds a device lost may write nothing but that.
  if (fitting.empty() && any_loss(stream.head())) fitting.push_back(&kMessages);
  std::string known;
  for (const DumpFormat& format : kFormats) known += fmt::format("{}{}", known.empty() ? "" : ", ", format.name);
  if (fitting.empty()) {
    return fail(ErrorKind::input, "is no telemetry dump that is known", source,
                fmt::format("known: {}; CSV needs its header line", known));
  }
  if (fitting.size() > 1) {
    return fail(ErrorKind::input, fmt::format("could be {} or {}", fitting[0]->name, fitting[1]->name), source,
                kOneEach);
  }
  DumpLines lines{stream, fitting.front()->name, begins_other};
  Result<TelemetryDump> dump = fitting.front()->read(lines, source);
  if (stream.problem()) return fail(*stream.problem());
  if (!lines.other().empty()) {
    return fail(ErrorKind::input,
                fmt::format("is {} and, from line {} on, {}", fitting.front()->name, lines.other_line(), lines.other()),
                source, kOneEach);
  }
  if (!dump) return dump;
  dump->source = source;
  const bool tells = std::any_of(dump->devices.begin(), dump->devices.end(), [](const WatchedDevice& device) {
    return !device.samples.empty() || !device.losses.empty();
  });
  if (!tells) {
    std::string why = dump->remarks.summary();
    if (!dump->remarks.all().empty()) why += "; " + to_string(dump->remarks.all().front());
    return fail(ErrorKind::input, fmt::format("taken for {}, it tells nothing of a device", fitting.front()->name),
                source, why);
  }
  return dump;
}

Result<TelemetryDump> read_dump(const std::filesystem::path& file) {
  auto source = open_file(file);
  if (!source) return fail(source.error());
  TextStream stream{std::move(*source)};
  return read_dump(stream, file.string());
}

}  // namespace roofgate
