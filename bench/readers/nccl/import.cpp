#include "bench/readers/nccl/import.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include "bench/record/marks.hpp"

namespace roofgate {
namespace {

constexpr std::size_t kMostWaiting = 20'000;  // rows that a run without a device list keeps for telling its ranks
constexpr std::size_t kMostListed = 100'000;  // sizes of one list

constexpr std::array<std::string_view, 2> kHalves{"out_of_place", "in_place"};

std::string line_text(std::size_t line) { return line == 0 ? std::string{} : fmt::format("line {}", line); }

/// The bandwidths are printed with two decimals and the times with at least three digits: what rounding explains.
double rounding_of(const NcclHalf& half) { return 0.0051 + half.algbw_gb_per_s * std::min(1.0, 0.0051 / half.time_us); }

}  // namespace

NcclImport::NcclImport(const Source& source)
    : name_{source.name},
      machines_{{RecordBuilder{source, "nccl-tests",
                               "mean over the iterations of one run, averaged over its ranks as nccl-tests does"}}} {}

/// Only a row whose bandwidths have many digits tells the number of ranks; so all of them are asked, and the answer
/// that every one of them allows is taken, if there is just one.
void NcclImport::infer(const NcclRun& run) {
  bool reduces = false;
  bool has_root = false;
  double best = 0;
  double ratio = 0;
  int shared_ranks = 0;  // where a size is all ranks' together, it says their number
  for (const Waiting& one : waiting_) {
    reduces = reduces || !one.row.redop.empty();
    has_root = has_root || one.row.root.has_value();
    const double per_element = one.row.bytes / std::max(1.0, one.row.count) / static_cast<double>(one.row.type->bytes);
    if (one.row.bytes > 0 && per_element >= 1.5 && per_element < 1e6)
      shared_ranks = static_cast<int>(std::lround(per_element));
    for (const auto& half : one.row.halves) {
      if (!half || half->algbw_gb_per_s <= best) continue;
      best = half->algbw_gb_per_s;
      ratio = half->busbw_gb_per_s / best;
    }
  }
  constexpr double kTells = 0.5;  // GB/s: below it two decimals are too few
  if (!run.collective && best >= kTells && ratio > 0) collective_ = collective_by_shape(reduces, has_root, ratio);
  if (ranks_ > 0) return;
  if (best >= kTells && ratio == 0.0) {
    ranks_ = 1;
    return;
  }
  if (shared_ranks > 1) {
    ranks_ = shared_ranks;
  } else if (best >= kTells && nccl_bus_factor(collective_, 2) != nccl_bus_factor(collective_, 4)) {
    std::vector<int> possible;
    for (int n = 2; n <= 4096 && possible.size() < 2; ++n) {
      const double factor = *nccl_bus_factor(collective_, n);
      const bool fits = std::all_of(waiting_.begin(), waiting_.end(), [&](const Waiting& one) {
        return std::all_of(one.row.halves.begin(), one.row.halves.end(), [&](const auto& half) {
          return !half || std::abs(half->busbw_gb_per_s - factor * half->algbw_gb_per_s) <= 0.0051 * (1.0 + factor);
        });
      });
      if (fits) possible.push_back(n);
    }
    if (possible.size() == 1) ranks_ = possible.front();
  }
  if (ranks_ > 0) {
    remarks_.note(fmt::format("no device list: {} ranks, from the table's own figures", ranks_));
  }
}

void NcclImport::resolve(const NcclRun& run) {
  is_resolved_ = true;
  if (!choose_machine(run)) {
    refusal_ = fmt::format("over {} machines and versions in one file: split it", kMostMachines);
    for (const Waiting& one : waiting_) remarks_.refuse(refusal_, line_text(one.line));
    waiting_.clear();
    return;
  }
  collective_ = run.collective.value_or(NcclCollective::unnamed);
  ranks_ = run.rank_count();
  if (!run.collective || ranks_ == 0) infer(run);
  if (!run.collective) {
    remarks_.note(
        collective_ == NcclCollective::unnamed
            ? "no line names the collective, and the table's own figures do not tell it"
            : fmt::format("no line names the collective: {}, from the table's own figures", name_of(collective_)));
  }
  if (ranks_ == 0) remarks_.note("the number of ranks is nowhere in the file");
  take_environment(run);
  take_world(run);
  for (const Waiting& one : waiting_) keep(one.row, run, one.columns, one.line);
  waiting_.clear();
  waiting_.shrink_to_fit();
}

void NcclImport::add_row(const NcclRow& row, const NcclRun& run, const NcclColumns& columns, std::size_t line) {
  ++rows_in_run_;
  NcclRow kept = row;
  if (!row.redop.empty()) {
    auto word = words_.find(row.redop);
    if (word == words_.end()) word = words_.emplace(row.redop).first;
    kept.redop = *word;
  }
  if (!refusal_.empty()) return remarks_.refuse(refusal_, line_text(line));
  if (is_resolved_) return keep(kept, run, columns, line);
  waiting_.push_back({kept, columns, line});
  const bool is_told = run.collective && run.rank_count() > 0;
  if (is_told || waiting_.size() >= kMostWaiting) resolve(run);
}

void NcclImport::make_id(const NcclRow& row, std::size_t half, const NcclRun& run, const NcclColumns& columns) {
  id_ = name_of(collective_);
  id_ += '/';
  id_ += row.type->own_name;
  if (!row.redop.empty() && row.redop != "sum") (id_ += '/') += row.redop;
  if (row.root.value_or(0) > 0) (id_ += "/root") += std::to_string(*row.root);
  (id_ += '/') += kHalves[half];
  std::array<char, 24> digits{};
  const auto [end, problem] =
      std::to_chars(digits.data(), digits.data() + digits.size(), static_cast<long long>(row.bytes));
  static_cast<void>(problem);
  (id_ += "/bytes").append(digits.data(), end);
  for (const auto& [name, word] : run.settings) (id_ += '/') += word;
  if (columns.is_cpu_time) id_ += "/cpu_time";
  if (const int groups = run.group_count(); groups > 1) (id_ += "/groups") += std::to_string(groups);
  id_ += ranks_ > 0 ? "/ranks" + std::to_string(ranks_) : std::string{"/ranks_unknown"};
}

ImportedCase NcclImport::describe(const NcclRow& row, std::size_t half, const NcclRun& run,
                                  const NcclColumns& columns) const {
  ImportedCase described;
  described.id = id_;
  described.kind = name_of(collective_);
  described.parameters = {{"dtype", std::string{row.type->own_name}}, {"in_place", half == 1}, {"bytes", row.bytes}};
  if (ranks_ > 0) described.parameters["ranks"] = static_cast<double>(ranks_);
  if (nodes_ > 0) described.parameters["nodes"] = static_cast<double>(nodes_);
  if (!row.redop.empty()) described.parameters["redop"] = std::string{row.redop};
  if (row.root) described.parameters["root"] = static_cast<double>(*row.root);
  described.definition = fmt::format("nccl-tests {} nodes {}", id_, nodes_);
  for (const auto& [name, word] : run.settings) described.parameters[name] = word;
  if (columns.is_cpu_time) described.parameters["cpu_time"] = true;
  if (!iterations_us_[half].empty()) described.definition += " iterations";
  // A CPU's time to launch moves nothing: it is a latency.
  described.work.subject = columns.is_cpu_time ? Subject::latency : Subject::link_bytes;
  described.work.link_bytes = Bytes{columns.is_cpu_time ? 0.0 : row.bytes};
  described.work.working_set = Bytes{row.bytes};
  return described;
}

/// Definitions of the two bandwidths have changed between versions: time and size count, the rest is checked.
void NcclImport::check_figures(const NcclRow& row, const NcclHalf& half, std::size_t line) {
  if (collective_ == NcclCollective::hypercube || collective_ == NcclCollective::unnamed || half.time_us < 1.0) return;
  const double algbw = row.bytes / half.time_us / 1e3;
  if (std::abs(half.algbw_gb_per_s - algbw) > 0.01 * algbw + rounding_of(half)) {
    remarks_.doubt("the printed algbw is not size / time: time and size are taken", line_text(line));
    return;
  }
  const auto factor = ranks_ > 0 ? nccl_bus_factor(collective_, ranks_) : std::nullopt;
  if (!factor) return;
  const double busbw = *factor * half.algbw_gb_per_s;
  if (std::abs(half.busbw_gb_per_s - busbw) > 0.01 * busbw + 0.0051 * (1.0 + *factor)) {
    remarks_.doubt(
        fmt::format("the printed busbw is not that of {} over {} ranks: are these the ranks of the device list?",
                    name_of(collective_), ranks_),
        line_text(line));
  }
}

void NcclImport::keep(const NcclRow& row, const NcclRun& run, const NcclColumns& columns, std::size_t line) {
  auto& listed = listed_[fmt::format("{} {} {}", row.type->name, row.redop, row.root.value_or(-1))];
  listed.sample = row;
  listed.columns = columns;
  if (row.bytes <= 0 || row.count <= 0) {
    listed.has_zero = true;
    iterations_us_ = {};
    return remarks_.refuse("size 0: nothing was moved", line_text(line));
  }
  if (listed.sizes.size() < kMostListed) listed.sizes.insert(row.bytes);
  bool is_kept = false;
  for (std::size_t half = 0; half < row.halves.size(); ++half) {
    if (!row.halves[half]) continue;
    listed.halves[half] = true;
    make_id(row, half, run, columns);
    if (builder().round_seen(id_, run_) == nullptr &&
        builder().round(describe(row, half, run, columns), run_) == nullptr) {
      if (!is_kept) remarks_.refuse(builder().refusal(), line_text(line));
      iterations_us_ = {};
      return;
    }
    keep_half(row, half, run, columns, line);
    is_kept = true;
  }
  iterations_us_ = {};
  if (is_kept) return remarks_.add_read();
  remarks_.refuse("a row without figures", line_text(line));
}

void NcclImport::keep_half(const NcclRow& row, std::size_t index, const NcclRun& run, const NcclColumns& columns,
                           std::size_t line) {
  const NcclHalf& half = *row.halves[index];
  Round& round = *builder().round_seen(id_, run_);
  const bool was_wrong = has_mark(round.marks, MarkKind::wrong_result);
  if (!round.time_s.empty() || !round.marks.empty()) {
    if (index == 0 || !row.halves[0]) ++repeated_in_run_;
  }
  round.world_size = std::max(1, ranks_);
  round.world = world_;
  round.iterations_per_sample = std::max(1.0, run.iterations.value_or(1.0));
  if (half.correctness == Correctness::wrong) {
    ++wrong_in_run_;
    round.time_s.clear();
    if (was_wrong) return;
    round.marks.push_back({MarkKind::wrong_result,
                           columns.counts_wrong
                               ? fmt::format("{:.0f} wrong elements by the tool's own check", half.error)
                               : fmt::format("largest error {:g} by the tool's own check; rounding gives at most {:g}",
                                             half.error, row.type->tolerance)});
    return;
  }
  if (half.correctness == Correctness::right) {
    round.check_worst_error = columns.counts_wrong || row.type->tolerance <= 0 ? 0.0 : half.error / row.type->tolerance;
  } else {
    remarks_.doubt("not checked: the tool looked at no result", line_text(line));
  }
  if (ranks_ == 1 && index == 1) {
    if (round.marks.empty()) round.marks.push_back({MarkKind::skipped, "one rank in place moves nothing"});
    return;
  }
  if (!columns.is_cpu_time) check_figures(row, half, line);
  if (was_wrong) return;
  if (!iterations_us_[index].empty()) {
    round.iterations_per_sample = 1;
    round.time_s.reserve(round.time_s.size() + iterations_us_[index].size());
    for (const double time_us : iterations_us_[index]) {
      if (std::isfinite(time_us) && time_us > 0) round.time_s.push_back(time_us * 1e-6);
    }
    return;
  }
  if (!(half.time_us > 0)) {
    remarks_.doubt("a time of 0 or less: not measured", line_text(line));
    if (round.marks.empty()) round.marks.push_back({MarkKind::error, "the tool printed a time of 0 or less"});
    return;
  }
  ImportedCase seconds;
  static_cast<void>(builder().add_sample(round, seconds, half.time_us * 1e-6));
}

}  // namespace roofgate
