// `nvidia-smi -q -x`, once or in a loop: one <nvidia_smi_log> after another.
#include <fmt/format.h>

#include <pugixml.hpp>

#include "bench/telemetry_dump/dump_builder.hpp"
#include "bench/telemetry_dump/dump_readers.hpp"

namespace roofgate {
namespace {

constexpr std::string_view kEnd = "</nvidia_smi_log>";
constexpr std::size_t kMostDocumentBytes = std::size_t{64} << 20;  // 16 devices take 0.3 MB
constexpr int kMostLevels = 8;                                     // of elements below <gpu>; what is known is 3 deep

void take_elements(DumpBuilder& dump, RawSample& sample, const pugi::xml_node& parent, const std::string& path,
                   const std::string& place, int levels) {
  if (levels == 0) return;
  for (const pugi::xml_node& child : parent.children()) {
    if (child.type() != pugi::node_element) continue;
    const std::string name = path + plain_path(child.name());
    if (const auto field = field_of(name)) dump.set(sample, *field, child.text().get(), place);
    take_elements(dump, sample, child, name + '.', place, levels - 1);
  }
}

void take_document(DumpBuilder& dump, const std::string& text, std::size_t number) {
  pugi::xml_document document;
  const pugi::xml_parse_result parsed = document.load_buffer(text.data(), text.size());
  const pugi::xml_node log = document.child("nvidia_smi_log");
  const std::string place = fmt::format("document {}", number);
  if (!parsed || !log) {
    dump.remarks().refuse(parsed ? "no nvidia_smi_log in it" : fmt::format("is no XML: {}", parsed.description()),
                          place);
    return;
  }
  int index = 0;
  for (const pugi::xml_node& gpu : log.children("gpu")) {
    RawSample sample;
    dump.set(sample, Field::moment, log.child_value("timestamp"), place);
    dump.set(sample, Field::driver, log.child_value("driver_version"), place);
    dump.set(sample, Field::pci_bus_id, gpu.attribute("id").value(), place);
    const std::string part = fmt::format("{}, gpu {}", place, index++);
    take_elements(dump, sample, gpu, {}, part, kMostLevels);
    dump.add(sample, part);
  }
}

}  // namespace

bool fits_nvidia_smi_xml(std::string_view head) { return head.find("<nvidia_smi_log>") != std::string_view::npos; }

Result<TelemetryDump> read_nvidia_smi_xml(DumpLines& stream, const std::string& source) {
  DumpBuilder dump{"nvidia-smi -q -x XML", stream};
  std::string document;
  std::size_t number = 0;
  while (const auto line = stream.line()) {
    document += *line;
    document += '\n';
    if (document.size() > kMostDocumentBytes) {
      return fail(ErrorKind::input, "a document of more than 64 MiB is no output of nvidia-smi", source);
    }
    if (line->find(kEnd) == std::string_view::npos) continue;
    take_document(dump, document, ++number);
    document.clear();
  }
  if (document.find_first_not_of(" \n\t\r") != std::string::npos) take_document(dump, document, ++number);
  return dump.finish();
}

}  // namespace roofgate
