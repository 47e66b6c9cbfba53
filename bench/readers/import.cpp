#include "bench/readers/import.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <optional>

#include "bench/readers/record_builder.hpp"
#include "bench/record/json_tree.hpp"
#include "bench/record/marks.hpp"
#include "bench/record/utc_time.hpp"
#include "kernels/base/nearest_name.hpp"

namespace roofgate {
namespace {

constexpr std::string_view kOwnFormat = "roofgate";

std::vector<std::string> names_of(std::span<const Format> among) {
  std::vector<std::string> names;
  for (const Format& format : among) names.emplace_back(format.name);
  return names;
}

Result<Detection> named_format(const std::string& name) {
  for (const Format& format : formats()) {
    if (format.name == name) return Detection{&format, Fit::sure, fmt::format("{}, as --format says", format.name)};
  }
  std::vector<std::string> known = names_of(formats());
  known.emplace_back("auto");
  return fail(ErrorKind::usage, fmt::format("no format '{}'", printable(name)), "--format", hint_of_names(name, known));
}

/// A file's name may hold line ends that would make one message look like two.
Error on_one_line(Error error) {
  std::string where;
  for (const char c : error.where) {
    where +=
        static_cast<unsigned char>(c) < 0x20 ? fmt::format("\\x{:02x}", static_cast<unsigned char>(c)) : std::string{c};
  }
  error.where = std::move(where);
  return error;
}

/// By the head, if it is sure; else by what stands further in, behind what a job's other programs wrote.
Result<Detection> detect_in(TextStream& stream, const Source& source) {
  Result<Detection> by_head = detect(stream.head(), source.name);
  const bool is_open = by_head ? by_head->fit == Fit::maybe : by_head.error().what == kNoFormatFits;
  if (!is_open || !source.mapping.empty()) return by_head;
  std::vector<Format> among;
  std::copy_if(formats().begin(), formats().end(), std::back_inserter(among),
               [](const Format& format) { return format.is_lines; });
  std::size_t passed = stream.head().size();
  while (true) {
    const std::string_view text = stream.look_further();
    if (text.empty()) return by_head;
    auto found = detect(text, source.name, among);
    if (!found && found.error().what != kNoFormatFits && found.error().what != kIsEmpty) return found;
    if (found && found->fit == Fit::sure) {
      const auto is_found = [&](const Format& format) { return format.name == found->format->name; };
      const Format* format = &*std::find_if(formats().begin(), formats().end(), is_found);
      return Detection{format, found->fit,
                       fmt::format("{}, behind over {} KiB of other text", found->what, passed / 1024)};
    }
    passed += text.size();
  }
}

/// Why nothing of the file is a measurement: no case was measured, nor has a result that was looked at and wrong.
std::optional<Error> measured_nothing(const Imported& imported, const std::string& name) {
  std::size_t cases = 0;
  const Mark* first = nullptr;
  for (const Record& record : imported.records) {
    for (const Case& measured : record.cases) {
      ++cases;
      for (const Round& round : measured.rounds) {
        const bool is_measured = !round.time_s.empty() && !has_mark(round.marks, MarkKind::error);
        if (is_measured || has_mark(round.marks, MarkKind::wrong_result)) return std::nullopt;
        if (first == nullptr && !round.marks.empty()) first = &round.marks.front();
      }
    }
  }
  if (cases == 0) return std::nullopt;
  return Error{ErrorKind::measurement,
               fmt::format("none of its {} case{} was measured{}", cases, cases == 1 ? "" : "s",
                           first == nullptr ? "" : fmt::format(" ({}: {})", name_of(first->kind), first->evidence)),
               name, "the tool ran and measured nothing, which is no result: look at its output and run it again"};
}

/// A clock that was set back, or an old file under a new night's name: a run dated long before the day that its file's
/// name spells out would take its place among the earlier nights, and the night before be judged for it.
std::optional<Error> contradicting_dates(const Imported& imported, const std::string& name) {
  constexpr std::chrono::days kMostApart{31};
  const std::string file = std::filesystem::path{name}.filename().string();
  const auto named = moment_in_name(file);
  if (imported.records.empty() || !named || file.find(named->substr(0, 10)) == std::string::npos) return std::nullopt;
  const auto by_start = [](const Record& a, const Record& b) { return a.started_at < b.started_at; };
  const std::string& latest = std::max_element(imported.records.begin(), imported.records.end(), by_start)->started_at;
  const auto day = parse_utc(*named);
  const auto measured = parse_utc(latest);
  if (!day || !measured || *measured + kMostApart >= *day) return std::nullopt;
  return Error{ErrorKind::input,
               fmt::format("its name is of {} and what it holds of {}: which night it is is not known",
                           named->substr(0, 10), latest.substr(0, 10)),
               name, "look at the clock of the machine that measured; a copy of an old night is no new one"};
}

}  // namespace

std::string modified_of(const std::filesystem::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return {};
  return format_utc(UtcSeconds{std::chrono::seconds{status.st_mtime}});
}

Result<Detection> detect(std::string_view head, const std::string& name, std::span<const Format> among) {
  if (head.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    return fail(ErrorKind::input, std::string{kIsEmpty}, name,
                "the tool measured nothing, or its output went elsewhere");
  }
  std::vector<std::pair<const Format*, Claim>> fitting;
  Fit best = Fit::no;
  for (const Format& format : among) {
    Claim claim = format.claims(head);
    if (claim.fit == Fit::no || claim.fit < best) continue;
    if (claim.fit > best) fitting.clear();
    best = claim.fit;
    fitting.emplace_back(&format, std::move(claim));
  }
  if (fitting.size() == 1) {
    const auto& [format, claim] = fitting.front();
    return Detection{format, best, fmt::format("{}: {}", format->name, claim.what)};
  }
  std::vector<std::string_view> names;
  if (fitting.empty()) {
    for (const Format& format : among) names.push_back(format.name);
    return fail(ErrorKind::input, std::string{kNoFormatFits}, name,
                fmt::format("name it with --format NAME: {}", fmt::join(names, ", ")));
  }
  for (const auto& [format, claim] : fitting) names.push_back(format->name);
  return fail(ErrorKind::input, fmt::format("{} formats fit its content: {}", names.size(), fmt::join(names, ", ")),
              name, "say which with --format NAME");
}

Result<ImportedFile> import_stream(TextStream& stream, const Source& source, const ImportOptions& options) {
  static_cast<void>(stream.head());
  if (stream.problem()) return fail(*stream.problem());
  const auto detected = options.format == "auto" ? detect_in(stream, source) : named_format(options.format);
  if (!detected) return fail(on_one_line(detected.error()));
  auto imported = detected->format->read(stream, source);
  if (stream.problem()) return fail(*stream.problem());
  if (!imported) return fail(on_one_line(imported.error()));
  if (detected->format->name != kOwnFormat) {
    if (auto nothing = measured_nothing(*imported, source.name)) return fail(on_one_line(std::move(*nothing)));
    if (auto doubt = contradicting_dates(*imported, source.name)) return fail(on_one_line(std::move(*doubt)));
  }
  return ImportedFile{source.name, detected->what, std::move(*imported)};
}

Result<ImportedFile> import_file(const std::filesystem::path& file, const ImportOptions& options) {
  auto source = open_file(file);
  if (!source) return fail(source.error());
  TextStream stream{std::move(*source)};
  return import_stream(stream, Source{file.string(), modified_of(file), options.mapping}, options);
}

}  // namespace roofgate
