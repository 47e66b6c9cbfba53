#include "bench/session/child_process.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "bench/session/stop_signals.hpp"

namespace roofgate {
namespace {

ProcessRequest shell(const std::string& script) {
  ProcessRequest request;
  request.program = "/bin/sh";
  request.arguments = {"-c", script};
  return request;
}

ProcessEnd run(const ProcessRequest& request) {
  ChildProcessRunner runner{Seconds{0.5}};
  auto end = runner.run(request);
  EXPECT_TRUE(end.has_value());
  return end.value_or(ProcessEnd{});
}

/// A process that is gone, or a zombie that nobody has collected yet.
bool has_ended(pid_t pid) {
  std::string stat;
  std::getline(std::ifstream{"/proc/" + std::to_string(pid) + "/stat"}, stat);
  const std::size_t name_end = stat.rfind(')');
  return name_end == std::string::npos || stat.at(name_end + 2) == 'Z';
}

bool ends_soon(pid_t pid) {
  for (int i = 0; i < 500 && !has_ended(pid); ++i) std::this_thread::sleep_for(std::chrono::milliseconds{10});
  return has_ended(pid);
}

TEST(ChildProcess, GivesItsOutputAndStatus) {
  std::vector<std::string> lines;
  ProcessRequest request = shell("echo one; echo two; printf three; echo words >&2; exit 3");
  request.on_line = [&](std::string_view line) { lines.emplace_back(line); };
  const ProcessEnd end = run(request);
  EXPECT_EQ(end.exit_code, 3);
  EXPECT_EQ(end.signal, std::nullopt);
  EXPECT_EQ(end.out, "one\ntwo\nthree");
  EXPECT_EQ(end.last_words, "words\n");
  EXPECT_EQ(lines, (std::vector<std::string>{"one", "two", "three"}));
  EXPECT_EQ(to_string(end), "exited with status 3");
}

TEST(ChildProcess, ASignalIsNamed) {
  const ProcessEnd end = run(shell("kill -SEGV $$"));
  EXPECT_EQ(end.signal, SIGSEGV);
  EXPECT_EQ(to_string(end), "was ended by signal 11 (Segmentation fault)");
}

TEST(ChildProcess, AMissingProgramIsAnError) {
  ChildProcessRunner runner;
  ProcessRequest request;
  request.program = "/nowhere/roofgate-bench";
  const auto end = runner.run(request);
  ASSERT_FALSE(end);
  EXPECT_EQ(end.error().kind, ErrorKind::unavailable);
  EXPECT_EQ(end.error().what, "cannot start it: No such file or directory");
  EXPECT_EQ(end.error().where, "/nowhere/roofgate-bench");
}

TEST(ChildProcess, VariablesAreAddedAndReplaced) {
  ProcessRequest request = shell("echo $HOME-$ROOFGATE_TEST_WORD; env | grep -c ^HOME=");
  request.variables = {{"HOME", "/x"}, {"ROOFGATE_TEST_WORD", "a b"}};
  EXPECT_EQ(run(request).out, "/x-a b\n1\n");
}

TEST(ChildProcess, ReadsNothingFromOurInput) { EXPECT_EQ(run(shell("wc -c")).out, "0\n"); }

TEST(ChildProcess, SignalsWorkInIt) {
  signal(SIGPIPE, SIG_IGN);  // as the program does; a child must not inherit it
  EXPECT_EQ(run(shell("kill -PIPE $$; echo survived")).signal, SIGPIPE);
}

TEST(ChildProcess, BothStreamsGoToTheLog) {
  const auto log = std::filesystem::temp_directory_path() / ("roofgate-log-" + std::to_string(getpid()));
  ProcessRequest request = shell("echo out; echo err >&2");
  request.log = log;
  run(request);
  run(request);
  std::ostringstream text;
  text << std::ifstream{log}.rdbuf();
  EXPECT_EQ(text.str().size(), 16U);  // appended, in whatever order
  std::filesystem::remove(log);
}

TEST(ChildProcess, SilenceHasALimit) {
  ProcessRequest request = shell("sleep 60");
  request.silence_limit = Seconds{0.2};
  const ProcessEnd end = run(request);
  EXPECT_TRUE(end.was_silent);
  EXPECT_EQ(to_string(end), "printed nothing for too long and was ended");
}

TEST(ChildProcess, AStopEndsTheWholeGroup) {
  const StopSignals stop;
  ProcessRequest request = shell("trap '' TERM; sleep 60 & echo $!; wait; sleep 60");
  pid_t grandchild = 0;
  request.on_line = [&](std::string_view line) {
    grandchild = std::stoi(std::string{line});
    raise(SIGTERM);  // to ourselves, as a user would
  };
  const ProcessEnd end = run(request);
  EXPECT_TRUE(end.was_stopped);
  EXPECT_EQ(end.signal, SIGKILL) << "it ignored SIGTERM";
  ASSERT_GT(grandchild, 0);
  EXPECT_TRUE(ends_soon(grandchild));
}

TEST(ChildProcess, WhatItLeavesBehindIsEnded) {
  pid_t grandchild = 0;
  ProcessRequest request = shell("sleep 60 & echo $!");
  request.on_line = [&](std::string_view line) { grandchild = std::stoi(std::string{line}); };
  EXPECT_EQ(run(request).exit_code, 0);
  ASSERT_GT(grandchild, 0);
  EXPECT_TRUE(ends_soon(grandchild));
}

TEST(StopSignals, AreNotedAndThenRestored) {
  {
    const StopSignals stop;
    EXPECT_FALSE(StopSignals::is_requested());
    raise(SIGINT);
    raise(SIGINT);
    EXPECT_TRUE(StopSignals::is_requested());
    EXPECT_EQ(StopSignals::count(), 2);
  }
  EXPECT_EXIT(raise(SIGINT), testing::KilledBySignal(SIGINT), "");
}

}  // namespace
}  // namespace roofgate
