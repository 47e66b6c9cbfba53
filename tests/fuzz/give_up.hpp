// What a fuzz target does where a promise is broken.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

#include "bench/record/record_json.hpp"
#include "bench/record/record_rules.hpp"

namespace roofgate {

[[noreturn]] inline void give_up(const std::string& why) {
  std::fprintf(stderr, "%s\n", why.c_str());
  std::abort();
}

/// A record keeps its rules and is read back as it was written.
inline void check_record(const Record& record) {
  if (const auto broken = first_broken_rule(record)) give_up(broken->place + ": " + broken->what);
  const std::string text = to_json_text(record);
  const auto again = parse_record(text, "written");
  if (!again) give_up(to_string(again.error()));
  if (to_json_text(*again) != text) give_up("the record was not read back as it was written");
}

}  // namespace roofgate
