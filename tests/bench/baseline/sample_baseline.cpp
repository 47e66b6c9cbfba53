#include "tests/bench/baseline/sample_baseline.hpp"

namespace roofgate {

Night make_sample_night(int index) {
  const std::string day = "2026-11-" + std::to_string(10 + index);
  Night night;
  night.record_id = "record" + std::to_string(index);
  night.date = day + "T02:00:00Z";
  night.accepted_by = "nightly";
  night.accepted_at = day + "T03:00:00Z";
  night.reason = "first nights";
  night.software = {{"compiler", "g++ 12.2.0"}, {"driver", "580.65"}};
  night.cases["memory/copy/bytes1048576"] = CaseNight{"d1", {1.23456e-4, 1.23e-4}, {}, 1.755e9, 512.5};
  night.cases["gemm/bf16/tn/m64n64k64/align64/first"] = CaseNight{"d2", {2e-6}, {{"split_k", "4"}}, {}, {}};
  return night;
}

Baseline make_sample_baseline(int nights) {
  Baseline baseline{"sample-machine", "quick", {}};
  for (int i = 0; i < nights; ++i) baseline.nights.push_back(make_sample_night(i));
  return baseline;
}

}  // namespace roofgate
