// Runs of nccl-tests and their rows become records, one for each machine and version of the library, whatever the
// layout they were printed in. Here lies what the figures mean; text and JSON are read next door.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "bench/readers/nccl/row.hpp"
#include "bench/readers/nccl/run.hpp"
#include "bench/readers/record_builder.hpp"

namespace roofgate {

inline constexpr std::size_t kMostMachines = 64;  ///< in one file

class NcclImport {
 public:
  explicit NcclImport(const Source& source);

  [[nodiscard]] Remarks& remarks() { return remarks_; }

  /// When the open run began and ended, where the file says: UTC, ISO 8601.
  void set_started(std::string moment) { started_ = std::move(moment); }
  void set_finished(std::string moment) { finished_ = std::move(moment); }
  void set_zone_known() { knows_zone_ = true; }

  /// A row of the run that is open. `where` names it in remarks: "line 12". `samples_us`: times of single iterations
  /// of each half, where the tool wrote them; they then stand for the mean.
  void add_row(const NcclRow& row, const NcclRun& run, const NcclColumns& columns, std::size_t line);
  void add_iterations(std::size_t half, std::vector<double> times_us) { iterations_us_[half] = std::move(times_us); }

  /// Processes that each ran alone wrote into one log.
  void report_strangers() { has_strangers_ = true; }

  /// The run is over: what could be told only from all of its rows is told now.
  void end_run(const NcclRun& run);

  /// The records; or why there is none: the tool failed, nothing was measured, or ranks that never met.
  [[nodiscard]] Result<Imported> finish(TextStream& stream);

 private:
  /// A row that waits for the name of its collective or the number of its ranks.
  struct Waiting {
    NcclRow row;
    NcclColumns columns;
    std::size_t line = 0;
  };
  struct Listed {
    std::set<double> sizes;  ///< that were measured
    bool has_zero = false;   ///< rows rounded down to nothing
    std::array<bool, 2> halves{};
    NcclRow sample;
    NcclColumns columns;
  };

  /// A machine with one version of the library: its runs are rounds of one record.
  struct Machine {
    RecordBuilder builder;
    bool is_known = false;                          ///< a run with rows has said what it is
    std::map<std::string, std::string> versions{};  ///< of the communication library
    std::map<int, std::set<std::string>> hosts{};   ///< by the number of ranks
    std::set<std::string> device_names{};
    std::size_t most_ranks = 0;
    bool has_died = false;  ///< a run of it: what it lacks is not known
    std::string failure{};  ///< of a run of it that has rows
  };

  void resolve(const NcclRun& run);
  void infer(const NcclRun& run);
  void keep(const NcclRow& row, const NcclRun& run, const NcclColumns& columns, std::size_t line);
  void keep_half(const NcclRow& row, std::size_t half, const NcclRun& run, const NcclColumns& columns,
                 std::size_t line);
  void check_figures(const NcclRow& row, const NcclHalf& half, std::size_t line);
  void make_id(const NcclRow& row, std::size_t half, const NcclRun& run, const NcclColumns& columns);
  [[nodiscard]] ImportedCase describe(const NcclRow& row, std::size_t half, const NcclRun& run,
                                      const NcclColumns& columns) const;
  void mark_missing(const NcclRun& run);
  void note_death(const NcclRun& run);
  [[nodiscard]] bool is_unfinished(const Machine& one) const;
  void mark_doubtful_run(const NcclRun& run);
  /// Makes the run's machine the current one; false where there are too many in the file.
  [[nodiscard]] bool choose_machine(const NcclRun& run);
  void take_environment(const NcclRun& run);
  void take_world(const NcclRun& run);
  void take_moments();
  [[nodiscard]] Machine& machine() { return machines_[machine_]; }
  [[nodiscard]] RecordBuilder& builder() { return machines_[machine_].builder; }

  std::string name_;
  std::vector<Machine> machines_;  ///< at least one
  std::size_t machine_ = 0;        ///< of the open run
  Remarks remarks_;
  std::vector<Waiting> waiting_;
  std::set<std::string, std::less<>> words_;  ///< reductions' names, which rows point into
  std::map<std::string, Listed> listed_;      ///< of the open run, by type, reduction and root
  std::array<std::vector<double>, 2> iterations_us_;
  std::string id_;  ///< of the half that is kept now

  int run_ = 0;
  bool is_resolved_ = false;  ///< collective_ and ranks_ hold for the open run
  NcclCollective collective_ = NcclCollective::unnamed;
  int ranks_ = 0;
  int nodes_ = 0;
  std::optional<int> world_;
  std::size_t rows_in_run_ = 0, wrong_in_run_ = 0, repeated_in_run_ = 0;
  bool lacks_sizes_ = false;  ///< the open run, of those it did not give up itself

  std::string refusal_;  ///< why the open run's rows are in no record; empty if they are
  std::string started_, finished_;
  bool knows_zone_ = false;  ///< those moments say how they lie to UTC
  int one_rank_runs_ = 0;
  bool has_strangers_ = false;  ///< several first ranks in one run
  std::string failure_;
  /// A run that died before its table, and was not made up for by a later one.
  struct DeadRun {
    std::set<std::string> hosts;  ///< empty: it said none
    std::optional<NcclCollective> collective;
  };
  std::vector<DeadRun> dead_runs_;
};

}  // namespace roofgate
