#include "tests/bench/gate/simulated_machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

#include "bench/derived/derived.hpp"
#include "bench/record/utc_time.hpp"

namespace roofgate {
namespace {

constexpr std::array<const char*, 4> kKinds{"gemm", "elementwise", "memory", "allreduce"};

Environment environment() {
  Environment environment;
  environment.backend = "cuda";
  DeviceInfo device;
  device.name = "NVIDIA H200";
  device.power_limit = Watts{700};
  environment.devices.assign(8, device);
  environment.software = {{"driver", "580.65"}, {"cublaslt", "13.0.2"}, {"nccl", "2.28.3"}};
  return environment;
}

/// Of every four products one is the aligned sibling of the others, of every two chains one is unfused.
std::map<std::string, ParameterValue> sibling_parameters(const std::string& kind, std::size_t index) {
  const std::size_t place = index / kKinds.size();
  if (kind == "gemm") {
    constexpr std::array<const char*, 4> kRungs{"align128", "align8", "align1", "oddld"};
    return {{"nominal_shape", fmt::format("{}", place / 4)}, {"ladder", kRungs[place % 4]}};
  }
  if (kind != "elementwise") return {};
  return {{"chain", fmt::format("{}", place / 2)}, {"variant", place % 2 == 0 ? "unfused" : "fused"}};
}

}  // namespace

SimulatedMachine::SimulatedMachine(MachineOptions options, unsigned seed) : options_{options}, generator_{seed} {
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> decades{-5.0, -2.0};
  for (int i = 0; i < options_.cases; ++i) {
    SimulatedCase simulated;
    simulated.kind = kKinds[static_cast<std::size_t>(i) % kKinds.size()];
    simulated.id = fmt::format("{}/case{}", simulated.kind, i);
    simulated.base_log_s = std::log(std::pow(10.0, decades(generator_)));
    const double freedom = options_.heterogeneity_freedom;
    std::student_t_distribution<double> heavy{std::max(freedom, 1.0)};
    constexpr double kMost = 10.0;  // standard deviations: times stay finite
    const auto draw = [&] {
      if (freedom <= 0.0) return normal(generator_);
      return std::clamp(heavy(generator_) * std::sqrt((freedom - 2.0) / freedom), -kMost, kMost);
    };
    const double shared = draw();
    const auto level = [&] { return std::exp(options_.heterogeneity * std::sqrt(0.5) * (shared + draw())); };
    simulated.between = options_.between_nights * level();
    simulated.within = options_.between_rounds * level();
    cases_.push_back(simulated);
  }
}

std::string SimulatedMachine::stamp() const {
  using namespace std::chrono;
  return format_utc(sys_days{2026y / November / 1} + days{day_} + hours{2});
}

std::string SimulatedMachine::today() const { return stamp().substr(0, 10); }

void SimulatedMachine::begin_night(const std::map<std::string, double>& planted) {
  std::normal_distribution<double> normal;
  const double common = options_.common * normal(generator_) + options_.drift * day_ + common_step_;
  for (SimulatedCase& simulated : cases_) {
    const auto loss = planted.find(simulated.id);
    simulated.night_log_s = simulated.base_log_s + common + spread_factor_ * simulated.between * normal(generator_) +
                            (loss == planted.end() ? 0.0 : loss->second);
  }
}

std::vector<double> SimulatedMachine::round_times(const SimulatedCase& simulated) {
  std::student_t_distribution<double> heavy{options_.tail_freedom};
  std::uniform_real_distribution<double> uniform;
  const double unit = std::sqrt((options_.tail_freedom - 2.0) / options_.tail_freedom);  // to standard deviation 1
  double log_time = simulated.night_log_s + spread_factor_ * simulated.within * unit * heavy(generator_);
  if (uniform(generator_) < options_.disturbed_rounds) log_time += std::log(1.1 + 0.4 * uniform(generator_));
  if (options_.samples == 1) return {std::exp(log_time)};
  std::student_t_distribution<double> heavier{3.0};
  std::vector<double> times(static_cast<std::size_t>(options_.samples));
  for (double& time : times) {
    time = std::exp(log_time + options_.between_samples * std::sqrt(1.0 / 3.0) * heavier(generator_));
  }
  return times;
}

/// A record of the night that has begun.
Record SimulatedMachine::measure() {
  Record record;
  record.id = fmt::format("night{}", day_);
  record.started_at = stamp();
  record.finished_at = stamp();
  record.tool.build_type = "Release";
  record.environment = environment();
  record.suite = "nightly";
  record.rounds_planned = options_.rounds;
  std::vector<std::string> all;
  for (const SimulatedCase& simulated : cases_) {
    Case measured;
    measured.id = simulated.id;
    measured.kind = simulated.kind;
    measured.definition = "v1";
    if (options_.has_siblings) measured.parameters = sibling_parameters(measured.kind, record.cases.size());
    record.cases.push_back(std::move(measured));
    all.push_back(simulated.id);
  }
  remeasure(record, all, options_.rounds);
  return record;
}

Baseline SimulatedMachine::baseline(int nights) {
  Baseline baseline{hardware_key(environment()), "nightly", {}};
  for (int i = 0; i < nights; ++i) {
    begin_night({});
    Record record = measure();
    Night night = night_of(record);
    if (i >= nights - options_.keeps_records) earlier_.push_back(std::move(record));
    night.accepted_by = "simulation";
    night.accepted_at = night.date;
    night.reason = "healthy by construction";
    baseline.nights.push_back(std::move(night));
    ++day_;
  }
  return baseline;
}

Record SimulatedMachine::record(const std::map<std::string, double>& planted) {
  spread_factor_ = options_.spread_step;
  common_step_ = options_.common_step;
  begin_night(planted);
  Record record = measure();
  ++day_;
  return record;
}

void SimulatedMachine::remeasure(Record& record, const std::vector<std::string>& case_ids, int rounds) {
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < cases_.size(); ++i) places[cases_[i].id] = i;
  std::vector<std::string> measured_ids;
  const auto add = [&](const std::string& id) {
    if (std::find(measured_ids.begin(), measured_ids.end(), id) == measured_ids.end()) measured_ids.push_back(id);
  };
  std::map<std::string, std::vector<std::string>> rests_on;
  for (const DerivedCase& derived : derived_cases(record)) rests_on[derived.metric.id] = derived.rests_on;
  for (const std::string& id : case_ids) {
    const auto derived = rests_on.find(id);
    if (derived == rests_on.end()) {
      add(id);
    } else {
      for (const std::string& source : derived->second) add(source);
    }
  }
  for (const std::string& id : measured_ids) {
    const std::size_t place = places.at(id);
    for (int round = 0; round < rounds; ++round) {
      Round measured;
      measured.index = static_cast<int>(record.cases[place].rounds.size());
      measured.started_at = record.started_at;
      measured.stop = StopReason::converged;
      measured.time_s = round_times(cases_[place]);
      record.cases[place].rounds.push_back(std::move(measured));
    }
  }
}

}  // namespace roofgate
