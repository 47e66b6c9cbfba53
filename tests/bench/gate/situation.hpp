// A scripted situation: a quiet night whose cases are told what they are and what happened to them.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "tests/bench/gate/quiet_night.hpp"

namespace roofgate {

/// A night whose cases are told what they are.
struct Situation : QuietNight {
  explicit Situation(const std::map<std::string, double>& planted) : QuietNight{5, planted} {}

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
  [[nodiscard]] std::string sentence(const std::string& id, const std::string& rule) const {
    return sentence_of(verdict_of(judge(), id).reasons, rule);
  }
};

}  // namespace roofgate
