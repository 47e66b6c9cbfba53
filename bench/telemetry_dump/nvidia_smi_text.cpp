// `nvidia-smi -q`, once or in a loop (-l): sections by indentation, one device after another.
#include <fmt/format.h>

#include <optional>
#include <vector>

#include "bench/telemetry_dump/dump_builder.hpp"
#include "bench/telemetry_dump/dump_readers.hpp"
#include "kernels/base/text_fields.hpp"

namespace roofgate {
namespace {

std::size_t indentation_of(std::string_view line) {
  const std::size_t indent = line.find_first_not_of(" \t");
  return indent == std::string_view::npos ? line.size() : indent;
}

/// "GPU 00000000:19:00.0": where a device's part begins. Not "GPU UUID".
std::optional<std::string_view> device_in(std::string_view line) {
  if (!line.starts_with("GPU ")) return std::nullopt;
  const std::string_view address = trimmed(line.substr(4));
  if (address.find(':') == std::string_view::npos || address.find(' ') != std::string_view::npos) return std::nullopt;
  return address;
}

/// The headings above a line, each with its indentation.
class Sections {
 public:
  void enter(std::size_t indent, std::string_view name) {
    leave(indent);
    open_.push_back({indent, plain_path(name)});
  }
  void leave(std::size_t indent) {
    while (!open_.empty() && open_.back().indent >= indent) open_.pop_back();
  }
  [[nodiscard]] std::string path_of(std::string_view key) const {
    std::string path;
    for (const Open& section : open_) path += section.name + '.';
    return path + plain_path(key);
  }

 private:
  struct Open {
    std::size_t indent;
    std::string name;
  };
  std::vector<Open> open_;
};

}  // namespace

bool fits_nvidia_smi_text(std::string_view head) {
  bool log = false;
  bool device = false;
  for (const std::string_view line : lines_of(head)) {
    log = log || line.find("NVSMI LOG") != std::string_view::npos;
    device = device || device_in(line).has_value();
  }
  return device && (log || head.find(" Reasons\n") != std::string_view::npos ||
                    head.find("    Product Name  ") != std::string_view::npos);
}

Result<TelemetryDump> read_nvidia_smi_text(DumpLines& stream, const std::string& /*source*/) {
  DumpBuilder dump{"nvidia-smi -q text", stream};
  RawSample sample;
  bool is_in_device = false;
  RawSample snapshot;  // what stands above the devices: moment and driver
  std::string place;
  Sections sections;
  const auto finish_device = [&] {
    if (is_in_device) dump.add(sample, place);
    is_in_device = false;
  };
  dump.before_losses(finish_device);
  while (const auto line = stream.line()) {
    if (line->find("NVSMI LOG") != std::string_view::npos) {
      finish_device();
      snapshot = {};
      continue;
    }
    if (const auto address = device_in(*line)) {
      finish_device();
      sample = snapshot;
      is_in_device = true;
      place = fmt::format("line {}", stream.line_number());
      dump.set(sample, Field::pci_bus_id, *address, place);
      sections = {};
      continue;
    }
    const std::string_view text = trimmed(*line);
    const std::size_t indent = indentation_of(*line);
    const std::size_t colon = text.find(" : ");
    if (text.empty()) continue;
    if (colon == std::string_view::npos) {
      sections.enter(indent, text);
      continue;
    }
    sections.leave(indent);
    const std::string_view key = trimmed(text.substr(0, colon));
    const auto field = field_of(sections.path_of(key));
    if (field) dump.set(is_in_device ? sample : snapshot, *field, text.substr(colon + 3), place);
    sections.enter(indent, key);  // "HW Slowdown : Active" has its kinds below it
  }
  finish_device();
  return dump.finish();
}

}  // namespace roofgate
