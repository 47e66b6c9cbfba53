#include "bench/baseline/baseline_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <set>
#include <span>

#include "bench/record/atomic_file.hpp"
#include "bench/record/json_fields.hpp"
#include "bench/record/json_text.hpp"
#include "bench/record/record_rules.hpp"
#include "bench/record/utc_time.hpp"

namespace roofgate {
namespace {

std::string rounded(double value) { return std::isfinite(value) ? fmt::format("{:.6g}", value) : "null"; }

std::string rounded(std::optional<double> value) { return value ? rounded(*value) : "null"; }

std::string rounded(std::span<const double> values) {
  std::string text = "[";
  for (const double value : values) {
    if (text.size() > 1) text += ", ";
    text += rounded(value);
  }
  return text + "]";
}

std::string case_line(const std::string& id, const CaseNight& night) {
  if (night.derived) {
    return fmt::format(R"(        {}: {{"definition": {}, "unit": "{}", "round_value": {}, "algorithm": {}}})",
                       json_string(id), json_string(night.definition), name_of(*night.derived),
                       rounded(night.round_location), json_object(night.algorithm));
  }
  const std::string ranks = night.ranks > 0 ? fmt::format(R"("ranks": {}, )", night.ranks) : std::string{};
  return fmt::format(
      R"(        {}: {{"definition": {}, "round_location_s": {}, "clock_hz": {}, "power_w": {}, {}{}"algorithm": {}}})",
      json_string(id), json_string(night.definition), rounded(night.round_location), rounded(night.clock_hz),
      rounded(night.power_w), ranks, night.is_checked ? R"("is_checked": true, )" : "", json_object(night.algorithm));
}

std::string night_block(const Night& night) {
  std::string text = "    {\n";
  const auto add = [&text](std::string_view key, std::string_view value) {
    fmt::format_to(std::back_inserter(text), "      \"{}\": {},\n", key, value);
  };
  add("record_id", json_string(night.record_id));
  add("date", json_string(night.date));
  if (!night.place.empty()) add("place", json_string(night.place));
  add("accepted_by", json_string(night.accepted_by));
  add("accepted_at", json_string(night.accepted_at));
  add("reason", json_string(night.reason));
  add("accepted_losses", json_object(night.accepted_losses));
  add("made_minutes_apart", night.made_minutes_apart ? "true" : "false");
  add("software", json_object(night.software));
  text += "      \"cases\": {";
  bool first = true;
  for (const auto& [id, measured] : night.cases) {
    text += first ? "\n" : ",\n";
    text += case_line(id, measured);
    first = false;
  }
  return text + (first ? "}\n    }" : "\n      }\n    }");
}

std::string night_blocks(const std::vector<Night>& nights) {
  std::string text = "[";
  for (const Night& night : nights) text += (text.size() == 1 ? "\n" : ",\n") + night_block(night);
  return text + (nights.empty() ? "]" : "\n  ]");
}

std::vector<double> read_positive(JsonFields& fields, std::string_view key, std::string_view what) {
  std::vector<double> values = fields.numbers(key);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] > 0.0) continue;
    fields.mistake_at(fmt::format("{}/{}/{}", fields.place(), key, i),
                      fmt::format("is {}, not a {} above zero", values[i], what));
  }
  if (values.empty()) fields.mistake(key, "is empty", fmt::format("a case without a {} is left out", what));
  return values;
}

CaseNight read_case(JsonFields& fields) {
  CaseNight night;
  night.definition = fields.text("definition");
  night.algorithm = fields.text_map("algorithm");
  if (fields.has("unit")) {
    constexpr std::array kUnits{MetricUnit::seconds, MetricUnit::ratio, MetricUnit::seconds_per_byte};
    const std::string unit = fields.text("unit");
    const auto known = std::find_if(kUnits.begin(), kUnits.end(), [&](MetricUnit one) { return name_of(one) == unit; });
    if (known == kUnits.end()) {
      fields.mistake("unit", fmt::format("is '{}', not a unit that this version knows", printable(unit)),
                     R"(it is "s", "1" or "s/B")");
    } else {
      night.derived = *known;
    }
    night.round_location = read_positive(fields, "round_value", "value");
    return night;
  }
  night.round_location = read_positive(fields, "round_location_s", "time");
  night.clock_hz = fields.number_or_null("clock_hz", 0.0);
  night.power_w = fields.number_or_null("power_w", 0.0);
  if (fields.has("ranks")) night.ranks = static_cast<std::size_t>(fields.integer("ranks", 1));
  if (fields.has("is_checked")) night.is_checked = fields.boolean("is_checked");
  return night;
}

