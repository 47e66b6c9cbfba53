#include "tests/bench/record/sample_record.hpp"

namespace roofgate {
namespace {

Environment make_environment() {
  Environment environment;
  environment.backend = "cuda";
  DeviceInfo device;
  device.name = "Sample GPU \"A\"";
  device.uuid = "GPU-0";
  device.pci_bus_id = "0000:01:00.0";
  device.compute_capability = 90;
  device.multiprocessors = 132;
  device.memory = Bytes{1.5e11};
  device.l2_cache = Bytes{6e7};
  device.max_sm_clock = Hertz{1.98e9};
  device.power_limit = Watts{700.0};
  device.ecc_enabled = true;
  environment.devices = {device, device};
  environment.devices[1].index = 1;
  environment.cpu = {"Sample CPU", 1, 2, 4, {"avx2", "avx512f"}, Bytes{3.3e7}, Bytes{1.6e10}};
  environment.host = {"node1", "6.1.0", "Debian 12", "none", "none", "mpirun"};
  environment.software = {{"compiler", "g++ 12.2.0"}, {"driver", "580.65"}};
  environment.variables = {{"OMP_NUM_THREADS", "2"}};
  return environment;
}

Round make_round(int index) {
  Round round;
  round.index = index;
  round.position = 3 - index;
  round.started_at = "2026-11-29T02:00:09Z";
  round.time_s = {1.0 / 3.0, 0.1, 0.2 + 1e-17, 5e-324, 1.7e308};
  round.stop = StopReason::converged;
  round.interval_half_width = 0.004;
  round.warmup_s = 0.25;
  round.check_worst_error = 0.5;
  round.algorithm = {{"split_k", "4"}};
  round.telemetry.clock_median = Hertz{1.755e9};
  round.telemetry.temperature_max = Celsius{-3.5};
  round.telemetry.clock_event_reasons = {"sw_power_cap"};
  round.telemetry.sample_count = 12;
  round.telemetry.activity =
      Activity{"nvml_gpm", Ratio{1.0}, Ratio{0.97}, Ratio{0.21}, Ratio{0.35}, Ratio{0.82}, BytesPerSecond{3e9}};
  round.telemetry.clock_rated = Hertz{1.98e9};
  round.telemetry.sampling_cost = Seconds{0.004};
  return round;
}

}  // namespace

Record make_sample_record() {
  Record record;
  record.id = "20261129T020000Z-5f3a";
  record.started_at = "2026-11-29T02:00:00Z";
  record.finished_at = "2026-11-29T02:09:00Z";
  record.tool = {"0.1.0", "abc1234", "Release"};
  record.environment = make_environment();
  record.suite = "quick";
  record.rounds_planned = 2;
  record.notes = {{"operator", "nightly"}};

  Case gemm;
  gemm.id = "gemm/bf16/tn/m4096n4096k4096/align128/first";
  gemm.kind = "gemm";
  gemm.parameters = {{"m", 4096.0}, {"layout", std::string{"tn"}}, {"cold", true}};
  gemm.definition = "d1";
  gemm.work = {Flops{1.37e11}, Bytes{6.7e7}, Bytes{3.4e7}, Bytes{0.0}, Bytes{1e8}, Subject::flops};
  gemm.rounds = {make_round(0), make_round(1)};

  Case allreduce = gemm;
  allreduce.id = "allreduce/bf16/out_of_place/bytes1048576/ranks2";
  allreduce.kind = "allreduce";
  allreduce.work.subject = Subject::link_bytes;
  record.worlds = {
      {"mpirun", 2, false, {{"node1", "0-1", 0, 0, "mlx5_0"}, {"node2", "0,8", std::nullopt, std::nullopt, ""}}}};
  for (Round& round : allreduce.rounds) {
    round.world_size = 2;
    round.world = 0;
    round.rank_time_s = {round.time_s, round.time_s};
  }
  allreduce.rounds[1].marks = {{MarkKind::contended, "CPU steal 12 % (limit 2 %)"}};
  record.cases = {gemm, allreduce};
  return record;
}

}  // namespace roofgate
