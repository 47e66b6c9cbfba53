#include "bench/scaling/series.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <utility>

#include "bench/record/marks.hpp"
#include "bench/roofline/case_facts.hpp"

namespace roofgate {
namespace {

constexpr std::string_view kRanks = "/ranks";

/// What must be equal in records that are compared across world sizes. Device counts may differ: a world of one may
/// have been given one device.
std::string machine_of(const Environment& environment) {
  if (environment.backend == "host" || environment.devices.empty()) {
    return environment.backend + " " + environment.cpu.model;
  }
  return environment.backend + " " + environment.devices.front().name;
}

/// Of the last round that was placed.
const PlacedWorld* world_of(const Case& measured, const Record& record) {
  for (auto round = measured.rounds.rbegin(); round != measured.rounds.rend(); ++round) {
    if (round->world) return &record.worlds[static_cast<std::size_t>(*round->world)];
  }
  return nullptr;
}

/// Of the last round that says: what a library settles on.
std::map<std::string, std::string> algorithm_of(const Case& measured) {
  for (auto round = measured.rounds.rbegin(); round != measured.rounds.rend(); ++round) {
    if (round->algorithm.find("algorithm") != round->algorithm.end()) return round->algorithm;
  }
  return {};
}

std::string name_of(const std::map<std::string, std::string>& algorithm) {
  std::string name;
  for (const char* key : {"algorithm", "protocol"}) {
    const auto found = algorithm.find(key);
    if (found != algorithm.end()) name += (name.empty() ? "" : " ") + found->second;
  }
  return name;
}

WorldPoint point_of(const Case& measured, const Record& record, int ranks) {
  WorldPoint point;
  point.measured = &measured;
  point.record = &record;
  point.ranks = ranks;
  const PlacedWorld* world = world_of(measured, record);
  if (world != nullptr) point.nodes = world->nodes;
  point.is_oversubscribed = has_mark(measured, MarkKind::oversubscribed) || (world != nullptr && world->oversubscribed);
  point.timing = timing_of(measured);
  if (point.timing && point.timing->time <= Seconds{}) point.timing.reset();
  const auto algorithm = algorithm_of(measured);
  point.algorithm = collective_algorithm_of(algorithm);
  point.algorithm_name = name_of(algorithm);
  return point;
}

Growth growth_of(const Case& measured, const std::optional<Collective>& collective) {
  if (collective || measured.kind != "step") return Growth::message;
  return text_of(measured, "scaling") == "strong" ? Growth::strong : Growth::weak;
}

struct RanksInId {
  std::size_t begin = 0;  ///< of "/ranksN"
  std::size_t end = 0;
  int ranks = 0;
};

std::optional<RanksInId> ranks_in(std::string_view id) {
  const std::size_t begin = id.rfind(kRanks);
  if (begin == std::string_view::npos) return std::nullopt;
  const std::size_t end = std::min(id.size(), id.find('/', begin + 1));
  const char* first = id.data() + begin + kRanks.size();
  const char* last = id.data() + end;
  RanksInId found{begin, end, 0};
  const auto [stop, error] = std::from_chars(first, last, found.ranks);
  return error == std::errc{} && stop == last && found.ranks > 0 ? std::optional{found} : std::nullopt;
}

Result<void> check_machines(std::span<const Record> records) {
  for (const Record& record : records) {
    if (record.environment.backend == "cuda-emulated") {
      return fail(ErrorKind::unavailable, "was measured on the emulated CUDA backend: its times are not performance",
                  "record " + record.id, "measure on devices or with --backend host");
    }
    const std::string first = machine_of(records.front().environment);
    const std::string other = machine_of(record.environment);
    if (first == other) continue;
    return fail(ErrorKind::input,
                fmt::format("records of different machines make no scaling table: {} and {}", first, other),
                "record " + record.id, "give the records of one kind of machine");
  }
  return {};
}

}  // namespace

std::string series_name(std::string_view case_id) {
  const auto found = ranks_in(case_id);
  if (!found) return {};
  return std::string{case_id.substr(0, found->begin)} + std::string{case_id.substr(found->end)};
}

std::optional<double> number_of(const Case& measured, const std::string& key) {
  const auto found = measured.parameters.find(key);
  if (found == measured.parameters.end()) return std::nullopt;
  const double* value = std::get_if<double>(&found->second);
  return value == nullptr ? std::nullopt : std::optional<double>{*value};
}

std::optional<std::string> text_of(const Case& measured, const std::string& key) {
  const auto found = measured.parameters.find(key);
  if (found == measured.parameters.end()) return std::nullopt;
  const auto* value = std::get_if<std::string>(&found->second);
  return value == nullptr ? std::nullopt : std::optional<std::string>{*value};
}

Result<std::vector<Series>> series_of(std::span<const Record> records) {
  if (auto same = check_machines(records); !same) return fail(same.error());
  std::vector<Series> all;
  std::map<std::string, std::size_t> index;
  for (const Record& record : records) {
    for (const Case& measured : record.cases) {
      const std::string name = series_name(measured.id);
      if (name.empty() || measured.metric) continue;  // an imported rate is no time
      const auto [found, is_new] = index.try_emplace(name, all.size());
      if (is_new) {
        Series series;
        series.name = name;
        series.kind = measured.kind;
        series.collective = collective_of(measured.kind);
        series.growth = growth_of(measured, series.collective);
        if (!series.is_step()) {
          series.size = Bytes{number_of(measured, "bytes").value_or(measured.work.link_bytes.value())};
        }
        all.push_back(std::move(series));
      }
      std::vector<WorldPoint>& points = all[found->second].points;
      const int ranks = ranks_in(measured.id)->ranks;
      const auto same = [ranks](const WorldPoint& point) { return point.ranks == ranks; };
      if (const auto twice = std::find_if(points.begin(), points.end(), same); twice != points.end()) {
        return fail(ErrorKind::input,
                    fmt::format("{} is in two records: {} and {}", measured.id, twice->record->id, record.id), {},
                    "give one record per world size; `roofgate gate` judges one night by another");
      }
      points.push_back(point_of(measured, record, ranks));
    }
  }
  for (Series& series : all) {
    std::sort(series.points.begin(), series.points.end(),
              [](const WorldPoint& a, const WorldPoint& b) { return a.ranks < b.ranks; });
  }
  return all;
}

}  // namespace roofgate
