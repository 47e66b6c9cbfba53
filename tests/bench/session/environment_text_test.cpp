#include "bench/session/environment_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace roofgate {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

EnvironmentText parse(std::string_view text) {
  auto parsed = parse_environment_text(text);
  EXPECT_TRUE(parsed) << text << ": " << to_string(parsed.error());
  return parsed.value_or(EnvironmentText{});
}

std::string refusal(std::string_view text) {
  const auto parsed = parse_environment_text(text);
  EXPECT_FALSE(parsed) << text;
  return parsed ? "" : parsed.error().what;
}

TEST(EnvironmentTextParse, VariablesThenCommandThenProgram) {
  const EnvironmentText all =
      parse("OMP_NUM_THREADS=1  LD_LIBRARY_PATH=/opt/a:/opt/b taskset -c 0 @/opt/next/roofgate-bench");
  EXPECT_THAT(all.variables, ElementsAre(Pair("OMP_NUM_THREADS", "1"), Pair("LD_LIBRARY_PATH", "/opt/a:/opt/b")));
  EXPECT_THAT(all.command, ElementsAre("taskset", "-c", "0"));
  EXPECT_EQ(all.program, "/opt/next/roofgate-bench");
}

TEST(EnvironmentTextParse, EmptyIsTheEnvironmentAsItIs) {
  for (const char* text : {"", "  \t"}) {
    EXPECT_THAT(parse(text).variables, IsEmpty());
    EXPECT_THAT(parse(text).command, IsEmpty());
  }
}

TEST(EnvironmentTextParse, QuotesKeepBlanks) {
  EXPECT_THAT(parse("A='x y' B=\"it's \\\"z\\\"\" C=a\\ b D=").variables,
              ElementsAre(Pair("A", "x y"), Pair("B", "it's \"z\""), Pair("C", "a b"), Pair("D", "")));
}

TEST(EnvironmentTextParse, AWordWithEqualsBehindTheCommandIsTheCommands) {
  EXPECT_THAT(parse("env -u X Y=1").command, ElementsAre("env", "-u", "X", "Y=1"));
  EXPECT_THAT(parse("docker run image@sha256:00ff").command, ElementsAre("docker", "run", "image@sha256:00ff"));
}

TEST(EnvironmentTextParse, MistakesAreRefused) {
  EXPECT_THAT(refusal("A='x"), HasSubstr("quote ' is not closed"));
  EXPECT_THAT(refusal("=1"), HasSubstr("no name in front of '='"));
  EXPECT_THAT(refusal("@/a taskset"), HasSubstr("not the last word"));
  EXPECT_THAT(refusal("taskset @"), HasSubstr("not the last word"));
  EXPECT_THAT(refusal("A=1 ''"), HasSubstr("empty word"));
}

TEST(EnvironmentTextSetup, StartsTheProgramBehindTheCommand) {
  const BenchSetup setup{"/bin/true", "quick", "host", {"--allow-debug-build"}};
  const auto there = in_environment(setup, parse("A=1 sh -c @/in/container/bench"), "/nowhere:/bin");
  ASSERT_TRUE(there) << to_string(there.error());
  const ProcessRequest process = process_of(*there, {"--describe"});
  EXPECT_EQ(process.program, "/bin/sh");
  EXPECT_THAT(process.arguments, ElementsAre("-c", "/in/container/bench", "--describe", "--allow-debug-build"));
  EXPECT_THAT(process.variables, ElementsAre(Pair("A", "1")));
}

TEST(EnvironmentTextSetup, WhatCannotBeStartedIsRefusedBeforeMeasuring) {
  const BenchSetup setup{"/bin/true", "quick", "host", {}};
  EXPECT_TRUE(in_environment(setup, parse(""), ""));
  const auto no_command = in_environment(setup, parse("no-such-command -c 0"), "/bin");
  ASSERT_FALSE(no_command);
  EXPECT_THAT(no_command.error().what, HasSubstr("'no-such-command' is not on the search path"));
  const auto no_program = in_environment(setup, parse("@/no/such/bench"), "/bin");
  ASSERT_FALSE(no_program);
  EXPECT_EQ(no_program.error().where, "/no/such/bench");
}

TEST(EnvironmentTextLabel, KeepsNoValueThatARecordMayNotHold) {
  const auto may_keep = [](std::string_view name) { return name == "OMP_NUM_THREADS"; };
  EXPECT_EQ(to_label(parse("OMP_NUM_THREADS=1 TOKEN=secret docker run -e KEY=secret 'an image' @/b"), may_keep),
            "OMP_NUM_THREADS=1 TOKEN=… docker run -e KEY=… 'an image' @/b");
  EXPECT_EQ(to_label(parse(""), may_keep), "as it is");
}

}  // namespace
}  // namespace roofgate
