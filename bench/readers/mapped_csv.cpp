#include "bench/readers/mapped_csv.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "bench/readers/csv_line.hpp"
#include "bench/readers/lost_figures.hpp"
#include "bench/readers/moment_text.hpp"
#include "bench/readers/record_builder.hpp"
#include "bench/readers/unit_direction.hpp"
#include "bench/record/json_tree.hpp"
#include "bench/record/utc_time.hpp"
#include "kernels/base/text_fields.hpp"

namespace roofgate {
namespace {

struct Mapping {
  std::vector<std::string> id;
  std::string value, unit, moment;
  std::optional<Better> better;
  char separator = ',';
};

constexpr const char* kMappingHint = "lines such as: id = benchmark, size / value = time / unit = ms / better = lower";

/// ";", and a tab as itself or as a word.
std::optional<char> separator_in(std::string_view text) {
  const std::string_view word = trimmed(text);
  if (word == "tab" || word == "\\t") return '\t';
  if (word.empty()) return text.find('\t') != std::string_view::npos ? std::optional{'\t'} : std::nullopt;
  return word.size() == 1 ? std::optional{word.front()} : std::nullopt;
}

Result<Mapping> parse_mapping(const std::string& text) {
  Mapping mapping;
  std::set<std::string> seen;
  std::size_t number = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string line = text.substr(at, end - at);
    at = end + 1;
    ++number;
    if (const std::size_t comment = line.find('#'); comment != std::string::npos) line.resize(comment);
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    const std::string place = fmt::format("mapping file, line {}", number);
    const std::size_t equals = line.find('=');
    if (equals == std::string::npos) return fail(ErrorKind::input, "is no 'key = value'", place, kMappingHint);
    const std::string key = csv_cells(line.substr(0, equals)).front();
    const std::string rest = line.substr(equals + 1);
    if (!seen.insert(key).second) {
      return fail(ErrorKind::input, fmt::format("says '{}' twice", printable(key)), place,
                  "which of the two is meant cannot be said: keep one");
    }
    const std::string value = key == "separator" ? rest : csv_cells(rest).front();
    if (key == "id") {
      mapping.id = csv_cells(rest);
    } else if (key == "value") {
      mapping.value = value;
    } else if (key == "unit") {
      mapping.unit = value;
    } else if (key == "moment") {
      mapping.moment = value;
    } else if (key == "better" && (value == "lower" || value == "higher")) {
      mapping.better = value == "lower" ? Better::lower : Better::higher;
    } else if (key == "separator" && separator_in(rest)) {
      mapping.separator = *separator_in(rest);
    } else {
      return fail(ErrorKind::input, fmt::format("'{}' is not understood", printable(line)), place, kMappingHint);
    }
  }
  if (mapping.value.empty()) return fail(ErrorKind::input, "says no 'value'", "mapping file", kMappingHint);
  const UnitMeaning meaning = meaning_of_unit(mapping.unit);
  if (!mapping.better) mapping.better = meaning.better;
  if (!mapping.better) {
    return fail(ErrorKind::input,
                fmt::format("the unit '{}' does not say which way figures improve", printable(mapping.unit)),
                "mapping file", "add 'better = lower' or 'better = higher'");
  }
  if (meaning.seconds && *mapping.better == Better::higher) {
    return fail(ErrorKind::input, "a time that improves upwards", "mapping file", "look at 'unit' and 'better'");
  }
  if (meaning.better && *meaning.better != *mapping.better) {
    return fail(ErrorKind::input,
                fmt::format("a figure in {} that improves {}", printable(mapping.unit),
                            *mapping.better == Better::lower ? "downwards" : "upwards"),
                "mapping file", "look at 'unit' and 'better'");
  }
  return mapping;
}

/// "2026-11-29 02:00:09 +0100", "2026.11.29 2:00:09", "2026-11-29".
std::optional<std::string> moment_in(std::string text) {
  std::replace(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(text.size(), 10)), '.',
               '-');
  if (text.size() > 12 && text[12] == ':') text.insert(11, "0");
  if (const std::size_t zone = text.find(" +"); zone != std::string::npos) text.erase(zone, 1);
  if (const std::size_t zone = text.find(" -", 11); zone != std::string::npos) text.erase(zone, 1);
  if (auto moment = moment_with_zone(text)) return moment;
  const std::string midnight = text.substr(0, 10) + "T00:00:00Z";
  return text.size() == 10 && parse_utc(midnight) ? std::optional{midnight} : std::nullopt;
}

class MappedImport {
 public:
  MappedImport(const Source& source, const Mapping& mapping, Remarks& remarks)
      : source_{source}, mapping_{mapping}, meaning_{meaning_of_unit(mapping.unit)}, remarks_{remarks} {}

