#include "bench/export/github_action_export.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "bench/export/exported_case.hpp"

namespace roofgate {
namespace {

using Json = nlohmann::ordered_json;

Json entry_of(const ExportedCase& exported, const Record& record) {
  const Case& measured = *exported.measured;
  const Timing& timing = exported.timing;
  const double figure = figure_of(measured, timing.time.value());
  Json entry = {{"name", measured.id}, {"unit", unit_of(measured)}, {"value", figure}};
  if (timing.half_width && std::isfinite(figure * *timing.half_width))
    entry["range"] = fmt::format("± {:.3g}", figure * *timing.half_width);
  const std::size_t rounds = timing.rounds.size();
  entry["extra"] = fmt::format("{} {}\nrecord {}\n{}", rounds, rounds == 1 ? "round" : "rounds", record.id,
                               hardware_key(record.environment));
  return entry;
}

}  // namespace

Exported write_github_action(const Record& record) {
  Exported exported;
  LeftOut left_out;
  Json entries = Json::array();
  for (const Case& measured : record.cases) {
    const auto usable = exported_case(measured, left_out);
    if (!usable) continue;
    entries.push_back(entry_of(*usable, record));
    ++exported.cases;
  }
  exported.text = entries.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
  exported.left_out = left_out.lines();
  return exported;
}

}  // namespace roofgate
