#include "tests/bench/readers/reading.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace roofgate {

Result<ImportedFile> read_text(std::string_view text, const std::string& name) {
  TextStream stream{text_source(std::string{text})};
  return import_stream(stream, {name, "2026-11-01T00:00:00Z"}, {});
}

std::string sample_text(const std::string& name) {
  std::ifstream file{std::string{ROOFGATE_READER_SAMPLES} + "/" + name};
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

Result<ImportedFile> read_sample(const std::string& name) { return read_text(sample_text(name), name); }

const Case* find_case(const ImportedFile& file, std::string_view id) {
  const auto& cases = file.imported.records.at(0).cases;
  const auto found = std::find_if(cases.begin(), cases.end(), [id](const Case& one) { return one.id == id; });
  return found != cases.end() ? &*found : nullptr;
}

std::string remarks_of(const ImportedFile& file) {
  std::string text;
  for (const Remark& remark : file.imported.remarks.all()) text += to_string(remark) + "\n";
  return text;
}

}  // namespace roofgate