  Result<void> set_header(const std::vector<std::string>& names) {
    std::vector<std::string> wanted = mapping_.id;
    wanted.push_back(mapping_.value);
    if (!mapping_.moment.empty()) wanted.push_back(mapping_.moment);
    for (const std::string& name : wanted) {
      const auto found = std::find(names.begin(), names.end(), name);
      if (found == names.end()) {
        return fail(ErrorKind::input, fmt::format("has no column '{}'", printable(name)), source_.name,
                    "the mapping file names columns as the header does");
      }
      if (std::count(names.begin(), names.end(), name) > 1) {
        return fail(ErrorKind::input, fmt::format("has several columns '{}'", printable(name)), source_.name,
                    "which of them is meant cannot be said: name them differently in the header");
      }
      columns_[name] = static_cast<std::size_t>(found - names.begin());
    }
    width_ = names.size();
    return {};
  }

  /// A row of which not even the moment is known.
  void refuse_undated(const char* why, const std::string& place) {
    remarks_.refuse(why, place);
    if (mapping_.moment.empty()) return;
    (first_moment_.empty() ? undated_before_ : undated_after_) = fmt::format("{}: {}", place, why);
  }

  void add(const std::vector<std::string>& cells, const std::string& place) {
    if (cells.size() != width_) return refuse_undated("another number of cells than the header has", place);
    std::string moment;
    if (!mapping_.moment.empty()) {
      const auto parsed = moment_in(cells[columns_[mapping_.moment]]);
      if (!parsed) return refuse_undated("its moment cannot be read", place);
      moment = *parsed;
    }
    std::string id = mapping_.id.empty() ? mapping_.value : std::string{};
    std::vector<std::string> parts;
    for (const std::string& name : mapping_.id) {
      parts.push_back(cells[columns_[name]]);
      id += (id.empty() ? "" : "/") + parts.back();
    }
    if (parts.size() > 1) note_parts(id, std::move(parts), place);
    note_order(moment);
    if (const auto value = csv_number(cells[columns_[mapping_.value]])) return add_value(moment, id, *value, place);
    constexpr const char* kWhy = "its value is no number";
    remarks_.refuse(kWhy, place);
    if (builder_of(moment) != nullptr) lost_.lose(moment, id, fmt::format("{}: {}", place, kWhy));
  }

  [[nodiscard]] Result<Imported> finish(const std::string& fingerprint) {
    if (collision_) return fail(*collision_);
    Imported imported;
    lost_.keep(builders_);
    for (auto& [moment, builder] : builders_) {
      imported.lost_latest.reset();
      if (builder.case_count() == 0) {
        imported.lost_latest = fmt::format("no row of {} can be used", moment);
        continue;
      }
      imported.records.push_back(builder.finish(fingerprint, imported.records.size(), remarks_));
      mark_mixtures(imported.records.back());
    }
    if (imported.records.empty()) {
      return fail(ErrorKind::measurement, "holds no row that can be used", source_.name,
                  remarks_.all().empty() ? "only its header is there" : to_string(remarks_.all().front()));
    }
    // A row that says no moment is of the night beside it: the last one, where the latest rows stand last.
    const auto& undated = first_moment_ > last_moment_ ? undated_before_ : undated_after_;
    if (undated) imported.lost_latest = undated;
    imported.remarks = std::move(remarks_);
    return imported;
  }

 private:
  /// 'a/b', 'c' and 'a', 'b/c' would be one case a/b/c.
  void note_parts(const std::string& id, std::vector<std::string> parts, const std::string& place) {
    if (id.find('/') == std::string::npos || collision_ || parts_.size() >= kMostRuns) return;
    const auto [known, is_new] = parts_.try_emplace(id, parts);
    if (is_new || known->second == parts) return;
    collision_ = Error{ErrorKind::input,
                       fmt::format("'{}' and '{}' would be one case '{}'",
                                   printable(fmt::format("{}", fmt::join(known->second, "', '"))),
                                   printable(fmt::format("{}", fmt::join(parts, "', '"))), printable(id)),
                       fmt::format("{}, {}", source_.name, place),
                       "their columns are joined by '/': put another order of columns after 'id =', or rename one"};
  }

  /// Samples of one case and moment that are no repeats of each other: something that tells them apart is not in its
  /// name.
  void mark_mixtures(Record& record) {
    constexpr double kFarApart = 10.0;  // repeats of one measurement lie within some percent, of a bad one within twice
    for (Case& measured : record.cases) {
      for (Round& round : measured.rounds) {
        if (round.time_s.size() < 2) continue;
        const auto [least, most] = std::minmax_element(round.time_s.begin(), round.time_s.end());
        if (*most <= kFarApart * *least) continue;
        const std::string why =
            fmt::format("its rows of one moment lie {:.0f} times apart: 'id' may lack a column that tells them apart",
                        *most / *least);
        round.marks.push_back({MarkKind::error, why});
        remarks_.doubt(why, measured.id);
      }
    }
  }

