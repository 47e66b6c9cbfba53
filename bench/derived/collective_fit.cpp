#include "bench/derived/collective_fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "bench/derived/common_rounds.hpp"
#include "bench/stats/location.hpp"
#include "bench/stats/relative_fit.hpp"

namespace roofgate {
namespace {

constexpr std::size_t kSizes = 3;
constexpr double kSpan = 8.0;
constexpr double kLeastShare = 0.1;  // of a size's time: a term that is less of every size's is what noise leaves

using Sizes = std::vector<const Case*>;

/// The id without its size; empty where it has none.
std::string without_size(const std::string& id) {
  constexpr std::string_view kSize = "/bytes";
  const std::size_t begin = id.find(kSize);
  if (begin == std::string::npos) return {};
  const std::size_t end = std::min(id.size(), id.find('/', begin + 1));
  return id.substr(0, begin) + id.substr(end);
}

bool is_fitted(const Case& measured) {
  const bool is_collective = measured.work.subject == Subject::link_bytes && measured.work.link_bytes > Bytes{};
  const auto several = [](const Round& round) { return round.world_size > 1; };
  return is_collective && !measured.metric && measured.kind != "send_recv" && measured.kind != "memory" &&
         !measured.rounds.empty() && std::all_of(measured.rounds.begin(), measured.rounds.end(), several);
}

/// By name, in the order of the record.
std::vector<std::pair<std::string, Sizes>> groups_of(const Record& record) {
  std::vector<std::pair<std::string, Sizes>> groups;
  std::map<std::string, std::size_t> index;
  for (const Case& measured : record.cases) {
    const std::string name = without_size(measured.id);
    if (name.empty() || !is_fitted(measured)) continue;
    const auto [found, is_new] = index.try_emplace(name, groups.size());
    if (is_new) groups.push_back({name, {}});
    groups[found->second].second.push_back(&measured);
  }
  return groups;
}

bool spans_enough(const Sizes& sizes) {
  const auto smaller = [](const Case* a, const Case* b) { return a->work.link_bytes < b->work.link_bytes; };
  const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end(), smaller);
  return sizes.size() >= kSizes && (*most)->work.link_bytes >= kSpan * (*least)->work.link_bytes;
}

/// 64-bit FNV-1a (Fowler, Noll, Vo; draft-eastlake-fnv) over the definitions: tens of them would fill the baseline.
std::string definition_of(const Sizes& sizes) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const Case* size : sizes) {
    for (const char c : fmt::format("{} {:.0f} ", size->definition, size->work.link_bytes.value())) {
      hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    }
  }
  return fmt::format("fit/1 {:016x}", hash);
}

std::optional<RelativeFit> fit_of(const CommonRound& round, const Sizes& sizes) {
  std::vector<std::vector<double>> rows;
  std::vector<double> observed;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (round.sources[i]->time_s.empty()) return std::nullopt;
    rows.push_back({1.0, sizes[i]->work.link_bytes.value()});
    observed.push_back(round_location(round.sources[i]->time_s));
  }
  return fit_relative(rows, observed);
}

/// Whether the term is a tenth or more of the time of some size: of the smallest for the latency, else of the largest.
bool is_seen(const RelativeFit& fit, std::size_t term, const Sizes& sizes) {
  double most = 0.0;
  for (const Case* size : sizes) {
    const double transfer = fit.coefficients[1] * size->work.link_bytes.value();
    const double time = fit.coefficients[0] + transfer;
    if (time > 0.0) most = std::max(most, (term == 0 ? fit.coefficients[0] : transfer) / time);
  }
  return most >= kLeastShare;
}

/// What ran, key by key over the sizes from small to large: "RING", or where they differ "TREE, RING from 1048576 B",
/// so that a size that goes over to another algorithm makes another choice of the fit, too. `transports` that differ
/// are left out: they are what the process had used so far, not what a size chose.
std::map<std::string, std::string> algorithm_of(const CommonRound& round, const Sizes& sizes) {
  std::vector<std::pair<double, const Round*>> by_size;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    by_size.emplace_back(sizes[i]->work.link_bytes.value(), round.sources[i]);
  }
  std::stable_sort(by_size.begin(), by_size.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::map<std::string, std::string> last, chosen;
  std::set<std::string> differing;
  for (const auto& [size, source] : by_size) {
    for (const auto& [key, value] : source->algorithm) {
      const auto [found, is_first] = last.try_emplace(key, value);
      if (is_first) chosen[key] = value;
      if (found->second == value) continue;
      differing.insert(key);
      chosen[key] += fmt::format(", {} from {:.0f} B", value, size);
      found->second = value;
    }
  }
  if (differing.contains("transports")) chosen.erase("transports");
  return chosen;
}

DerivedCase metric_of(const std::string& name, const Sizes& sizes, const char* term, MetricUnit unit) {
  DerivedCase derived;
  for (const Case* size : sizes) derived.rests_on.push_back(size->id);
  derived.metric.id = fmt::format("fit/{}/{}", name, term);
  derived.metric.kind = sizes.front()->kind;
  derived.metric.definition = definition_of(sizes);
  derived.metric.derived = unit;
  return derived;
}

}  // namespace

std::vector<DerivedCase> collective_fits(const Record& record) {
  std::vector<DerivedCase> all;
  for (const auto& group : groups_of(record)) {
    const std::string& name = group.first;
    const Sizes& sizes = group.second;
    if (!spans_enough(sizes)) continue;
    DerivedCase latency = metric_of(name, sizes, "latency", MetricUnit::seconds);
    DerivedCase per_byte = metric_of(name, sizes, "seconds_per_byte", MetricUnit::seconds_per_byte);
    for (const CommonRound& round : common_rounds(sizes)) {
      const auto fit = fit_of(round, sizes);
      const auto algorithm = algorithm_of(round, sizes);
      const auto add = [&](DerivedCase& derived, std::size_t term) {
        Round frame = round.frame;
        frame.algorithm = algorithm;
        if (fit && is_seen(*fit, term, sizes)) frame.time_s = {fit->coefficients[term]};
        derived.metric.rounds.push_back(std::move(frame));
      };
      add(latency, 0);
      add(per_byte, 1);
    }
    all.push_back(std::move(latency));
    all.push_back(std::move(per_byte));
  }
  return all;
}

}  // namespace roofgate
