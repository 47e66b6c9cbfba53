// What can be said of a run of nccl-tests only once all of its rows are there.
#include <fmt/format.h>

#include <algorithm>

#include "bench/readers/nccl/import.hpp"
#include "bench/record/failure_note.hpp"
#include "bench/record/run_place.hpp"

namespace roofgate {
namespace {

constexpr std::size_t kMostListed = 100'000;
// Of one list: a settings line may ask for more sizes than anybody measures, and a small file is not to make a large
// record.
constexpr std::size_t kMostMissingCases = 1000;

/// The sizes that the run's settings ask for.
std::vector<double> planned_sizes(const NcclRun& run) {
  std::vector<double> sizes;
  if (!run.min_bytes || !run.max_bytes || (run.step_factor <= 1 && run.step_bytes <= 0)) return sizes;
  for (double size = *run.min_bytes; size <= *run.max_bytes && sizes.size() < kMostListed;) {
    sizes.push_back(size);
    size = run.step_factor > 1 ? std::max(size * run.step_factor, size + 1) : size + run.step_bytes;
  }
  return sizes;
}

/// Of records of one place the later ones say with which library they were measured.
void name_libraries(std::vector<Record>& records) {
  for (std::size_t i = 1; i < records.size(); ++i) {
    const RunPlace place = place_of(records[i]);
    const auto is_same = [&](const Record& earlier) {
      const RunPlace other = place_of(earlier);
      return other.kind == place.kind && other.key == place.key;
    };
    if (std::none_of(records.begin(), records.begin() + static_cast<std::ptrdiff_t>(i), is_same)) continue;
    std::string library;
    for (const char* name : {"nccl", "rccl"}) {
      const auto version = records[i].environment.software.find(name);
      if (version != records[i].environment.software.end()) library = fmt::format("{} {}", name, version->second);
    }
    records[i].notes[std::string{kLibraryNote}] = library.empty() ? fmt::format("machine {}", i + 1) : library;
  }
}

}  // namespace

/// Sizes of the list that have no row get a case of their own, marked: they are missing measurements. All are counted;
/// of more than kMostMissingCases the first get one. A size is rounded down to what all ranks can share, 16 bytes for
/// each of them.
void NcclImport::mark_missing(const NcclRun& run) {
  const std::vector<double> planned = planned_sizes(run);
  if (planned.empty() || listed_.empty()) return;
  std::size_t missing = 0;
  double first = 0;
  for (const auto& [key, listed] : listed_) {
    if (listed.sizes.empty()) continue;
    std::size_t missing_here = 0;
    const double slack = std::max(16.0 * std::max(1, ranks_), 16.0);
    for (const double size : planned) {
      const auto at = listed.sizes.upper_bound(size - slack);
      const bool is_there = at != listed.sizes.end() && *at <= size;
      if (is_there || (size < slack && listed.has_zero)) continue;
      if (missing++ == 0) first = size;
      lacks_sizes_ = lacks_sizes_ || size <= run.reduced_max_bytes.value_or(size);
      if (++missing_here > kMostMissingCases) continue;
      NcclRow row = listed.sample;
      row.bytes = size;
      for (std::size_t half = 0; half < listed.halves.size(); ++half) {
        if (!listed.halves[half]) continue;
        make_id(row, half, run, listed.columns);
        Round* round = builder().round(describe(row, half, run, listed.columns), run_);
        if (round == nullptr) continue;
        round->world_size = std::max(1, ranks_);
        round->marks.push_back({MarkKind::error, "missing: the run's list of sizes has it, its table does not"});
      }
    }
  }
  if (missing == 0) return;
  std::string text = fmt::format("{} size{} of the list {} missing, the first is {:.0f} bytes", missing,
                                 missing == 1 ? "" : "s", missing == 1 ? "is" : "are", first);
  if (run.reduced_max_bytes) {
    text += fmt::format("; the tool itself lowered maxBytes to {:.0f} for want of memory", *run.reduced_max_bytes);
  }
  if (!run.failure.empty()) text += fmt::format("; the tool failed: {}", run.failure);
  remarks_.note(text);
}

void NcclImport::mark_doubtful_run(const NcclRun& run) {
  if (run.out_of_bounds.value_or(0) > 0 && wrong_in_run_ == 0) {
    const std::string text =
        fmt::format("the tool counted {:.0f} values out of bounds and no row says where", *run.out_of_bounds);
    builder().mark_run(run_, {MarkKind::wrong_result, text});
    remarks_.note(text + ": none of the run's results is trusted");
  }
  if (world_ && builder().worlds()[static_cast<std::size_t>(*world_)].oversubscribed && ranks_ > 1) {
    builder().mark_run(run_, {MarkKind::oversubscribed, "two ranks of the device list share one device"});
    remarks_.note("two ranks of the device list share one device");
  }
  if (!run.failure.empty() && rows_in_run_ > 0) {
    machine().failure = run.failure;
    remarks_.note(
        fmt::format("the tool failed after {} row{}: {}", rows_in_run_, rows_in_run_ == 1 ? "" : "s", run.failure));
  }
}

/// A run that gave up or was stopped: its record is not finished. Of one that came to its end a failure afterwards,
/// such as in tearing down, changes nothing.
void NcclImport::note_death(const NcclRun& run) {
  std::set<std::string> hosts;
  for (const NcclRank& one : run.ranks) hosts.insert(one.host);
  const bool has_died = lacks_sizes_ || (!run.is_concluded && (run.has_settings || !run.failure.empty()));
  if (rows_in_run_ > 0) {
    machine().has_died = machine().has_died || has_died;
    if (has_died && run.failure.empty() && !lacks_sizes_) {
      remarks_.note("the run has no closing lines: it was stopped, or the file is cut");
    }
    if (has_died) return;
    // The same again, and whole: a launcher's second attempt.
    std::erase_if(dead_runs_, [&](const DeadRun& dead) {
      return dead.collective == collective_ &&
             std::includes(hosts.begin(), hosts.end(), dead.hosts.begin(), dead.hosts.end());
    });
    return;
  }
  const bool has_begun = run.collective || run.has_settings || !run.ranks.empty();
  if (run.failure.empty() || (!has_begun && !run.has_own_failure)) return;
  remarks_.note(fmt::format("a run failed before its table: {}", run.failure));
  if (dead_runs_.size() < kMostMachines) dead_runs_.push_back({std::move(hosts), run.collective});
}

bool NcclImport::is_unfinished(const Machine& one) const {
  return one.has_died || std::any_of(dead_runs_.begin(), dead_runs_.end(), [&](const DeadRun& dead) {
           return one.hosts.empty() || std::any_of(one.hosts.begin(), one.hosts.end(), [&](const auto& known) {
                    return std::includes(known.second.begin(), known.second.end(), dead.hosts.begin(),
                                         dead.hosts.end());
                  });
         });
}

/// A record begins with the first of its runs that says when, and ends with the last.
void NcclImport::take_moments() {
  if (!builder().is_dated() && !started_.empty()) {
    builder().set_started(started_, knows_zone_ ? "the file" : "the file, whose time zone is not known");
  } else if (!builder().is_dated() && !finished_.empty()) {
    builder().set_started(finished_,
                          knows_zone_ ? "the file's end time" : "the file's end time, whose zone is not known");
  }
  if (!finished_.empty()) builder().set_finished(finished_);
}

void NcclImport::end_run(const NcclRun& run) {
  if (rows_in_run_ > 0 && !is_resolved_) resolve(run);
  if (failure_.empty()) failure_ = run.failure;
  const bool is_kept = rows_in_run_ > 0 && refusal_.empty();
  if (is_kept) {
    mark_missing(run);
    mark_doubtful_run(run);
    take_moments();
    note_death(run);
  } else if (rows_in_run_ == 0 && !run.ranks.empty() && !machine().is_known) {
    take_environment(run);
  }
  if (rows_in_run_ == 0) note_death(run);
  const auto first_ranks = std::count_if(run.ranks.begin(), run.ranks.end(), [&run](const NcclRank& one) {
    return one.rank == 0 && one.group == run.ranks.front().group;
  });
  has_strangers_ = has_strangers_ || first_ranks > 1;
  if (ranks_ == 1 && is_kept) {
    ++one_rank_runs_;
    // The same size again and again, where no run cycles are announced: each row is another process's.
    has_strangers_ = has_strangers_ || one_rank_runs_ > 1 || (repeated_in_run_ > 0 && !run.has_cycles);
  }
  ++run_;
  is_resolved_ = false;
  refusal_.clear();
  started_.clear();
  finished_.clear();
  ranks_ = nodes_ = 0;
  world_.reset();
  listed_.clear();
  waiting_.clear();
  rows_in_run_ = wrong_in_run_ = repeated_in_run_ = 0;
  lacks_sizes_ = false;
}

Result<Imported> NcclImport::finish(TextStream& stream) {
  if (has_strangers_) {
    return fail(ErrorKind::measurement, "N one-rank runs, not an N-rank run: the ranks never met", name_,
                "a program built without MPI runs alone in each process: build it with MPI=1; to import separate "
                "one-rank runs, give each a file of its own");
  }
  if (std::all_of(machines_.begin(), machines_.end(),
                  [](const Machine& one) { return one.builder.case_count() == 0; })) {
    if (!failure_.empty()) {
      return fail(ErrorKind::measurement, fmt::format("the tool failed and measured nothing: {}", failure_), name_,
                  "its output is no result: run it again");
    }
    return fail(ErrorKind::measurement, fmt::format("no row was measured ({})", remarks_.summary()), name_,
                "the tool may have ended before its table: look at its output");
  }
  if (std::any_of(machines_.begin(), machines_.end(), [](Machine& one) {
        return one.builder.case_count() > 0 && one.builder.environment().devices.empty();
      })) {
    remarks_.note("no device is named: nothing is known of the machine");
  }
  stream.drain();
  Imported imported;
  for (Machine& one : machines_) {
    if (one.builder.case_count() == 0) continue;
    imported.records.push_back(one.builder.finish(stream.fingerprint(), imported.records.size(), remarks_));
    if (is_unfinished(one)) imported.records.back().finished_at.clear();
    if (!one.failure.empty()) imported.records.back().notes[std::string{kFailureNote}] = one.failure;
  }
  name_libraries(imported.records);
  if (imported.records.size() > 1) {
    remarks_.note(
        fmt::format("runs of {} machines, or versions of the library: a record of each", imported.records.size()));
  }
  imported.remarks = std::move(remarks_);
  return imported;
}

}  // namespace roofgate
