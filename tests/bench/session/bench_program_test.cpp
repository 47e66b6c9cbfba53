#include "bench/session/bench_program.hpp"

#include <gtest/gtest.h>

namespace roofgate {
namespace {

ProcessEnd ended(int status, std::string words) {
  ProcessEnd end;
  end.exit_code = status;
  end.last_words = std::move(words);
  return end;
}

TEST(BackendOption, AnEmulatedDeviceIsMeasuredAsCuda) {
  Environment environment;
  for (const char* backend : {"cuda", "cuda-emulated"}) {
    environment.backend = backend;
    EXPECT_EQ(backend_option(environment), "cuda");
  }
  environment.backend = "host";
  EXPECT_EQ(backend_option(environment), "host");
}

TEST(BenchProgram, ItsErrorsBecomeOurs) {
  const Error input =
      error_of(ended(2, "noise\nroofgate-bench: s.json: /x: bad\n  hint: fix it\n"), "/b/roofgate-bench");
  EXPECT_EQ(input.kind, ErrorKind::input);
  EXPECT_EQ(input.what, "s.json: /x: bad");
  EXPECT_EQ(input.hint, "fix it");
  EXPECT_EQ(input.where, "roofgate-bench");
  EXPECT_EQ(error_of(ended(3, "roofgate-bench: no device\n"), "b").kind, ErrorKind::unavailable);
  EXPECT_EQ(error_of(ended(4, ""), "b").what, "exited with status 4");
  ProcessEnd killed;
  killed.signal = 9;
  EXPECT_EQ(error_of(killed, "b").kind, ErrorKind::measurement);
  EXPECT_EQ(error_of(killed, "b").what, "was ended by signal 9 (Killed)");
}

TEST(BenchProgram, AListing) {
  const auto cases =
      parse_listing(R"([{"id": "gemm/a", "kind": "gemm", "definition": "d", "collective": false, "more": 1}])");
  ASSERT_TRUE(cases);
  ASSERT_EQ(cases->size(), 1U);
  EXPECT_EQ(cases->front().id, "gemm/a");
  EXPECT_FALSE(cases->front().collective);
}

TEST(BenchProgram, AListingOfAnotherVersionIsRefused) {
  for (const char* text : {"", "{}", "[1]", R"([{"id": "a"}])", "[{\"id\": 1, \"kind\": 2}]", "[", "null"}) {
    const auto cases = parse_listing(text);
    ASSERT_FALSE(cases) << text;
    EXPECT_EQ(cases.error().kind, ErrorKind::internal);
    EXPECT_NE(cases.error().hint.find("same version"), std::string::npos);
  }
}

}  // namespace
}  // namespace roofgate
