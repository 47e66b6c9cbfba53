// Whether a record may become a night of a baseline, and which of its cases. Pure: the file is baseline_store's, the
// verdicts are the gate's.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bench/baseline/baseline.hpp"
#include "kernels/base/exit_status.hpp"

namespace roofgate {

struct CaseNote {
  std::string case_id;
  std::string sentence;  ///< ends with a full stop
};

/// What the gate said of the record against this baseline, as far as it matters here.
struct Judgement {
  std::vector<CaseNote> regressed;
  std::vector<CaseNote> drifted;
  std::vector<CaseNote> undecided;  ///< may be slower: held back unless accepted by name
  std::vector<CaseNote> gained;     ///< faster than can be believed: left out of the night unless accepted by name
  /// Metrics that follow from a case whose change is accepted, each with the reason: their series restart with its.
  std::vector<CaseNote> followers;
  std::vector<CaseNote> unfit;  ///< not to be remembered: faster than the machine can be, or an expected failure
  std::string basis;            ///< why it may be accepted; empty: "not slower than the baseline"
};

struct PromoteOptions {
  std::map<std::string, std::string> accept;  ///< case id -> why its change is accepted; restarts its series
  std::string by;                             ///< who; not empty
  std::string at;                             ///< when: utc_now()
  std::string reason;                         ///< why; empty: "first night" or what the judgement rests on
  bool made_minutes_apart = false;            ///< beside the record's own note
  double max_marked_share = 0.5;              ///< refused if more of the measured cases than this are not usable
};

struct Refusal {
  ExitStatus status = ExitStatus::cannot_judge;
  std::string reason;           ///< one sentence
  std::string hint;             ///< what to do; may be empty
  std::vector<CaseNote> cases;  ///< which ones, where it is about cases
};

struct Promotion {
  std::optional<Night> night;  ///< absent if there is any refusal
  std::vector<Refusal> refusals;
  std::vector<CaseNote> left_out;   ///< of the night, each with why
  std::vector<CaseNote> accepted;   ///< changes that the options name, and what follows from them
  std::vector<CaseNote> held_back;  ///< in `night`, but to be watched instead of joining the reference
  std::vector<CaseNote> joined;     ///< held back of earlier nights, still undecided, and in the reference from now on

  /// The gravest of the refusals: a wrong result, then unusable input, then a loss, then what cannot be judged.
  [[nodiscard]] ExitStatus status() const;
};

/// `judgement` is of `record` against this very `baseline`, which may be without nights.
[[nodiscard]] Promotion promote(const Record& record, const Baseline& baseline, const Judgement& judgement,
                                const PromoteOptions& options);

}  // namespace roofgate
