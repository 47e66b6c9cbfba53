// gate_speed_data FOLDER CASES NIGHTS ROUNDS SAMPLES [google]: what scripts/gate_speed.sh times the gate on. Writes a
// record, the baseline that it is judged against, a policy that does not mind how old that baseline is, and with
// `google` also the last two nights' samples as google/benchmark writes them.
#include <fmt/format.h>

#include <array>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <span>
#include <string>
#include <string_view>

#include "bench/baseline/baseline_store.hpp"
#include "bench/record/atomic_file.hpp"
#include "bench/record/record_json.hpp"
#include "tests/bench/gate/simulated_machine.hpp"

namespace roofgate {
namespace {

/// One entry per sample, as `--benchmark_repetitions` leaves them with one iteration each.
std::string google_benchmark_text(const Record& record) {
  std::string text =
      "{\n  \"context\": {\"date\": \"2026-11-01T02:00:00+00:00\", \"host_name\": \"simulated\", \"executable\": "
      "\"simulated\", \"num_cpus\": 2, \"library_build_type\": \"release\"},\n  \"benchmarks\": [";
  bool first = true;
  for (const Case& measured : record.cases) {
    int repetition = 0;
    const auto repetitions = measured.rounds.size() * measured.rounds.front().time_s.size();
    for (const Round& round : measured.rounds) {
      for (const double time : round.time_s) {
        fmt::format_to(
            std::back_inserter(text),
            "{}\n    {{\"name\": \"{}\", \"family_index\": 0, \"per_family_instance_index\": 0, \"run_name\": \"{}\", "
            "\"run_type\": \"iteration\", \"repetitions\": {}, \"repetition_index\": {}, \"threads\": 1, "
            "\"iterations\": 1, \"real_time\": {:.9e}, \"cpu_time\": {:.9e}, \"time_unit\": \"ns\"}}",
            first ? "" : ",", measured.id, measured.id, repetitions, repetition++, 1e9 * time, 1e9 * time);
        first = false;
      }
    }
  }
  return text + "\n  ]\n}\n";
}

int fail_with(const Error& error) {
  std::cerr << error.where << ": " << error.what << '\n';
  return 2;
}

int write_data(const std::filesystem::path& folder, const std::array<int, 4>& sizes, bool with_google) {
  const auto [cases, nights, rounds, samples] = sizes;
  MachineOptions options;
  options.cases = cases;
  options.rounds = rounds;
  options.samples = samples;
  options.keeps_records = 1;
  SimulatedMachine machine{options, 1};
  const Baseline baseline = machine.baseline(nights);
  const Record tonight = machine.record();
  std::filesystem::create_directories(folder);
  if (const auto ok = write_record(tonight, folder / "record.json"); !ok) return fail_with(ok.error());
  const auto fill = [&](Baseline& stored) -> Result<void> {
    stored = baseline;
    return {};
  };
  if (const auto ok = update_baseline(folder / "baselines", baseline_name_of(tonight), fill); !ok) {
    return fail_with(ok.error());
  }
  const auto write = [&](std::string_view name, const std::string& text) { return replace_file(folder / name, text); };
  const auto policy = write("policy.json", R"({"schema": "roofgate.policy/1", "max_baseline_age_days": 100000})");
  if (!policy) return fail_with(policy.error());
  if (!with_google) return 0;
  const auto before = write("google_before.json", google_benchmark_text(machine.earlier_records().back()));
  if (!before) return fail_with(before.error());
  const auto after = write("google_after.json", google_benchmark_text(tonight));
  if (!after) return fail_with(after.error());
  return 0;
}

}  // namespace
}  // namespace roofgate

int main(int argc, char** argv) {
  const std::span<char*> arguments{argv, static_cast<std::size_t>(argc)};
  std::array<int, 4> sizes{};
  const bool with_google = arguments.size() == 3 + sizes.size() && std::string_view{arguments.back()} == "google";
  bool is_understood = with_google || arguments.size() == 2 + sizes.size();
  for (std::size_t i = 0; is_understood && i < sizes.size(); ++i) {
    const std::string_view text{arguments[i + 2]};
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), sizes[i]);
    is_understood = problem == std::errc{} && end == text.data() + text.size() && sizes[i] >= 1;
  }
  if (!is_understood) {
    std::cerr << "usage: gate_speed_data FOLDER CASES NIGHTS ROUNDS SAMPLES [google]\n";
    return 2;
  }
  return roofgate::write_data(arguments[1], sizes, with_google);
}