  void note_order(const std::string& moment) {
    if (first_moment_.empty()) first_moment_ = moment;
    last_moment_ = moment;
    undated_after_.reset();
  }

  /// Null where there are too many.
  RecordBuilder* builder_of(const std::string& moment) {
    if (builders_.size() >= kMostRuns && !builders_.contains(moment)) return nullptr;
    const auto [found, is_new] = builders_.try_emplace(moment, RecordBuilder{source_, "csv", "one row of the file"});
    if (is_new && !moment.empty()) found->second.set_started(moment, "the file");
    return &found->second;
  }

  void add_value(const std::string& moment, const std::string& id, double value, const std::string& place) {
    RecordBuilder* const run = id.empty() ? nullptr : builder_of(moment);
    if (run == nullptr) {
      remarks_.refuse(id.empty() ? "no name" : fmt::format("over {} runs in one file: split it", kMostRuns), place);
      return;
    }
    RecordBuilder& builder = *run;
    ImportedCase described;
    described.id = id;
    described.kind = "csv";
    described.better = *mapping_.better;
    described.work.subject = Subject::latency;
    if (!meaning_.seconds) described.metric = Metric{mapping_.value, meaning_.unit};
    described.definition = fmt::format("csv {} {} {}", id, mapping_.value, meaning_.unit);
    Round* round = builder.round(described, 0);
    if (round == nullptr) {
      remarks_.refuse(builder.refusal(), place);
      return;
    }
    remarks_.add_read();
    lost_.know(described);
    if (!builder.add_sample(*round, described, value * meaning_.scale)) {
      round->marks.push_back({MarkKind::error, fmt::format("{} is {}: not measured", place, value)});
    }
  }

  static constexpr std::size_t kMostRuns = 100'000;

  Source source_;
  Mapping mapping_;
  UnitMeaning meaning_;
  Remarks& remarks_;
  std::map<std::string, std::size_t> columns_;
  std::map<std::string, RecordBuilder> builders_;  ///< by moment: the earliest first
  LostFigures lost_;
  std::map<std::string, std::vector<std::string>> parts_;  ///< of ids of several columns
  std::optional<Error> collision_;
  std::string first_moment_, last_moment_;                     ///< as the rows stand
  std::optional<std::string> undated_before_, undated_after_;  ///< a refused row before the first, after the last
  std::size_t width_ = 0;
};

}  // namespace

Claim claims_mapped_csv(std::string_view head) {
  while (head.starts_with('#'))
    head.remove_prefix(std::min(head.size(), std::min(head.find('\n'), head.size() - 1) + 1));
  const std::string_view first = head.substr(0, head.find('\n'));
  const auto has = [first](char separator) { return first.find(separator) != std::string_view::npos; };
  const auto cells = csv_cells(first, has(';') ? ';' : has('\t') && !has(',') ? '\t' : ',');
  const bool names = cells.size() >= 2 && std::none_of(cells.begin(), cells.end(), [](const std::string& cell) {
                       return cell.empty() || csv_number(cell) || cell.find_first_of("{}[]<>") != std::string::npos;
                     });
  return names && head.size() > first.size() ? Claim{Fit::maybe, "CSV, which needs --mapping"} : Claim{};
}

Result<Imported> read_mapped_csv(TextStream& stream, const Source& source) {
  if (source.mapping.empty()) {
    return fail(ErrorKind::usage, "is plain CSV: what its columns mean is not known", source.name,
                "say it in a mapping file and name that with --mapping (docs/import_benchmarks.md)");
  }
  const auto mapping = parse_mapping(source.mapping);
  if (!mapping) return fail(mapping.error());
  Remarks remarks;
  MappedImport import{source, *mapping, remarks};
  bool has_header = false;
  while (const auto line = stream.line()) {
    if (line->empty() || line->front() == '#') continue;
    const auto cells = csv_cells(*line, mapping->separator);
    const bool is_open = std::count(line->begin(), line->end(), '"') % 2 != 0;
    if (has_header && is_open) {
      import.refuse_undated("a quote that does not end: the row is cut", fmt::format("line {}", stream.line_number()));
      continue;
    }
    if (!has_header) {
      if (auto ok = import.set_header(cells); !ok) return fail(ok.error());
      has_header = true;
      continue;
    }
    import.add(cells, fmt::format("line {}", stream.line_number()));
  }
  return import.finish(stream.fingerprint());
}

}  // namespace roofgate
