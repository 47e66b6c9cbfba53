// gate_calibration [--nights N] [--field-nights N] [--seed S]: the tables of docs/statistics.md, by simulation that
// drives the real gate. Full size (the default) takes about an hour on one core.
#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <iostream>
#include <string_view>

#include "tests/bench/gate/campaign.hpp"
#include "tests/bench/gate/field_comparison.hpp"

namespace roofgate {
namespace {

struct Options {
  int nights = 2000;
  int field_nights = 500;
  unsigned seed = 1;
};

struct Scenario {
  std::string name;
  MachineOptions machine;
};

std::vector<Scenario> scenarios() {
  MachineOptions typical;
  std::vector<Scenario> all{{"typical: 0.3 % nights, 0.6 % rounds", typical}};
  const auto add = [&](std::string name, auto change) {
    MachineOptions machine = typical;
    change(machine);
    all.push_back({std::move(name), machine});
  };
  add("the same, cases more alike", [](MachineOptions& m) { m.heterogeneity = 0.3; });
  add("the same, cases very unlike", [](MachineOptions& m) { m.heterogeneity = 0.8; });
  add("quiet: 0.2 % nights, 0.3 % rounds",
      [](MachineOptions& m) { m.between_nights = 0.002, m.between_rounds = 0.003; });
  add("0.6 % nights, 0.6 % rounds", [](MachineOptions& m) { m.between_nights = 0.006; });
  add("loud: 2 % nights, 1 % rounds", [](MachineOptions& m) { m.between_nights = 0.02, m.between_rounds = 0.01; });
  add("undisturbed rounds", [](MachineOptions& m) { m.disturbed_rounds = 0.0; });
  add("15 % of rounds disturbed", [](MachineOptions& m) { m.disturbed_rounds = 0.15; });
  add("heavier tails (t with 3)", [](MachineOptions& m) { m.tail_freedom = 3.0; });
  add("the whole machine moves by 1 %", [](MachineOptions& m) { m.common = 0.01; });
  add("slow drift of 0.02 % a night", [](MachineOptions& m) { m.drift = 0.0002; });
  add("spread doubles tonight", [](MachineOptions& m) { m.spread_step = 2.0; });
  add("5 cases", [](MachineOptions& m) { m.cases = 5; });
  add("500 cases", [](MachineOptions& m) { m.cases = 500; });
  return all;
}

double percent(int count, int of) { return of == 0 ? 0.0 : 100.0 * count / of; }

void print_campaign(const Options& options) {
  const std::vector<double> losses{0.02, 0.03, 0.05, 0.10};
  std::cout
      << "## Error rates, claims and power\n\n"
         "In percent. `found`: of nights in which one case lost that much, regressed by the first / second / third "
         "night.\n\n"
         "| scenario | nights before | remeasured | false | drift | inconclusive cases | suspects | would fail | shown "
         "| failed | found 2 % | 3 % | 5 % | 10 % |\n"
         "|---|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";
  for (const Scenario& scenario : scenarios()) {
    for (const int before : {1, 3, 5, 10, 20}) {
      for (const bool remeasures : {false, true}) {
        const int nights = scenario.machine.cases > 100 ? options.nights / 10 : options.nights;
        const CampaignCounts counts =
            run_campaign({scenario.name, scenario.machine, before, remeasures}, nights, losses, options.seed);
        std::string found;
        for (const double loss : losses) {
          const auto& by_night = counts.found.at(loss);
          found += fmt::format(" {:.0f} / {:.0f} / {:.0f} |", percent(by_night[0], nights),
                               percent(by_night[1], nights), percent(by_night[2], nights));
        }
        std::cout << fmt::format("| {} | {} | {} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {:.1f} |{}\n",
                                 scenario.name, before, remeasures ? "yes" : "no", percent(counts.false_nights, nights),
                                 percent(counts.false_drift_nights, nights), 100.0 * counts.inconclusive_cases,
                                 counts.suspects, 100.0 * counts.smallest_failing_loss,
                                 percent(counts.shown, counts.claims), percent(counts.failed, counts.claims), found)
                  << std::flush;
      }
    }
  }
}

void print_field(const Options& options) {
  const std::vector<double> losses{0.03, 0.05, 0.10};
  std::cout
      << "\n## Beside the rules of the field, on the same nights, each judged once\n\n"
         "In percent: healthy nights with a false alarm, and losses found, at the rule's own threshold and at the "
         "one that makes 1 % of healthy nights red.\n\n"
         "| scenario | nights before | rule | false nights | 3 % | 5 % | 10 % | 3 % at 1 | 5 % at 1 | 10 % at 1 |\n"
         "|---|--:|---|--:|--:|--:|--:|--:|--:|--:|\n";
  for (Scenario scenario : scenarios()) {
    if (scenario.machine.cases > 100) continue;
    scenario.machine.samples = 10;
    for (const int before : {3, 5, 20}) {
      for (const RuleResult& rule :
           compare_with_field(scenario.machine, before, options.field_nights, losses, options.seed)) {
        std::cout << fmt::format("| {} | {} | {} | {:.1f} |", scenario.name, before, rule.name,
                                 100.0 * rule.false_nights);
        for (const double loss : losses) std::cout << fmt::format(" {:.0f} |", 100.0 * rule.found.at(loss));
        for (const double loss : losses) std::cout << fmt::format(" {:.0f} |", 100.0 * rule.found_at_1.at(loss));
        std::cout << '\n' << std::flush;
      }
    }
  }
}

}  // namespace
}  // namespace roofgate

int main(int argc, char** argv) {
  roofgate::Options options;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string_view name{argv[i]};
    const int value = std::atoi(argv[i + 1]);
    if (name == "--nights") options.nights = value;
    if (name == "--field-nights") options.field_nights = value;
    if (name == "--seed") options.seed = static_cast<unsigned>(value);
  }
  roofgate::print_campaign(options);
  roofgate::print_field(options);
}
