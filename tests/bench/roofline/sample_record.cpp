#include "tests/bench/roofline/sample_record.hpp"

#include <utility>

namespace roofgate::sample {
namespace {

Round round_of(double time_s) {
  Round round;
  round.time_s = std::vector<double>(5, time_s);
  round.interval_half_width = 0.001;
  round.stop = StopReason::converged;
  return round;
}

Case case_of(std::string id, std::string kind, const Work& work, double time_s) {
  Case measured;
  measured.id = std::move(id);
  measured.kind = std::move(kind);
  measured.work = work;
  measured.rounds.push_back(round_of(time_s));
  return measured;
}

PublishedFigure figure(double value) { return {value, "a data sheet", {}, {}}; }

}  // namespace

DeviceInfo h200() {
  DeviceInfo device;
  device.name = "NVIDIA H200";
  device.compute_capability = 90;
  device.multiprocessors = 132;
  device.l2_cache = Bytes{50.0 * 1024 * 1024};
  device.max_sm_clock = Hertz{1980e6};
  device.max_memory_clock = Hertz{3201e6};
  device.memory_bus_bits = 6144;
  return device;
}

PeaksDb h200_peaks() {
  DevicePeaks entry;
  entry.id = "h200-sxm";
  entry.title = "NVIDIA H200 SXM";
  entry.architecture = "sm_90";
  entry.names = {"NVIDIA H200"};
  entry.figures[PeakFigure::bf16_flops] = figure(989e12);
  entry.figures[PeakFigure::fp32_flops] = figure(67e12);
  entry.figures[PeakFigure::memory_bandwidth] = figure(4.8e12);
  entry.figures[PeakFigure::l2] = figure(50.0 * 1024 * 1024);
  entry.figures[PeakFigure::multiprocessors] = figure(132);
  entry.figures[PeakFigure::boost_clock] = figure(1830e6);
  entry.figures[PeakFigure::link_per_direction] = figure(450e9);
  entry.figures[PeakFigure::link_bidirectional] = figure(900e9);
  return PeaksDb{{entry}};
}

Case gemm(double time_s, double clock_hz) {
  constexpr double kN = 4096;
  Work work;
  work.subject = Subject::flops;
  work.flops = Flops{2 * kN * kN * kN};
  work.bytes_read = Bytes{2 * 2 * kN * kN};
  work.bytes_written = Bytes{2 * kN * kN};
  work.working_set = work.bytes();
  Case measured = case_of("gemm/bf16/tn/m4096n4096k4096/align128/best", "gemm", work, time_s);
  TelemetrySummary& seen = measured.rounds.front().telemetry;
  seen.clock_min = seen.clock_median = seen.clock_max = Hertz{clock_hz};
  seen.sample_count = 10;
  return measured;
}

Case chain(double time_s) {
  constexpr double kN = 67108864;
  Work work;
  work.subject = Subject::bytes;
  work.flops = Flops{11 * kN};
  work.bytes_read = Bytes{3 * 2 * kN};
  work.bytes_written = Bytes{2 * kN};
  work.working_set = work.bytes();
  return case_of("elementwise/bias_gelu_scale_residual/fused/n67108864", "elementwise", work, time_s);
}

Case copy(double time_s, double bytes) {
  Work work;
  work.subject = Subject::bytes;
  work.bytes_read = work.bytes_written = Bytes{bytes};
  work.working_set = work.bytes();
  return case_of("memory/copy/bytes" + std::to_string(static_cast<long>(bytes)), "memory", work, time_s);
}

Case allreduce(double time_s, double bytes, int ranks) {
  Work work;
  work.subject = Subject::link_bytes;
  work.link_bytes = Bytes{bytes};
  work.working_set = Bytes{2 * bytes};
  Case measured = case_of(
      "allreduce/bf16/out_of_place/bytes" + std::to_string(static_cast<long>(bytes)) + "/ranks" + std::to_string(ranks),
      "allreduce", work, time_s);
  measured.rounds.front().world_size = ranks;
  return measured;
}

Case fma_ceiling(double time_s, double flops) {
  Work work;
  work.flops = Flops{flops};
  return case_of("ceiling/fma_fp32", "ceiling", work, time_s);
}

Case dot_ceiling(double time_s, double flops) {
  Work work;
  work.flops = Flops{flops};
  return case_of("ceiling/dot_bf16", "ceiling", work, time_s);
}

Case launch_ceiling(double time_s) {
  Work work;
  work.subject = Subject::latency;
  return case_of("ceiling/launch", "ceiling", work, time_s);
}

Case with_rounds(Case measured, const std::vector<double>& times_s) {
  const Round first = measured.rounds.front();
  measured.rounds.clear();
  for (const double time_s : times_s) {
    Round round = first;
    round.index = static_cast<int>(measured.rounds.size());
    round.time_s = std::vector<double>(5, time_s);
    measured.rounds.push_back(round);
  }
  return measured;
}

Record cuda_record(std::vector<Case> cases, int devices) {
  Record record;
  record.environment.backend = "cuda";
  record.environment.devices.assign(static_cast<std::size_t>(devices), h200());
  record.cases = std::move(cases);
  return record;
}

Record host_record(std::vector<Case> cases) {
  Record record;
  record.environment.backend = "host";
  record.environment.cpu.cores = 2;
  record.environment.cpu.last_level_cache = Bytes{32.0 * 1024 * 1024};
  record.cases = std::move(cases);
  return record;
}

}  // namespace roofgate::sample
