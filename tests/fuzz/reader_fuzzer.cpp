// Any bytes as a file of one format: they are read or refused, and a record that comes out can be written and read
// back.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "bench/readers/import.hpp"
#include "bench/record/record_json.hpp"
#include "bench/record/record_rules.hpp"

namespace {

[[noreturn]] void give_up(const std::string& why) {
  std::fprintf(stderr, "%s\n", why.c_str());
  std::abort();
}

}  // namespace

// The name is libFuzzer's.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {  // NOLINT(readability-identifier-naming)
  using namespace roofgate;
  TextStream stream{text_source(std::string{reinterpret_cast<const char*>(data), size})};
  const auto file = import_stream(stream, {"night-2026-10-01.log", "2026-10-01T00:00:00Z"}, {ROOFGATE_FUZZED_FORMAT});
  if (!file) {
    if (file.error().what.empty()) give_up("an error without words");
    return 0;
  }
  for (const Record& record : file->imported.records) {
    if (const auto broken = first_broken_rule(record)) give_up(broken->place + ": " + broken->what);
    const std::string text = to_json_text(record);
    const auto again = parse_record(text, "written");
    if (!again) give_up(to_string(again.error()));
    if (to_json_text(*again) != text) give_up("the record was not read back as it was written");
  }
  return 0;
}
