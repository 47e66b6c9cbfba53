#include "tests/bench/scaling/sample_worlds.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace roofgate::sample {
namespace {

constexpr std::size_t kSamples = 4;
constexpr double kTokens = 1000;

}  // namespace

Case world_case(const std::string& kind, const std::string& id, int ranks, const std::vector<double>& times_s) {
  Case measured;
  measured.kind = kind;
  measured.id = id;
  measured.definition = "0123456789abcdef";
  measured.parameters["ranks"] = static_cast<double>(ranks);
  for (const double time : times_s) {
    Round round;
    round.index = static_cast<int>(measured.rounds.size());
    round.started_at = "2026-11-29T02:00:00Z";
    round.world_size = ranks;
    round.time_s.assign(kSamples, time);
    round.rank_time_s.assign(static_cast<std::size_t>(ranks), round.time_s);
    round.interval_half_width = 0.001;
    round.stop = StopReason::converged;
    measured.rounds.push_back(std::move(round));
  }
  return measured;
}

Case allreduce_world(double bytes, int ranks, const std::vector<double>& times_s) {
  Case measured = world_case("allreduce", fmt::format("allreduce/bf16/out_of_place/bytes{:.0f}/ranks{}", bytes, ranks),
                             ranks, times_s);
  measured.parameters["bytes"] = bytes;
  measured.work.subject = Subject::link_bytes;
  measured.work.link_bytes = Bytes{bytes};
  measured.work.working_set = Bytes{2 * bytes};
  return measured;
}

Case step_world(const std::string& variant, int ranks, const std::vector<double>& times_s, const std::string& growth) {
  Case measured =
      world_case("step", fmt::format("step/dp/{}/{}/layers4/ranks{}", variant, growth, ranks), ranks, times_s);
  const double all = growth == "strong" ? kTokens : kTokens * ranks;
  measured.parameters["variant"] = variant;
  measured.parameters["scaling"] = growth;
  measured.parameters["tokens_per_step"] = all;
  measured.parameters["flops_per_token"] = 6e9;
  measured.work.subject = Subject::flops;
  measured.work.flops = Flops{6e9 * all / ranks};
  measured.work.working_set = Bytes{1e9};
  return measured;
}

Case with_mark(Case measured, MarkKind kind) {
  for (Round& round : measured.rounds) round.marks.push_back({kind, "a test wants it"});
  return measured;
}

Case with_algorithm(Case measured, const std::string& algorithm) {
  for (Round& round : measured.rounds) round.algorithm = {{"algorithm", algorithm}, {"protocol", "SIMPLE"}};
  return measured;
}

Case with_slow_rank(Case measured, int slow, double factor) {
  for (Round& round : measured.rounds) {
    for (std::size_t rank = 0; rank < round.rank_time_s.size(); ++rank) {
      for (std::size_t i = 0; i < round.time_s.size(); ++i) {
        const double wobble = 1.0 + 1e-4 * static_cast<double>((rank + i) % round.rank_time_s.size());
        round.rank_time_s[rank][i] = round.time_s[i] * (static_cast<int>(rank) == slow ? factor : wobble);
      }
    }
    for (std::size_t i = 0; i < round.time_s.size(); ++i) {
      for (const auto& times : round.rank_time_s) round.time_s[i] = std::max(round.time_s[i], times[i]);
    }
  }
  return measured;
}

void place_ranks(Record& record, const std::string& case_id, int ranks_per_node) {
  for (Case& measured : record.cases) {
    if (measured.id != case_id) continue;
    PlacedWorld world;
    world.launcher = "mpirun";
    const int ranks = measured.rounds.front().world_size;
    for (int rank = 0; rank < ranks; ++rank) {
      RankPlacement place;
      place.node = std::string(1, static_cast<char>('a' + rank / ranks_per_node));
      place.device = rank % ranks_per_node;
      world.ranks.push_back(std::move(place));
    }
    world.nodes = (ranks + ranks_per_node - 1) / ranks_per_node;
    for (Round& round : measured.rounds) round.world = static_cast<int>(record.worlds.size());
    record.worlds.push_back(std::move(world));
  }
}

Record gpu_record(std::vector<Case> cases) {
  Record record;
  record.id = "2026-11-29-gpu";
  record.started_at = "2026-11-29T02:00:00Z";
  record.environment.backend = "cuda";
  DeviceInfo device;
  device.name = "NVIDIA H200";
  record.environment.devices.assign(8, device);
  record.cases = std::move(cases);
  return record;
}

Record cpu_record(std::vector<Case> cases) {
  Record record;
  record.id = "2026-11-29-cpu";
  record.started_at = "2026-11-29T02:00:00Z";
  record.environment.backend = "host";
  record.environment.cpu.model = "AMD EPYC";
  record.environment.cpu.cores = 2;
  record.environment.cpu.last_level_cache = Bytes{32.0 * 1024 * 1024};
  record.cases = std::move(cases);
  return record;
}

}  // namespace roofgate::sample
