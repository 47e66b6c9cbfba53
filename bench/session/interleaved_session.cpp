#include "bench/session/interleaved_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <optional>

#include "bench/record/record_json.hpp"
#include "bench/session/measuring_session.hpp"
#include "bench/session/record_lock.hpp"
#include "bench/session/round_loop.hpp"

namespace roofgate {
namespace {

constexpr Seconds kPatience{20};  // for the last child of a killed run to end

bool is_there(const std::filesystem::path& file) {
  std::error_code ignored;
  return std::filesystem::exists(file, ignored);
}

class Interleaving {
 public:
  Interleaving(const InterleavedRequest& request, ProcessRunner& runner, RunObserver& observer)
      : request_{request}, runner_{runner}, observer_{observer} {}

  Result<std::vector<RunOutcome>> run() {
    for (const InterleavedSide& side : request_.sides) {
      auto lock = RecordLock::take(side.record, kPatience);
      if (!lock) return fail(lock.error());
      locks_.push_back(std::move(*lock));
    }
    if (auto prepared = prepare(); !prepared) return fail(prepared.error());
    const auto made = measure();
    if (!made) return fail(made.error());
    return outcomes(*made);
  }

 private:
  Result<void> prepare() {
    int slots = std::numeric_limits<int>::max();
    for (const InterleavedSide& side : request_.sides) {
      auto session = std::make_unique<MeasuringSession>(side.bench, side.record, request_.launcher,
                                                        request_.surroundings, request_.seed, runner_, observer_);
      if (auto looked = session->look_around(); !looked) return in_side(side, looked.error());
      if (!sessions_.empty() && session->environment().backend != sessions_.front()->environment().backend) {
        return fail(ErrorKind::usage,
                    fmt::format("side {} measures with backend {}, side {} with {}", request_.sides.front().name,
                                sessions_.front()->environment().backend, side.name, session->environment().backend),
                    "--backend", "name one that both have");
      }
      if (auto same = check_resumed(side, session->environment()); !same) return same;
      slots = std::min(slots, session->slots());
      sessions_.push_back(std::move(session));
    }
    // A side that may use fewer cores must not look as though it lacked worlds.
    const auto world_sizes = request_.world_sizes.empty() ? default_world_sizes(slots) : request_.world_sizes;
    for (std::size_t i = 0; i < sessions_.size(); ++i) {
      if (auto planned = sessions_[i]->make_plan_for(world_sizes); !planned) {
        return in_side(request_.sides[i], planned.error());
      }
    }
    return {};
  }

  static tl::unexpected<Error> in_side(const InterleavedSide& side, Error error) {
    error.where = error.where.empty() ? "side " + side.name : fmt::format("side {}: {}", side.name, error.where);
    return fail(std::move(error));
  }

  [[nodiscard]] Result<void> check_resumed(const InterleavedSide& side, const Environment& environment) const {
    if (!request_.resume || !is_there(side.record)) return {};
    const auto record = read_record(side.record);
    if (!record) return fail(record.error());
    return check_same_machine(*record, environment, side.record);
  }

  Result<RoundsMade> measure() {
    std::vector<Group> everything;
    for (const auto& session : sessions_) {
      everything.insert(everything.end(), session->plan().begin(), session->plan().end());
    }
    observer_.plan_is_made(everything, request_.rounds);
    return make_rounds({0, request_.rounds, request_.budget, begin_}, observer_, [&](int round) -> Result<bool> {
      for (const std::size_t index : request_.order(round)) {
        auto went_on = measure_side(index, round);
        if (!went_on || !*went_on) return went_on;
      }
      return true;
    });
  }

  Result<bool> measure_side(std::size_t index, int round) {
    const InterleavedSide& side = request_.sides[index];
    observer_.tell(fmt::format("round {}: side {}", round + 1, side.name));
    auto went_on = sessions_[index]->measure_round(round, request_.rounds);
    if (!went_on) return in_side(side, went_on.error());
    // From the first round on the record says what it is, so that nobody takes it for a night.
    if (is_there(side.record)) {
      auto record = read_record(side.record);
      if (!record) return fail(record.error());
      const bool is_noted = std::all_of(side.notes.begin(), side.notes.end(), [&](const auto& note) {
        const auto found = record->notes.find(note.first);
        return found != record->notes.end() && found->second == note.second;
      });
      if (!is_noted) {
        for (const auto& [name, text] : side.notes) record->notes[name] = text;
        if (auto written = write_record(*record, side.record); !written) return fail(written.error());
      }
      if (index == 0 && request_.chosen && !has_chosen_) {
        if (auto chosen = choose(*record); !chosen) return fail(chosen.error());
      }
    }
    return went_on;
  }

  Result<void> choose(const Record& first) {
    has_chosen_ = true;
    const auto ids = request_.chosen(first);
    if (!ids) return fail(ids.error());
    for (std::size_t other = 1; other < sessions_.size(); ++other) sessions_[other]->restrict_to(*ids);
    return {};
  }

  [[nodiscard]] Result<std::vector<RunOutcome>> outcomes(const RoundsMade& made) const {
    const bool was_stopped = !made.went_on;
    std::vector<RunOutcome> all;
    const int rounds = was_stopped ? request_.rounds : made.done;
    for (std::size_t i = 0; i < sessions_.size(); ++i) {
      const InterleavedSide& side = request_.sides[i];
      if (!is_there(side.record)) {
        if (was_stopped) continue;
        return fail(ErrorKind::measurement, "nothing was measured", "side " + side.name);
      }
      const auto record = close_record(side.record, rounds, side.notes, !was_stopped && sessions_[i]->is_whole());
      if (!record) return fail(record.error());
      all.push_back(sessions_[i]->outcome(*record, 0, rounds, was_stopped));
    }
    if (all.empty()) return fail(ErrorKind::measurement, "stopped before anything was measured");
    return all;
  }

  const InterleavedRequest& request_;
  ProcessRunner& runner_;
  RunObserver& observer_;
  std::vector<RecordLock> locks_;
  std::vector<std::unique_ptr<MeasuringSession>> sessions_;
  bool has_chosen_ = false;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace

Result<std::vector<RunOutcome>> run_interleaved(const InterleavedRequest& request, ProcessRunner& runner,
                                                RunObserver& observer) {
  return Interleaving{request, runner, observer}.run();
}

}  // namespace roofgate
