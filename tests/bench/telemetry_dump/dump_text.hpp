// Dumps written in tests.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "bench/readers/byte_source.hpp"
#include "bench/telemetry_dump/dump_formats.hpp"

namespace roofgate {

inline Result<TelemetryDump> dump_of(std::string text) {
  TextStream stream{text_source(std::move(text))};
  return read_dump(stream, "dump.txt");
}

/// Fails the test where the text is no dump.
inline TelemetryDump good_dump(std::string text) {
  auto dump = dump_of(std::move(text));
  EXPECT_TRUE(dump) << to_string(dump.error());
  return dump ? std::move(*dump) : TelemetryDump{};
}

}  // namespace roofgate
