#include "bench/roofgate/record_argument.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <ostream>
#include <system_error>
#include <utility>

#include "bench/record/record_json.hpp"
#include "bench/report/visible_text.hpp"

namespace roofgate {
namespace {

namespace fs = std::filesystem;

/// Whether it is neither a plain file of ours nor damaged beyond telling: then the record's own reader says what is
/// wrong with it.
Result<bool> is_foreign(const std::string& file) {
  auto source = open_file(file);
  if (!source) return false;
  TextStream stream{std::move(*source)};
  const std::string_view head = stream.head();
  for (const Format& format : formats()) {
    if (format.name == "roofgate" || format.claims(head).fit == Fit::no) continue;
    const auto detected = detect(head, file);
    if (!detected) return fail(detected.error());
    return detected->format->name != "roofgate";
  }
  return false;
}

bool is_one_file(const std::vector<std::string>& arguments) {
  std::error_code ignored;
  if (arguments.size() != 1 || fs::is_directory(arguments.front(), ignored)) return false;
  return fs::exists(arguments.front(), ignored) || arguments.front().find_first_of("*?[") == std::string::npos;
}

}  // namespace

std::string import_note(const ImportedFile& file) {
  const Remarks& remarks = file.imported.remarks;
  std::string text = fmt::format("{}: {}: {}\n", visible(file.name), file.taken_for, remarks.summary());
  for (const Remark& remark : remarks.all()) text += fmt::format("  {}\n", to_string(remark));
  return text;
}

Result<Record> load_record(const std::string& file, Console& console) {
  const auto foreign = is_foreign(file);
  if (!foreign) return fail(foreign.error());
  if (!*foreign) return read_record(file);
  auto imported = import_file(file, {});
  if (!imported) return fail(imported.error());
  console.err << "roofgate: " << visible(import_note(*imported), LineBreaks::keep);
  auto& records = imported->imported.records;
  if (records.size() == 1) return std::move(records.front());
  return fail(ErrorKind::usage, fmt::format("holds {} records, one is wanted", records.size()), file,
              "write them to a folder: roofgate import FILE -o FOLDER/");
}

Result<Runs> load_runs(const std::vector<std::string>& arguments, Console& console) {
  Runs runs;
  if (is_one_file(arguments)) {
    auto record = load_record(arguments.front(), console);
    if (!record) return fail(record.error());
    runs.judged = std::move(*record);
    return runs;
  }
  auto history = import_history(arguments, {});
  if (!history) return fail(history.error());
  std::string notes;
  for (const ImportedFile& file : history->files) notes += "roofgate: " + import_note(file);
  for (const std::string& text : history->left_out) notes += fmt::format("roofgate: left out: {}\n", visible(text));
  runs.judged = std::move(history->records.back());
  history->records.pop_back();
  const std::string key = hardware_key(runs.judged.environment);
  for (Record& record : history->records) {
    if (record.suite == runs.judged.suite && hardware_key(record.environment) == key) {
      runs.earlier.push_back(std::move(record));
    } else {
      notes += fmt::format("roofgate: left out: {} of {}/{}: the latest run is of {}/{}\n", record.id,
                           hardware_key(record.environment), record.suite, key, runs.judged.suite);
    }
  }
  console.err << visible(notes, LineBreaks::keep);
  return runs;
}

}  // namespace roofgate
