// Two records of one `run --ab` of an invented machine: what a minute does to the machine is in both rounds of its
// pair.
#pragma once

#include <cmath>
#include <map>
#include <random>
#include <string>

#include "bench/record/ab_notes.hpp"
#include "bench/record/record.hpp"

namespace roofgate {

struct AbMachine {
  int cases = 12;
  int rounds = 6;
  double minute = 0.05;           ///< what rounds of different pairs differ by: a very unsteady machine
  double within = 0.004;          ///< what the two rounds of a pair differ by
  double second = 0.0;            ///< what the second of a pair loses, log time
  double disturbed_rounds = 0.0;  ///< share of rounds slowed by 10 to 50 %
};

struct AbPair {
  Record a, b;
};

inline std::string id_of_ab(int index) {
  const char* const kinds[] = {"gemm", "elementwise", "memory", "allreduce"};
  const std::string kind = kinds[index % 4];
  return kind + "/case" + std::to_string(index);
}

/// `planted` is added to B's log time of the cases it names.
inline AbPair measure_ab(const AbMachine& machine, unsigned seed, const std::map<std::string, double>& planted = {}) {
  std::mt19937 generator{seed};
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  const auto order = balanced_order(machine.rounds);
  AbPair pair;
  for (Record* record : {&pair.a, &pair.b}) {
    record->id = record == &pair.a ? "rec-a" : "rec-b";
    record->started_at = "2026-11-29T02:00:00Z";
    record->finished_at = "2026-11-29T02:30:00Z";
    record->tool = {"0.1.0", "0123456789ab", "Release"};
    record->environment.backend = "host";
    record->environment.cpu.model = "Test CPU";
    record->environment.cpu.cores = 2;
    record->suite = "quick";
    record->rounds_planned = machine.rounds;
    put_ab_notes(*record, {"run1", record == &pair.a ? 'a' : 'b', order, record == &pair.a ? "OLD=1" : "OLD=2"});
  }
  for (int index = 0; index < machine.cases; ++index) {
    Case measured;
    measured.id = id_of_ab(index);
    measured.kind = measured.id.substr(0, measured.id.find('/'));
    measured.definition = "d1";
    pair.a.cases.push_back(measured);
    pair.b.cases.push_back(measured);
  }
  for (int round = 0; round < machine.rounds; ++round) {
    for (std::size_t index = 0; index < pair.a.cases.size(); ++index) {
      const double minute = machine.minute * normal(generator);
      for (Record* record : {&pair.a, &pair.b}) {
        const bool is_b = record == &pair.b;
        const bool is_second = order[static_cast<std::size_t>(round)] != is_b;
        Case& measured = record->cases[index];
        double log_time = std::log(1e-3) + minute + machine.within * normal(generator) / std::sqrt(2.0);
        if (uniform(generator) < machine.disturbed_rounds) log_time += std::log(1.1 + 0.4 * uniform(generator));
        if (is_second) log_time += machine.second;
        if (is_b && planted.count(measured.id) > 0) log_time += planted.at(measured.id);
        Round one;
        one.index = round;
        one.position = static_cast<int>(index);
        char stamp[] = "2026-11-29T02:00:00Z";
        const int minute_of_hour = 2 * round + (is_second ? 1 : 0);
        stamp[14] = static_cast<char>('0' + minute_of_hour / 10);
        stamp[15] = static_cast<char>('0' + minute_of_hour % 10);
        one.started_at = stamp;
        one.time_s = {std::exp(log_time)};
        one.stop = StopReason::converged;
        measured.rounds.push_back(one);
      }
    }
  }
  return pair;
}

}  // namespace roofgate
