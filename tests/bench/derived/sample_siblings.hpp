// A record with a ladder and a chain, of the few numbers that ratios are made of.
#pragma once

#include <string>
#include <vector>

#include "bench/record/record.hpp"

namespace roofgate::sample {

inline Round round(int index, std::vector<double> time_s) {
  Round round;
  round.index = index;
  round.stop = StopReason::converged;
  round.started_at = "2026-11-29T02:00:00Z";
  round.time_s = std::move(time_s);
  return round;
}

inline Case rung(const std::string& ladder, double k, std::vector<double> round_s) {
  Case measured;
  measured.id = "gemm/bf16/tn/" + ladder;
  measured.kind = "gemm";
  measured.definition = "def-" + ladder;
  measured.work.flops = Flops{2.0 * 4096 * 4096 * k};
  measured.parameters = {{"dtype", "bf16"}, {"k", k}, {"ladder", ladder}, {"nominal_shape", "m4096n4096k4096"}};
  for (std::size_t i = 0; i < round_s.size(); ++i) {
    measured.rounds.push_back(round(static_cast<int>(i), {round_s[i], round_s[i], round_s[i]}));
  }
  return measured;
}

inline Case chain(const std::string& variant, std::vector<double> round_s) {
  Case measured;
  measured.id = "elementwise/swiglu/" + variant;
  measured.kind = "elementwise";
  measured.definition = "def-" + variant;
  measured.work.subject = Subject::bytes;
  measured.parameters = {{"chain", "swiglu"}, {"variant", variant}};
  for (std::size_t i = 0; i < round_s.size(); ++i) {
    measured.rounds.push_back(round(static_cast<int>(i), {round_s[i]}));
  }
  return measured;
}

inline Record record_of(std::vector<Case> cases) {
  Record record;
  record.id = "night";
  record.started_at = "2026-11-29T02:00:00Z";
  record.finished_at = "2026-11-29T02:09:00Z";
  record.tool.build_type = "Release";
  record.suite = "nightly";
  record.rounds_planned = 3;
  record.cases = std::move(cases);
  return record;
}

}  // namespace roofgate::sample
