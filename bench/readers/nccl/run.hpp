// What one run of nccl-tests or rccl-tests says of itself: its settings, ranks and devices, and how it ended.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/readers/nccl/collective.hpp"

namespace roofgate {

/// One line of the device list.
struct NcclRank {
  int rank = 0;
  int group = 0;  ///< communicator, where the ranks were split
  std::string host;
  double process = 0;
  int device = 0;
  std::string pci_bus_id;
  std::string device_name;  ///< empty where the tool printed none
};

struct NcclRun {
  std::optional<NcclCollective> collective;
  std::vector<NcclRank> ranks;
  int told_ranks = 0;  ///< number of ranks where there is no list
  std::optional<double> min_bytes, max_bytes, reduced_max_bytes;
  double step_factor = 0;  ///< 0: not known, or a step in bytes
  double step_bytes = 0;
  std::optional<double> iterations, warmup, aggregated;
  std::optional<bool> validates;
  std::string tool;                             ///< "nccl-tests 2.18.3", "rccl-tests develop:a52452e"
  std::map<std::string, std::string> software;  ///< "nccl", "rccl", "hip", …
  /// Settings that change what is measured, as they stand in a case's id: "graph1", "blocking", "agg8".
  std::map<std::string, std::string> settings;
  std::map<std::string, std::string> variables;  ///< NCCL's, of a fixed list
  std::string failure;                           ///< "Test CUDA failure": the first sign that the tool gave up
  bool has_own_failure = false;                  ///< it is one that only these tools, NCCL or launchers print
  std::optional<double> out_of_bounds;           ///< the tool's own count over all rows
  bool is_concluded = false;                     ///< its closing lines are there
  bool has_settings = false;                     ///< its settings line is there: the log was not cut down to its table
  bool has_cycles = false;                       ///< it went through its sizes several times (-N)

  /// Ranks of one communicator as the device list says; 0 where there is none. With groups: of the first.
  [[nodiscard]] int rank_count() const;
  [[nodiscard]] int group_count() const;
};

/// Takes what a line says into `run`; false where it says nothing. `text` is without its launcher's prefix and leading
/// '#'.
bool read_remark(std::string_view text, NcclRun& run);

/// The sign of a failed tool in a line, such as "Test NCCL failure"; empty if there is none. Never text of the line
/// itself: it may hold anything.
[[nodiscard]] std::string_view failure_in(std::string_view text);

/// 22907 -> "2.29.7", 2708 -> "2.7.8": NCCL_VERSION_CODE before and since 2.9.
[[nodiscard]] std::string nccl_version_text(long code);

/// NCCL's settings that decide what is measured and hold no secret. Names outside the list are never kept, and neither
/// is a value of other words than numbers and what such settings have.
[[nodiscard]] bool is_kept_variable(std::string_view name, std::string_view value);

}  // namespace roofgate
