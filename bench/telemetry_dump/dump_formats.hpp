// The telemetry dumps that are known, told apart by their content.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "bench/readers/text_stream.hpp"
#include "bench/telemetry_dump/dump.hpp"
#include "bench/telemetry_dump/dump_lines.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

struct DumpFormat {
  std::string_view name;  ///< "nvidia-smi CSV"
  bool (*fits)(std::string_view head);
  /// The stream is at its beginning. An `input` error for a file that is damaged or tells nothing.
  Result<TelemetryDump> (*read)(DumpLines& lines, const std::string& source);
};

[[nodiscard]] std::span<const DumpFormat> dump_formats();

/// The one format that fits; two that do are refused with both names, wherever the second begins, none with what is
/// known.
[[nodiscard]] Result<TelemetryDump> read_dump(TextStream& stream, const std::string& source);
[[nodiscard]] Result<TelemetryDump> read_dump(const std::filesystem::path& file);

}  // namespace roofgate