std::string read_moment(JsonFields& fields, std::string_view key) {
  std::string text = fields.text(key);
  const auto moment = parse_utc(text);
  if (!moment) {
    fields.mistake(key, fmt::format("is '{}', {}", printable(text), moment.error().what), moment.error().hint);
  }
  return text;
}

std::string read_filled(JsonFields& fields, std::string_view key) {
  std::string text = fields.text(key);
  if (text.empty()) fields.mistake(key, "is empty");
  return text;
}

std::string read_name(JsonFields& fields, std::string_view key) {
  std::string text = fields.text(key);
  if (!is_plain_name(text)) {
    fields.mistake(key, fmt::format("is '{}', not a plain name", printable(text)),
                   "use letters, digits, '.', '_' and '-'");
  }
  return text;
}

Night read_night(JsonFields& fields) {
  Night night;
  night.record_id = read_filled(fields, "record_id");
  night.date = read_moment(fields, "date");
  if (fields.has("place")) night.place = read_filled(fields, "place");
  night.accepted_by = read_filled(fields, "accepted_by");
  night.accepted_at = read_moment(fields, "accepted_at");
  night.reason = fields.text("reason");
  night.accepted_losses = fields.text_map("accepted_losses");
  night.made_minutes_apart = fields.boolean("made_minutes_apart");
  night.software = fields.text_map("software");
  fields.object_map("cases",
                    [&](const std::string& id, JsonFields& inner) { night.cases.emplace(id, read_case(inner)); });
  return night;
}

/// Across nights: what one night alone cannot show.
void check_order(JsonMistakes& mistakes, std::string_view list, const std::vector<Night>& nights) {
  std::set<std::string_view> records;
  for (std::size_t i = 0; i < nights.size(); ++i) {
    const std::string place = fmt::format("{}/{}", list, i);
    if (!records.insert(nights[i].record_id).second) {
      mistakes.add(place + "/record_id", fmt::format("night '{}' is there twice", printable(nights[i].record_id)),
                   "keep one of the two");
    }
    if (i > 0 && nights[i].date < nights[i - 1].date) {
      mistakes.add(place + "/date", fmt::format("{} comes after {}", nights[i].date, nights[i - 1].date),
                   "nights stand in the order of their dates");
    }
  }
}

}  // namespace

std::string to_json_text(const Baseline& baseline) {
  std::string text = fmt::format("{{\n  \"schema\": \"{}\",\n", kBaselineSchema);
  text += fmt::format("  \"hardware_key\": {},\n", json_string(baseline.hardware_key));
  text += fmt::format("  \"suite\": {},\n", json_string(baseline.suite));
  text += "  \"watched\": " + night_blocks(baseline.watched) + ",\n";
  return text + "  \"nights\": " + night_blocks(baseline.nights) + "\n}\n";
}

Result<Baseline> parse_baseline(std::string_view text, std::string_view source) {
  auto root = parse_json(text, source);
  if (!root) return fail(root.error());
  if (auto known = check_schema(*root, kBaselineSchema, source); !known) return fail(known.error());
  JsonMistakes mistakes{source};
  JsonFields fields{mistakes, *root, ""};
  Baseline baseline;
  fields.skip("schema");
  baseline.hardware_key = read_name(fields, "hardware_key");
  baseline.suite = read_name(fields, "suite");
  fields.objects("nights", [&](JsonFields& inner) { baseline.nights.push_back(read_night(inner)); });
  if (fields.has("watched")) {  // files of 0.1 may lack it
    fields.objects("watched", [&](JsonFields& inner) { baseline.watched.push_back(read_night(inner)); });
  }
  fields.finish();
  check_order(mistakes, "/nights", baseline.nights);
  check_order(mistakes, "/watched", baseline.watched);
  if (mistakes.first()) return fail(*mistakes.first());
  return baseline;
}

Result<Baseline> read_baseline(const std::filesystem::path& file) {
  const auto text = read_file(file);
  if (!text) return fail(text.error());
  return parse_baseline(*text, file.string());
}

}  // namespace roofgate
