#include "bench/readers/lost_figures.hpp"

#include <cstddef>

namespace roofgate {
namespace {

constexpr std::size_t kMostLost = 1'000'000;  // a file with more is none that anybody judges

void keep_one(RecordBuilder& builder, const ImportedCase& described, const std::string& why) {
  if (builder.round_seen(described.id, 0) != nullptr) return;
  Round* round = builder.round(described, 0);
  if (round != nullptr) round->marks.push_back({MarkKind::error, why + ": not measured"});
}

}  // namespace

void LostFigures::know(const ImportedCase& described) {
  if (!known_.contains(described.id)) known_.emplace(described.id, described);
}

void LostFigures::lose(const std::string& run, const std::string& id, const std::string& why) {
  if (lost_.size() < kMostLost) lost_.push_back({run, id, why});
}

void LostFigures::lose_all(const std::string& run, const std::string& prefix, const std::string& why) {
  if (lost_.size() < kMostLost) lost_.push_back({run, prefix, why, true});
}

void LostFigures::keep(std::map<std::string, RecordBuilder>& builders) const {
  for (const Lost& lost : lost_) {
    const auto builder = builders.find(lost.run);
    if (builder == builders.end()) continue;
    if (const auto known = known_.find(lost.id); !lost.is_prefix && known != known_.end()) {
      keep_one(builder->second, known->second, lost.why);
    }
    if (!lost.is_prefix) continue;
    for (const auto& [id, described] : known_) {
      if (id.starts_with(lost.id)) keep_one(builder->second, described, lost.why);
    }
  }
}

}  // namespace roofgate
