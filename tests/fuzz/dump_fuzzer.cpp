// Any bytes as a telemetry dump: they are read or refused, and what is read can be joined to a record.
#include <cstdint>
#include <string>
#include <vector>

#include "bench/doctor/dump_findings.hpp"
#include "bench/readers/byte_source.hpp"
#include "bench/telemetry_dump/dump_formats.hpp"
#include "bench/telemetry_dump/join.hpp"
#include "tests/fuzz/give_up.hpp"

namespace {

/// Two devices, one round that every seed's moment falls into.
roofgate::Record night() {
  using namespace roofgate;
  Record record;
  record.id = "20261129T000000Z-0123456789abcdef";
  record.started_at = "2026-11-29T00:00:00Z";
  record.finished_at = "2026-11-29T12:00:00Z";
  record.suite = "quick";
  record.rounds_planned = 1;
  record.environment.backend = "cuda";
  record.environment.devices.resize(2);
  record.environment.devices[0].uuid = "GPU-3";
  record.environment.devices[1].index = 1;
  Case measured;
  measured.id = "memory/copy";
  measured.kind = "memory";
  Round& round = measured.rounds.emplace_back();
  round.started_at = record.started_at;
  round.world_size = 2;
  round.time_s = {21600.0, 21600.0};
  record.cases.push_back(measured);
  return record;
}

}  // namespace

// The name is libFuzzer's.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {  // NOLINT(readability-identifier-naming)
  using namespace roofgate;
  TextStream stream{text_source(std::string{reinterpret_cast<const char*>(data), size})};
  const auto dump = read_dump(stream, "smi.csv");
  if (!dump) {
    if (dump.error().what.empty()) give_up("an error without words");
    return 0;
  }
  for (const Finding& finding : dump_findings(*dump)) {
    if (finding.what.empty()) give_up("a finding without words");
  }
  static_cast<void>(untold_devices(*dump));
  Record record = night();
  const std::vector<TelemetryDump> twice{*dump, *dump};
  const auto joined = join(record, twice, {});
  if (!joined) return 0;
  for (const DumpGap& gap : joined->gaps) {
    if (!gap.sentence.ends_with('.')) give_up("a gap without a sentence");
  }
  check_record(record);
  return 0;
}
