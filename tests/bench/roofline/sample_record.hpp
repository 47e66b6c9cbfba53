// Small records and devices for the roofline's tests, with round figures so that answers can be worked out by hand.
#pragma once

#include <string>
#include <vector>

#include "bench/record/record.hpp"
#include "bench/roofline/peaks.hpp"

namespace roofgate::sample {

/// An H200 as NVML describes it: 132 SMs, 1980 MHz, 3201 MHz x 6144 bit, 50 MiB of L2.
[[nodiscard]] DeviceInfo h200();

/// One entry like the published H200: bf16 989 TFLOP/s, fp32 67 TFLOP/s, 4.8 TB/s, 450 GB/s per direction.
[[nodiscard]] PeaksDb h200_peaks();

/// A case with one unmarked round of five equal samples, at `clock` with 10 telemetry samples behind it.
[[nodiscard]] Case gemm(double time_s, double clock_hz = 1755e6);   ///< 4096^3, aligned, `best`
[[nodiscard]] Case chain(double time_s);                            ///< fused, 67108864 elements, 402 MB
[[nodiscard]] Case copy(double time_s, double bytes = 1073741824);  ///< memory/copy
[[nodiscard]] Case allreduce(double time_s, double bytes, int ranks);
[[nodiscard]] Case fma_ceiling(double time_s, double flops);  ///< ceiling/fma_fp32
[[nodiscard]] Case dot_ceiling(double time_s, double flops);  ///< ceiling/dot_bf16
[[nodiscard]] Case launch_ceiling(double time_s);             ///< ceiling/launch

/// A case with one round for each time.
[[nodiscard]] Case with_rounds(Case measured, const std::vector<double>& times_s);

[[nodiscard]] Record cuda_record(std::vector<Case> cases, int devices = 8);
[[nodiscard]] Record host_record(std::vector<Case> cases);  ///< 2 cores, 32 MiB of last-level cache

}  // namespace roofgate::sample
