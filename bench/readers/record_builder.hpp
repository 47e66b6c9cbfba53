// Puts an imported record together: cases found again by their id, repetitions as rounds and samples, bounded whatever
// the file holds.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "bench/readers/reader.hpp"
#include "bench/record/record.hpp"

namespace roofgate {

/// What is measured under one id.
struct ImportedCase {
  std::string id;    ///< a path, like roofgate's own: "allreduce/fp32/out_of_place/bytes1024/ranks8"
  std::string kind;  ///< "allreduce"; roofgate's own kinds only where the figures mean the same
  std::map<std::string, ParameterValue> parameters = {};
  std::string definition;  ///< what decides what is measured, as text; kept as a fingerprint
  Work work = {};
  Better better = Better::lower;
  std::optional<Metric> metric = std::nullopt;  ///< absent: times in seconds
};

// A file with more is no benchmark's output, or needs to be split; what is beyond is refused and counted.
inline constexpr std::size_t kMostCases = 200'000;
inline constexpr std::size_t kMostRounds = 10'000;        ///< of one case
inline constexpr std::size_t kMostRoundsInAll = 400'000;  ///< what a record's reader takes back
inline constexpr std::size_t kMostSamples = 50'000'000;   ///< of all cases

// What a record's date rests on, where neither the file nor its name tells it.
inline constexpr std::string_view kDatedByChange = "its modification time";
inline constexpr std::string_view kDatedByNothing = "nothing";

class RecordBuilder {
 public:
  /// `format` is the reader's name, `sample` says what one sample is.
  RecordBuilder(const Source& source, std::string_view format, std::string sample);

  /// For another record of the same file; the limits of a file hold for all of them together.
  [[nodiscard]] RecordBuilder beside() const;

  [[nodiscard]] Environment& environment() { return record_.environment; }
  [[nodiscard]] std::map<std::string, std::string>& notes() { return record_.notes; }
  [[nodiscard]] std::vector<PlacedWorld>& worlds() { return record_.worlds; }
  void set_tool(std::string tool) { record_.imported->tool = std::move(tool); }

  /// UTC, ISO 8601. Without it: a date in the file's name, else its modification time, else the epoch; the remarks say
  /// which.
  void set_started(std::string moment, std::string dated_by);
  void set_finished(std::string moment) { record_.finished_at = std::move(moment); }

  /// Where a figure of the case belongs that was seen in run `run` of the tool, counted from anything: the case's next
  /// round where it was not seen in that run yet. Null where the figure cannot be kept, and `refusal` says why: the
  /// caller refuses the row. Valid until the next call.
  [[nodiscard]] Round* round(const ImportedCase& described, int run);

  /// The same for an id that `round` has seen in this very run, without describing the case again; null if it has not.
  [[nodiscard]] Round* round_seen(std::string_view id, int run);
  /// Marks the round of that run in every case that has one.
  void mark_run(int run, const Mark& mark);

  [[nodiscard]] const std::string& refusal() const { return refusal_; }

  /// A value of the case: seconds, or what its metric says. False where it cannot be kept (zero, negative, not finite):
  /// the caller refuses the row or marks the round.
  [[nodiscard]] bool add_sample(Round& round, const ImportedCase& described, double value);

  [[nodiscard]] bool is_dated() const { return !record_.started_at.empty(); }
  [[nodiscard]] std::size_t case_count() const { return record_.cases.size(); }

  /// `fingerprint` of the whole stream; `part` tells several records of one file apart. Dates the record and says in
  /// `remarks` what the date rests on.
  [[nodiscard]] Record finish(const std::string& fingerprint, std::size_t part, Remarks& remarks);

 private:
  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };
  struct Place {
    std::size_t index = 0;
    int last_run = 0;
  };

  /// Of all records of the file.
  struct Counts {
    std::size_t cases = 0, rounds = 0, samples = 0;
  };

  Source source_;
  Record record_;
  std::unordered_map<std::string, Place, TextHash, std::equal_to<>> places_;
  std::shared_ptr<Counts> counts_ = std::make_shared<Counts>();
  std::string refusal_;
};

/// Of a round that the file holds a second time, with `value` as add_sample takes it: where it is another than the
/// first, which of the two counts nobody can say.
void mark_repeated(Round& round, double value);

/// A fingerprint of what decides what is measured: "imported:0123456789abcdef".
[[nodiscard]] std::string definition_of(std::string_view text);

/// The day, with the time where it is there, that a file's name speaks of: "nccl-2026-11-28.log", "20261128T0200Z",
/// "allreduce_20261128-020000.txt". UTC unless "+0100" follows. Of several the one that looks most like a date:
/// "node20260101-2026-11-28.log" is of November.
[[nodiscard]] std::optional<std::string> moment_in_name(std::string_view name);

/// Of a file in a folder whose name is a date and nothing else: "2026-11-28/all_reduce.log".
[[nodiscard]] std::optional<std::string> moment_in_folder(const std::filesystem::path& file);

}  // namespace roofgate
