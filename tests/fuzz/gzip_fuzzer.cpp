// Any bytes as a gzip'd file: unpacked, or refused in words.
#include <cstdint>
#include <string>

#include "bench/readers/gzip_source.hpp"
#include "bench/readers/text_stream.hpp"
#include "tests/fuzz/give_up.hpp"

// The name is libFuzzer's.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {  // NOLINT(readability-identifier-naming)
  using namespace roofgate;
  TextStream stream{gzip_source(text_source(std::string{reinterpret_cast<const char*>(data), size}), "night.log.gz")};
  while (stream.line()) {
  }
  if (stream.problem() && stream.problem()->what.empty()) give_up("an error without words");
  return 0;
}
