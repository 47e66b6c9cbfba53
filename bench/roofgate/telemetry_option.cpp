#include "bench/roofgate/telemetry_option.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <ostream>

#include "bench/readers/moment_text.hpp"
#include "bench/report/visible_text.hpp"
#include "bench/telemetry_dump/dump_formats.hpp"
#include "bench/telemetry_dump/join.hpp"

namespace roofgate {
namespace {

/// "+02:00", "-05:30" in seconds; empty is UTC.
Result<double> offset_seconds(const std::string& text) {
  if (text.empty()) return 0.0;
  constexpr std::size_t kWhole = 6;  // shorter forms are easily mistyped, and here nobody but their writer checks them
  const auto offset = text.size() == kWhole && text[3] == ':' ? utc_offset_of(text) : std::nullopt;
  if (!offset) {
    return fail(ErrorKind::usage, fmt::format("'{}' is no offset from UTC", text), "--telemetry-utc-offset",
                "as +02:00 or -05:30");
  }
  return std::chrono::duration<double>{*offset}.count();
}

}  // namespace

void TelemetryOption::add_to(CLI::App& command) {
  command
      .add_option("--telemetry", files_,
                  "Telemetry dumps taken beside the run (nvidia-smi, dcgmi, dcgm-exporter, rocm-smi), one per node; "
                  "joined by time and device. Default: none.")
      ->type_name("FILE")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command
      .add_option(
          "--telemetry-utc-offset", offset_,
          "What the dumps' clock was ahead of UTC, for tools that write local time. As +02:00; default: +00:00.")
      ->type_name("OFFSET");
}

Result<std::vector<Reason>> TelemetryOption::join_to(Record& record, Console& console) const {
  const Result<double> offset = offset_seconds(offset_);
  if (!offset) return fail(offset.error());
  if (!offset_.empty() && files_.empty()) {
    return fail(ErrorKind::usage, "there is no dump that it could be of", "--telemetry-utc-offset",
                "name the dump with --telemetry FILE");
  }
  std::vector<Reason> gaps;
  if (files_.empty()) return gaps;
  std::vector<TelemetryDump> dumps;
  for (const std::string& file : files_) {
    Result<TelemetryDump> dump = read_dump(file);
    if (!dump) return fail(dump.error());
    dumps.push_back(std::move(*dump));
  }
  const Result<Joined> joined = join(record, dumps, {*offset});
  if (!joined) return fail(joined.error());
  for (const TelemetryDump& dump : dumps) {
    console.err << fmt::format("telemetry: {} taken for {}: {}{}", visible(dump.source), dump.taken_for,
                               dump.remarks.summary(), &dump == &dumps.back() ? "; " : "\n");
    if (&dump == &dumps.back()) {
      console.err << fmt::format("{} of {} rounds seen, {} marked\n", joined->seen, joined->rounds, joined->marked);
    }
    for (const Remark& remark : dump.remarks.all()) console.err << "  " << visible(to_string(remark)) << '\n';
  }
  for (const std::string& note : joined->notes) console.err << "  " << visible(note) << '\n';
  for (const DumpGap& gap : joined->gaps) {
    console.err << "  " << visible(gap.sentence) << '\n';
    gaps.push_back({gap.rule, gap.sentence, gap.evidence});
  }
  return gaps;
}

}  // namespace roofgate
