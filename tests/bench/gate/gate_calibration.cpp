// gate_calibration [--nights N] [--minutes M] [--seed S] [--part K/N] [--only campaign|field]
// [--scenario TEXT] [--before N] [--planted-every N]: the tables of docs/statistics.md, by simulation that drives the
// real gate. --scenario does only those whose name holds TEXT; losses are planted on every Nth night of a campaign.
// With --minutes it goes round all cells in small steps until the time is up, so that every cell gets as many nights;
// each row says how many. --part K/N does the Kth of N shares of the scenarios, for as many processes.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/bench/gate/campaign.hpp"
#include "tests/bench/gate/field_comparison.hpp"

namespace roofgate {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kDefaultNights = 2000;
constexpr int kStep = 20;  // nights of a cell before the next one has its turn
const std::vector<double> kCampaignLosses{0.02, 0.03, 0.05, 0.10};
const std::vector<double> kFieldLosses{0.03, 0.05, 0.10};

struct Options {
  std::optional<int> nights;  ///< of every cell; 2000 without `minutes`
  std::optional<int> minutes;
  int seed = 1;
  int before = 0;  ///< only cells with so many nights before; 0: all
  int planted_every = 4;
  int part = 0, parts = 1;  ///< part counts from 0
  std::string only;
  std::string scenario;
};

struct Scenario {
  std::string name;
  MachineOptions machine;
};

std::vector<Scenario> scenarios() {
  const MachineOptions typical;
  std::vector<Scenario> all{{"typical: 0.3 % nights, 0.6 % rounds", typical}};
  const auto add = [&](std::string name, auto change) {
    MachineOptions machine = typical;
    change(machine);
    all.push_back({std::move(name), machine});
  };
  add("cases more alike", [](MachineOptions& m) { m.heterogeneity = 0.3; });
  add("cases very unlike", [](MachineOptions& m) { m.heterogeneity = 0.8; });
  add("a few cases very unlike (t with 4)", [](MachineOptions& m) { m.heterogeneity_freedom = 4.0; });
  add("quiet: 0.2 % nights, 0.3 % rounds",
      [](MachineOptions& m) { m.between_nights = 0.002, m.between_rounds = 0.003; });
  add("0.6 % nights", [](MachineOptions& m) { m.between_nights = 0.006; });
  add("loud: 2 % nights, 1 % rounds", [](MachineOptions& m) { m.between_nights = 0.02, m.between_rounds = 0.01; });
  add("undisturbed rounds", [](MachineOptions& m) { m.disturbed_rounds = 0.0; });
  add("15 % of rounds disturbed", [](MachineOptions& m) { m.disturbed_rounds = 0.15; });
  add("heavier tails (t with 3)", [](MachineOptions& m) { m.tail_freedom = 3.0; });
  add("nights of the machine differ by 1 %", [](MachineOptions& m) { m.common = 0.01; });
  add("tonight all cases are 1 % slower", [](MachineOptions& m) { m.common_step = 0.01; });
  add("slow drift of 0.02 % a night", [](MachineOptions& m) { m.drift = 0.0002; });
  add("both spreads double tonight", [](MachineOptions& m) { m.spread_step = 2.0; });
  add("5 cases", [](MachineOptions& m) { m.cases = 5; });
  add("ratios of siblings beside their cases", [](MachineOptions& m) { m.has_siblings = true; });
  add("500 cases", [](MachineOptions& m) { m.cases = 500; });
  return all;
}

/// Large suites take their turn less often: they take as much longer.
int step_of(const Scenario& scenario) { return scenario.machine.cases > 100 ? kStep / 10 : kStep; }

double percent(int count, int of) { return of == 0 ? 0.0 : 100.0 * count / of; }

struct CampaignRow {
  CampaignCell cell;
  int step = kStep;
  CampaignCounts counts;
};

struct FieldRow {
  std::string scenario;
  int baseline_nights = 0;
  int step = kStep;
  FieldComparison comparison;
};

class Calibration {
 public:
  explicit Calibration(const Options& options) : options_{options} {
    const auto all = scenarios();
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (static_cast<int>(i) % options.parts != options.part) continue;
      if (all[i].name.find(options.scenario) == std::string::npos) continue;
      for (const int before : {1, 3, 5, 10, 20}) {
        if (options.before == 0 || options.before == before) add(all[i], before);
      }
    }
  }

  void run() {
    const auto end = Clock::now() + std::chrono::minutes{options_.minutes.value_or(0)};
    const auto is_over = [&] { return options_.minutes && Clock::now() > end; };
    for (bool is_done = false; !is_done;) {
      is_done = true;
      for (CampaignRow& row : campaign_) {
        if (is_over()) return;
        if (is_full(row.counts.nights, row.step)) continue;
        continue_campaign(row.cell, row.step, kCampaignLosses, seed(), row.counts);
        is_done = false;
      }
      for (FieldRow& row : field_) {
        if (is_over()) return;
        if (is_full(row.comparison.nights(), row.step)) continue;
        row.comparison.add_nights(row.step);
        is_done = false;
      }
    }
  }

