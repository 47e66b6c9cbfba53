// What other cases of the same night say about this one: its ceiling, its aligned and its best sibling, other sizes.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "bench/gate/reason_rules.hpp"
#include "bench/gate/wording.hpp"

namespace roofgate {
namespace {

constexpr double kUnmoved = 0.25;   // of the subject's loss: a sibling that lost less than this did not lose with it
constexpr double kAligned = 64.0;   // elements: bf16 rows of 128 bytes
constexpr std::size_t kEnough = 2;  // siblings that a statement about a group needs

std::optional<double> number_of(const Case& measured, const std::string& key) {
  const auto found = measured.parameters.find(key);
  if (found == measured.parameters.end()) return std::nullopt;
  const double* value = std::get_if<double>(&found->second);
  return value == nullptr ? std::nullopt : std::optional<double>{*value};
}

bool is_loss(const ComparedCase& compared) {
  return compared.verdict.kind == VerdictKind::regressed || compared.verdict.kind == VerdictKind::drift;
}

/// The sibling is known well enough, and did not lose with the subject.
bool is_unmoved(const ComparedCase& sibling, const ComparedCase& subject) {
  return !is_loss(sibling) && sibling.evidence.change < kUnmoved * subject.evidence.change &&
         sibling.evidence.change_high < subject.evidence.change;
}

std::string_view without_last_part(std::string_view id, std::string_view last) {
  const std::string suffix = "/" + std::string{last};
  const auto at = id.find(suffix);
  return at == std::string_view::npos ? std::string_view{} : id.substr(0, at);
}

/// Whether `other` bounds what `subject` can reach.
bool is_ceiling_of(const Case& other, const Case& subject) {
  if (other.id == subject.id || other.work.subject != subject.work.subject) return false;
  const std::string_view kind = kind_of(other);
  return kind == "ceiling" || (kind == "memory" && subject.work.subject == Subject::bytes);
}

}  // namespace

std::optional<Reason> machine_slower(const ComparedCase& subject, const NightView& night) {
  const std::string_view kind = kind_of(*subject.measured);
  if (kind == "ceiling" || kind == "memory") return std::nullopt;
  const ComparedCase* slowest = nullptr;
  for (const auto& [id, other] : night) {
    if (!is_ceiling_of(*other.measured, *subject.measured)) continue;
    // Its own interval must exclude "nothing happened", and it must explain half of the loss.
    if (other.evidence.change_low <= 0.0 || other.evidence.change < 0.5 * subject.evidence.change) continue;
    if (slowest == nullptr || other.evidence.change > slowest->evidence.change) slowest = &other;
  }
  if (slowest == nullptr) return std::nullopt;
  return Reason{"machine_slower",
                fmt::format("The machine's own ceiling {} changed by {} too: it is the machine, not the library.",
                            slowest->measured->id, signed_change(slowest->evidence.change)),
                {{"ceiling_log_ratio", slowest->evidence.change}}};
}

std::optional<Reason> only_unaligned(const ComparedCase& subject, const NightView& night) {
  const auto own = number_of(*subject.measured, "alignment");
  if (kind_of(*subject.measured) != "gemm" || !own || *own >= kAligned) return std::nullopt;
  std::size_t unmoved = 0;
  double most = 0.0;  // alignment of the best aligned case that lost
  for (const auto& [id, other] : night) {
    const auto alignment = number_of(*other.measured, "alignment");
    if (kind_of(*other.measured) != "gemm" || !alignment) continue;
    if (is_loss(other) && other.evidence.change > 0.0) most = std::max(most, *alignment);
    if (*alignment >= kAligned && is_unmoved(other, subject)) ++unmoved;
  }
  if (most >= kAligned || unmoved < kEnough) return std::nullopt;
  return Reason{"only_unaligned",
                fmt::format("Only unaligned shapes lost: of {} or more elements none did.", kAligned),
                {{"alignment", *own}, {"unmoved_aligned_cases", static_cast<double>(unmoved)}}};
}

std::optional<Reason> best_unchanged(const ComparedCase& subject, const NightView& night) {
  const std::string_view stem = without_last_part(subject.measured->id, "first");
  if (stem.empty()) return std::nullopt;
  const std::string rest = subject.measured->id.substr(stem.size() + std::string_view{"/first"}.size());
  const auto best = night.find(std::string{stem} + "/best" + rest);
  if (best == night.end() || !is_unmoved(best->second, subject)) return std::nullopt;
  const double left =
      std::log(subject.evidence.figures.tonight_location / best->second.evidence.figures.tonight_location);
  return Reason{"best_unchanged",
                fmt::format("`best` did not change: the heuristic leaves {} on the table.", percent(loss_of(left))),
                {{"log_ratio_to_best", left}}};
}

std::optional<Reason> only_some_message_sizes(const ComparedCase& subject, const NightView& night) {
  const std::string& id = subject.measured->id;
  const auto bytes_at = id.find("/bytes");
  if (bytes_at == std::string::npos || subject.measured->work.subject != Subject::link_bytes) return std::nullopt;
  const auto rest_of = [](const std::string& text) {
    const auto at = text.find('/', text.find("/bytes") + 1);
    return at == std::string::npos ? std::string{} : text.substr(at);
  };
  const std::string prefix = id.substr(0, bytes_at);
  std::vector<std::pair<double, bool>> sizes;  // bytes, whether it lost
  for (const auto& [other_id, other] : night) {
    const auto bytes = number_of(*other.measured, "bytes");
    if (!bytes || other_id.compare(0, bytes_at + 6, prefix + "/bytes") != 0 || rest_of(other_id) != rest_of(id))
      continue;
    if (!is_loss(other) && !is_unmoved(other, subject)) continue;  // undecided: says nothing
    sizes.emplace_back(*bytes, is_loss(other));
  }
  std::sort(sizes.begin(), sizes.end());
  const auto lost =
      static_cast<std::size_t>(std::count_if(sizes.begin(), sizes.end(), [](const auto& size) { return size.second; }));
  const std::size_t kept = sizes.size() - lost;
  if (lost < kEnough || kept < kEnough) return std::nullopt;
  const auto loses = [](const auto& size) { return size.second; };
  const bool is_large = std::all_of(sizes.begin() + static_cast<std::ptrdiff_t>(kept), sizes.end(), loses);
  const bool is_small = std::all_of(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(lost), loses);
  if (!is_large && !is_small) return std::nullopt;
  const double edge = is_large ? sizes[kept].first : sizes[lost - 1].first;
  return Reason{
      is_large ? "only_large_messages" : "only_small_messages",
      fmt::format("Only messages of {:.0f} bytes and {} lost: it is {}.", edge, is_large ? "more" : "less",
                  is_large ? "bandwidth, not latency" : "latency, not bandwidth"),
      {{"edge_bytes", edge}, {"sizes_lost", static_cast<double>(lost)}, {"sizes_kept", static_cast<double>(kept)}}};
}

}  // namespace roofgate
