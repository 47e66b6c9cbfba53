// One pair per dump format: whether the head of a file is its own, and what the file tells.
#pragma once

#include <string>
#include <string_view>

#include "bench/telemetry_dump/dump.hpp"
#include "bench/telemetry_dump/dump_lines.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

[[nodiscard]] bool fits_nvidia_smi_csv(std::string_view head);
[[nodiscard]] Result<TelemetryDump> read_nvidia_smi_csv(DumpLines& stream, const std::string& source);

[[nodiscard]] bool fits_nvidia_smi_text(std::string_view head);
[[nodiscard]] Result<TelemetryDump> read_nvidia_smi_text(DumpLines& stream, const std::string& source);

[[nodiscard]] bool fits_nvidia_smi_xml(std::string_view head);
[[nodiscard]] Result<TelemetryDump> read_nvidia_smi_xml(DumpLines& stream, const std::string& source);

[[nodiscard]] bool fits_nvidia_dmon(std::string_view head);
[[nodiscard]] Result<TelemetryDump> read_nvidia_dmon(DumpLines& stream, const std::string& source);

[[nodiscard]] bool fits_dcgmi_dmon(std::string_view head);
[[nodiscard]] Result<TelemetryDump> read_dcgmi_dmon(DumpLines& stream, const std::string& source);

/// Prometheus text of dcgm-exporter (DCGM_FI_…) and of nvidia_gpu_exporter (nvidia_smi_…).
[[nodiscard]] bool fits_exporter_text(std::string_view head);
[[nodiscard]] Result<TelemetryDump> read_exporter_text(DumpLines& stream, const std::string& source);

[[nodiscard]] bool fits_rocm_smi_json(std::string_view head);
[[nodiscard]] Result<TelemetryDump> read_rocm_smi_json(DumpLines& stream, const std::string& source);

/// The concise table of `rocm-smi` without arguments.
[[nodiscard]] bool fits_rocm_smi_table(std::string_view head);
[[nodiscard]] Result<TelemetryDump> read_rocm_smi_table(DumpLines& stream, const std::string& source);

/// "GPU[0] : Average Graphics Package Power (W): 36.0", of `rocm-smi -a` and its kin.
[[nodiscard]] bool fits_rocm_smi_text(std::string_view head);
[[nodiscard]] Result<TelemetryDump> read_rocm_smi_text(DumpLines& stream, const std::string& source);

}  // namespace roofgate