  void print() const {
    for (const CampaignRow& row : campaign_) print(row);
    for (const FieldRow& row : field_) print(row);
  }

 private:
  [[nodiscard]] unsigned seed() const { return static_cast<unsigned>(options_.seed); }
  /// Large suites are judged on a tenth of the nights.
  [[nodiscard]] bool is_full(int nights, int step) const {
    if (options_.minutes && !options_.nights) return false;
    return nights >= options_.nights.value_or(kDefaultNights) * step / kStep;
  }
  void add(const Scenario& scenario, int before) {
    const int step = step_of(scenario);
    if (options_.only != "field") {
      for (const bool remeasures : {false, true}) {
        campaign_.push_back({{scenario.name, scenario.machine, before, remeasures, options_.planted_every}, step, {}});
      }
    }
    if (options_.only != "campaign" && (before == 1 || before == 5 || before == 20)) {
      MachineOptions machine = scenario.machine;
      machine.samples = 10;
      field_.push_back({scenario.name, before, step, {machine, before, kFieldLosses, seed()}});
    }
  }
  static void print(const CampaignRow& row);
  static void print(const FieldRow& row);

  Options options_;
  std::vector<CampaignRow> campaign_;
  std::vector<FieldRow> field_;
};

void print_headings(const std::string& only) {
  if (only != "field") {
    std::cout << "campaign | scenario | nights before | remeasured | nights | false | drift | inconclusive cases | "
                 "suspects | would fail | claims | shown | failed | found 2 % | 3 % | 5 % | 10 % |\n";
  }
  if (only != "campaign") {
    std::cout
        << "field | scenario | nights before | rule | nights | false | 3 % | 5 % | 10 % | at 2 % false: 3 % | 5 % "
           "| 10 % |\n";
  }
}

void Calibration::print(const CampaignRow& row) {
  const CampaignCounts& counts = row.counts;
  if (counts.nights == 0) return;
  std::string found;
  for (const double loss : kCampaignLosses) {
    const auto& by_night = counts.found.at(loss);
    found += fmt::format(" {:.0f} / {:.0f} / {:.0f} |", percent(by_night[0], counts.planted_nights),
                         percent(by_night[1], counts.planted_nights), percent(by_night[2], counts.planted_nights));
  }
  std::cout << fmt::format(
      "campaign | {} | {} | {} | {} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {} | {:.0f} | {:.0f} |{}\n",
      row.cell.name, row.cell.baseline_nights, row.cell.remeasures ? "yes" : "no", counts.nights,
      percent(counts.false_nights, counts.nights), percent(counts.false_drift_nights, counts.nights),
      100.0 * counts.inconclusive_cases / counts.nights, counts.suspects / counts.nights,
      100.0 * counts.smallest_failing_loss / counts.nights, counts.claims, percent(counts.shown, counts.claims),
      percent(counts.failed, counts.claims), found);
}

void Calibration::print(const FieldRow& row) {
  if (row.comparison.nights() == 0) return;
  for (const RuleResult& rule : row.comparison.results()) {
    std::cout << fmt::format("field | {} | {} | {} | {} | {:.1f} |", row.scenario, row.baseline_nights, rule.name,
                             row.comparison.nights(), 100.0 * rule.false_nights);
    for (const double loss : kFieldLosses) std::cout << fmt::format(" {:.0f} |", 100.0 * rule.found.at(loss));
    for (const double loss : kFieldLosses) std::cout << fmt::format(" {:.0f} |", 100.0 * rule.found_at_2.at(loss));
    std::cout << '\n';
  }
}

bool read_number(std::string_view text, int& number) {
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  return problem == std::errc{} && end == text.data() + text.size();
}

bool read_option(Options& options, std::string_view name, std::string_view value) {
  if (name == "--nights") return read_number(value, options.nights.emplace());
  if (name == "--minutes") return read_number(value, options.minutes.emplace());
  if (name == "--planted-every") return read_number(value, options.planted_every) && options.planted_every > 0;
  if (name == "--before") return read_number(value, options.before);
  if (name == "--seed") return read_number(value, options.seed);
  if (name == "--only") {
    options.only = value;
    return value == "campaign" || value == "field";
  }
  if (name == "--scenario") {
    options.scenario = value;
    return true;
  }
  const auto slash = value.find('/');
  if (name != "--part" || slash == std::string_view::npos) return false;
  const bool is_read =
      read_number(value.substr(0, slash), options.part) && read_number(value.substr(slash + 1), options.parts);
  return is_read && --options.part >= 0 && options.part < options.parts;
}

}  // namespace
}  // namespace roofgate

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  roofgate::Options options;
  for (std::size_t i = 0; i < arguments.size(); i += 2) {
    if (i + 1 < arguments.size() && roofgate::read_option(options, arguments[i], arguments[i + 1])) continue;
    std::cerr << "usage: gate_calibration [--nights N] [--minutes M] [--seed S] [--part K/N] [--only campaign|field] "
                 "[--scenario TEXT] [--before N] [--planted-every N]\n";
    return 2;
  }
  roofgate::Calibration calibration{options};
  calibration.run();
  roofgate::print_headings(options.only);
  calibration.print();
}
