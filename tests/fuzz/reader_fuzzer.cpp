// Any bytes as a file of one format: they are read or refused, and a record that comes out can be written and read
// back. For plain CSV the mapping is a part of the input, before a form feed.
#include <cstdint>
#include <string>

#include "bench/readers/import.hpp"
#include "tests/fuzz/give_up.hpp"

// The name is libFuzzer's.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {  // NOLINT(readability-identifier-naming)
  using namespace roofgate;
  std::string text{reinterpret_cast<const char*>(data), size};
  Source source{"night-2026-10-01.log", "2026-10-01T00:00:00Z"};
  const std::string format = ROOFGATE_FUZZED_FORMAT;
  if (const std::size_t end = text.find('\f'); format == "csv" && end != std::string::npos) {
    source.mapping = text.substr(0, end);
    text.erase(0, end + 1);
    if (text.starts_with('\n')) text.erase(0, 1);
  }
  TextStream stream{text_source(std::move(text))};
  const auto file = import_stream(stream, source, {format});
  if (!file) {
    if (file.error().what.empty()) give_up("an error without words");
    return 0;
  }
  for (const Record& record : file->imported.records) check_record(record);
  return 0;
}
