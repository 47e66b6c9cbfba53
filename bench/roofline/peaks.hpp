// The peaks data base: what a device can do at best by published figures, and which figures were refused and why.
// Plain data and look-up; files are in peaks_json.hpp, checks in peaks_lint.hpp.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/dtype.hpp"

namespace roofgate {

/// What is known of a device, in the order of tables. Rates are dense, FLOP/s with an FMA as 2.
enum class PeakFigure {
  bf16_flops,          ///< matrix unit, fp32 accumulation
  fp16_flops,          ///< matrix unit, fp32 accumulation
  tf32_flops,          ///< matrix unit
  fp8_flops,           ///< matrix unit
  fp32_flops,          ///< vector unit
  memory_bandwidth,    ///< device memory, bytes/s
  l2,                  ///< last-level cache in front of the memory, bytes
  multiprocessors,     ///< SMs or CUs
  boost_clock,         ///< the clock behind the published rates, Hz
  bf16_fma,            ///< dense FMA per multiprocessor and clock, where the part differs from its architecture
  link_per_direction,  ///< all links of one device, one direction, bytes/s
  link_bidirectional,  ///< both directions together, bytes/s
};

struct FigureTraits {
  PeakFigure figure;
  std::string_view key;    ///< in the JSON files: ends with the SI unit
  std::string_view title;  ///< in tables
};

inline constexpr std::array kFigures{
    FigureTraits{PeakFigure::bf16_flops, "bf16_flops_per_s", "bf16 dense"},
    FigureTraits{PeakFigure::fp16_flops, "fp16_flops_per_s", "fp16 dense"},
    FigureTraits{PeakFigure::tf32_flops, "tf32_flops_per_s", "tf32 dense"},
    FigureTraits{PeakFigure::fp8_flops, "fp8_flops_per_s", "fp8 dense"},
    FigureTraits{PeakFigure::fp32_flops, "fp32_flops_per_s", "fp32 vector"},
    FigureTraits{PeakFigure::memory_bandwidth, "memory_bandwidth_bytes_per_s", "memory"},
    FigureTraits{PeakFigure::l2, "l2_bytes", "L2"},
    FigureTraits{PeakFigure::multiprocessors, "multiprocessors", "multiprocessors"},
    FigureTraits{PeakFigure::boost_clock, "boost_clock_hz", "boost clock"},
    FigureTraits{PeakFigure::bf16_fma, "bf16_fma_per_multiprocessor_per_clock", "bf16 FMA / clock"},
    FigureTraits{PeakFigure::link_per_direction, "link_per_direction_bytes_per_s", "link, one way"},
    FigureTraits{PeakFigure::link_bidirectional, "link_bidirectional_bytes_per_s", "link, both ways"},
};

[[nodiscard]] const FigureTraits& traits_of(PeakFigure figure);

/// Why a figure that circulates is not the one used.
enum class RejectedWhy {
  sparse,          ///< counts 2:4 structured sparsity: twice the dense rate
  non_tensor,      ///< the vector units' rate
  accumulate,      ///< another accumulation type
  other_part,      ///< a sibling, another memory size, or two devices counted as one
  full_die,        ///< the die, not the part: disabled units counted
  device_maximum,  ///< at the highest clock the device reports, not the boost clock
  rounded,         ///< the same figure with fewer digits
  unit,            ///< wrong unit or power of ten
  announced,       ///< before the part shipped
  unverified,      ///< no public source was read
  contradicted,    ///< disagrees with better evidence
};

[[nodiscard]] std::string_view name_of(RejectedWhy why);
[[nodiscard]] std::optional<RejectedWhy> parse_rejected_why(std::string_view text);

struct RejectedFigure {
  double value = 0.0;
  RejectedWhy why = RejectedWhy::contradicted;
  std::string source;
  std::string reason;  ///< may be empty where `why` says it all
};

/// A figure with its evidence. Without a value: only refused figures are known, and nothing is used as a roof.
struct PublishedFigure {
  std::optional<double> value;  ///< SI
  std::string source;
  std::string reason;  ///< why this one, where sources disagree or it needs explaining; may be empty
  std::vector<RejectedFigure> rejected;
};

/// A lint finding that was looked at and is right as it is.
struct AcceptedFinding {
  std::string rule;
  std::string figure;  ///< key of the figure
  std::string reason;
};

struct DevicePeaks {
  std::string id;                  ///< `h100-sxm5`
  std::string title;               ///< "NVIDIA H100 SXM5 80 GB"
  std::string architecture;        ///< `sm_90`, `gfx942`: key of architecture.hpp
  std::vector<std::string> names;  ///< exactly as drivers and tools print the device
  std::map<PeakFigure, PublishedFigure> figures;
  std::vector<AcceptedFinding> accepted;
  std::string file;  ///< where it was read from

  /// The value in use; absent where the figure or its value is.
  [[nodiscard]] std::optional<double> value(PeakFigure figure) const;
};

struct PeaksDb {
  std::vector<DevicePeaks> devices;  ///< by file name, then in file order
};

/// The entry whose id or one of whose names is `name`; nothing else ever matches: case, blanks, hyphens and the words
/// "NVIDIA" and "AMD" are ignored, everything else counts, so that GB200 is not B200 and "H100 PCIe" is not "H100".
[[nodiscard]] const DevicePeaks* find_device(const PeaksDb& db, std::string_view name);

/// The form in which names are compared: "NVIDIA A100-SXM4-80GB" -> "a100sxm480gb".
[[nodiscard]] std::string comparable_name(std::string_view name);

/// The dense peak figure of a dtype's fastest unit; absent for fp64.
[[nodiscard]] std::optional<PeakFigure> peak_figure_of(DType dtype);

}  // namespace roofgate
