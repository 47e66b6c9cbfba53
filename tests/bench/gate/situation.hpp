// A scripted situation: a quiet night whose cases are told what they are and what happened to them.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/bench/gate/quiet_night.hpp"

namespace roofgate {

/// A night whose cases are told what they are.
struct Situation : QuietNight {
  explicit Situation(const std::map<std::string, double>& planted, int nights = 5) : QuietNight{nights, planted} {}

  void rename(const std::string& from, const std::string& to, std::map<std::string, ParameterValue> parameters = {}) {
    measured(from).parameters = std::move(parameters);
    measured(from).id = to;
    for (Night& night : baseline.nights) {
      night.cases[to] = night.cases[from];
      night.cases.erase(from);
    }
  }
  void set_subject(const std::string& id, Subject subject) { measured(id).work.subject = subject; }
  void set_clock(const std::string& id, double before_hz, double now_hz) {
    for (Night& night : baseline.nights) night.cases[id].clock_hz = before_hz;
    for (Round& round : measured(id).rounds) round.telemetry.clock_median = Hertz{now_hz};
  }
  void set_power(const std::string& id, double before_w, double now_w) {
    for (Night& night : baseline.nights) night.cases[id].power_w = before_w;
    for (Round& round : measured(id).rounds) round.telemetry.power_median = Watts{now_w};
  }
  /// gemm/case0, case4, case8 and memory/case2 become allreduces of 1 KiB, 32 KiB, 1 MiB and 32 MiB.
  void make_messages() {
    const std::vector<std::string> old{"gemm/case0", "gemm/case4", "gemm/case8", "memory/case2"};
    for (std::size_t i = 0; i < old.size(); ++i) {
      const double bytes = 1024.0 * static_cast<double>(1U << (5 * i));
      const std::string id = "allreduce/bf16/out_of_place/bytes" + std::to_string(static_cast<long>(bytes)) + "/ranks8";
      rename(old[i], id, {{"bytes", bytes}});
      measured(id).kind = "allreduce";
      set_subject(id, Subject::link_bytes);
    }
  }
  [[nodiscard]] std::string sentence(const std::string& id, const std::string& rule) const {
    return sentence_of(verdict_of(judge(), id).reasons, rule);
  }
};

}  // namespace roofgate
