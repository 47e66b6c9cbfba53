// The same work at several world sizes, gathered from one record with many worlds or from many records with one each.
// Facts only: what they mean is efficiency.hpp, rank_skew.hpp and the fits.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/record/record.hpp"
#include "bench/roofline/collective_traffic.hpp"
#include "bench/roofline/timing.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

/// How the work grows with the world. Collectives: the message of each rank stays as it is.
enum class Growth { message, weak, strong };

/// One world size of a series. Points into the records, which outlive it.
struct WorldPoint {
  const Case* measured = nullptr;
  const Record* record = nullptr;
  int ranks = 1;
  int nodes = 0;                   ///< 0: the record does not say
  bool is_oversubscribed = false;  ///< more ranks than devices or cores
  std::optional<Timing> timing;    ///< absent: not measured, or a wrong result
  CollectiveAlgorithm algorithm = CollectiveAlgorithm::unknown;
  std::string algorithm_name;  ///< "Ring Simple"; empty where nothing is known

  [[nodiscard]] Seconds time() const { return timing->time; }
  [[nodiscard]] Bytes message() const { return measured->work.link_bytes; }  ///< as it really was
};

struct Series {
  std::string name;  ///< the cases' id without its ranks: "allreduce/bf16/out_of_place/bytes1048576"
  std::string kind;
  std::optional<Collective> collective;  ///< absent: a step, or an exchange of which nobody says what it was
  Growth growth = Growth::message;
  Bytes size;                      ///< message, nominal: worlds round it up to whole elements; 0 for steps
  std::vector<WorldPoint> points;  ///< by rising ranks

  [[nodiscard]] bool is_step() const { return kind == "step"; }
};

/// The id without its "/ranksN" part; empty where it has none.
[[nodiscard]] std::string series_name(std::string_view case_id);

/// Cases with ranks in their id, in the order of the records; figures that are no times are left out. Errors: records
/// of different machines or backends, one case in two records, times of the emulated backend.
[[nodiscard]] Result<std::vector<Series>> series_of(std::span<const Record> records);

/// A parameter as a number or as text; absent if the case has none of that type.
[[nodiscard]] std::optional<double> number_of(const Case& measured, const std::string& key);
[[nodiscard]] std::optional<std::string> text_of(const Case& measured, const std::string& key);

}  // namespace roofgate
