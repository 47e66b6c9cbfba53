#include "bench/roofgate/doctor_document.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "bench/report/format.hpp"

namespace roofgate {
namespace {

/// Of one case in one round, process start, check and warm-up included: five rounds of the quick suite (37 cases) took
/// 206 s of CPU time on two cores, 0.56 s per measurement where nothing else runs. A first guess.
constexpr Seconds kPerMeasurement{0.56};

std::string machine_of(const Environment& environment) {
  const CpuInfo& cpu = environment.cpu;
  return fmt::format("{}, {} cores, {} threads, {} last-level cache, {} memory, {}", cpu.model, cpu.cores, cpu.threads,
                     format(cpu.last_level_cache), format(cpu.memory), fmt::join(cpu.isa, " "));
}

std::string system_of(const HostInfo& host) {
  std::string text = fmt::format("{}, Linux {}", host.os, host.kernel);
  if (host.container != "none" && !host.container.empty()) text += ", container " + host.container;
  if (host.hypervisor != "none" && !host.hypervisor.empty()) text += ", under " + host.hypervisor;
  return text;
}

std::string software_of(const Environment& environment) {
  std::string text;
  for (const auto& [name, version] : environment.software) {
    const std::string shown = version.substr(0, version.find(','));  // MPI libraries add a list of details
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, shown);
  }
  return text.empty() ? "none known" : text;
}

std::string plan_of(const DoctorReport& report) {
  if (report.plan.empty()) return "nothing";
  std::map<std::string, std::size_t> kinds;
  std::vector<int> worlds;
  std::size_t cases = 0;
  for (const Group& group : report.plan) {
    if (group.collective) worlds.push_back(group.ranks);
    cases += group.cases.size();
    for (const ListedCase& listed : group.cases) ++kinds[listed.kind];
  }
  std::string text = fmt::format("{} on the {} backend: ", report.suite, report.environment.backend);
  for (const auto& [kind, count] : kinds) text += fmt::format("{} {}, ", count, kind);
  if (!worlds.empty()) text += fmt::format("worlds of {} ranks, ", fmt::join(worlds, ", "));
  const double measurements = static_cast<double>(cases) * report.rounds;
  return text + fmt::format("{} rounds, roughly {}", report.rounds, format_duration(kPerMeasurement * measurements));
}

Table places_of(const DoctorReport& report) {
  Table table{"places", {{"data"}, {"place"}, {"from"}, {""}}, {}};
  for (const auto& [name, search] : report.places) {
    for (std::size_t i = 0; i < search.candidates.size(); ++i) {
      const Candidate& candidate = search.candidates[i];
      const bool is_taken = search.taken == i;
      const char* state = is_taken && candidate.exists ? "taken"
                          : is_taken                   ? "named, but not there"
                          : candidate.exists           ? "there"
                                                       : "not there";
      const Tone tone = is_taken ? (candidate.exists ? Tone::good : Tone::bad) : Tone::quiet;
      table.rows.push_back({{i == 0 ? name : ""}, {candidate.path.string()}, {candidate.origin}, {state, tone}});
    }
  }
  return table;
}

void append(Document& document, const DoctorReport& report, Gravity gravity, const char* word, Tone tone) {
  for (const Finding& finding : report.findings) {
    if (finding.gravity != gravity) continue;
    document.blocks.emplace_back(Paragraph{fmt::format("{}  {}", word, finding.what), tone});
    document.blocks.emplace_back(Detail{finding.advice});
  }
}

std::string closing(const DoctorReport& report) {
  const auto warnings = std::count_if(report.findings.begin(), report.findings.end(),
                                      [](const Finding& finding) { return finding.gravity == Gravity::warning; });
  if (!report.can_measure()) return "measuring cannot go on: see STOP above";
  if (warnings == 0) return "measuring can go on; nothing was found that would spoil it";
  return fmt::format("measuring can go on; {} would spoil it: see WARNING above",
                     warnings == 1 ? "one thing" : fmt::format("{} things", warnings));
}

}  // namespace

bool DoctorReport::can_measure() const {
  return std::none_of(findings.begin(), findings.end(),
                      [](const Finding& finding) { return finding.gravity == Gravity::blocker; });
}

Document doctor_document(const DoctorReport& report) {
  Document document;
  const auto line = [&](const char* name, const std::string& text) {
    document.blocks.emplace_back(Paragraph{fmt::format("{:<10} {}", name, text)});
  };
  line("machine", machine_of(report.environment));
  line("system", system_of(report.environment.host));
  line("GPUs", report.gpus);
  line("libraries", software_of(report.environment));
  line("key", hardware_key(report.environment));
  line("measures", plan_of(report));
  document.blocks.emplace_back(places_of(report));
  append(document, report, Gravity::blocker, "STOP", Tone::bad);
  append(document, report, Gravity::warning, "WARNING", Tone::doubtful);
  append(document, report, Gravity::note, "note", Tone::quiet);
  document.blocks.emplace_back(Paragraph{closing(report), report.can_measure() ? Tone::plain : Tone::bad});
  return document;
}

}  // namespace roofgate
