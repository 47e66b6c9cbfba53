#include "bench/roofgate/program.hpp"

#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <functional>
#include <sstream>
#include <vector>

#include "bench/command_line/output_files.hpp"

namespace roofgate {
namespace {

struct Outcome {
  ExitStatus status = ExitStatus::pass;
  std::string out, err;
};

Outcome run(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "roofgate");
  std::ostringstream out, err;
  Console console{out, err};
  const ExitStatus status = run_program(static_cast<int>(arguments.size()), arguments.data(), console);
  return {status, out.str(), err.str()};
}

TEST(Program, VersionAndHelpPass) {
  EXPECT_EQ(run({"--version"}).status, ExitStatus::pass);
  EXPECT_EQ(run({"--version"}).out.substr(0, 9), "roofgate ");
  EXPECT_EQ(run({"--help"}).status, ExitStatus::pass);
  EXPECT_NE(run({"--help"}).out.find("Exit status: 0 pass, 1 regression"), std::string::npos);
  EXPECT_EQ(run({"--help"}).err, "");
}

TEST(Program, UsageErrorsAreTwo) {
  for (const auto& arguments : std::vector<std::vector<const char*>>{{}, {"nope"}, {"--nope"}, {""}}) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, ExitStatus::usage);
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(outcome.err.substr(0, 10), "roofgate: ");
    EXPECT_NE(outcome.err.find("hint: "), std::string::npos);
  }
}

TEST(Program, HostileArgumentsAreShownNotObeyed) {
  EXPECT_EQ(run({"\x1b[31mred"}).err.find('\x1b'), std::string::npos);
}

/// What every option owes its reader.
TEST(Program, EveryOptionHasASentenceAndADefault) {
  CLI::App app{"", "roofgate"};
  for (const auto& command : make_commands()) {
    const CLI::App* added = command->add_to(app);
    EXPECT_TRUE(!added->get_description().empty() && added->get_description().back() == '.') << added->get_name();
    for (const CLI::Option* option : added->get_options()) {
      if (option->check_name("--help")) continue;
      const std::string name = added->get_name() + " " + option->get_name(true, true);
      const std::string sentence = option->get_description();
      EXPECT_TRUE(!sentence.empty() && sentence.back() == '.') << name << " has no sentence";
      const bool takes_a_value = option->get_items_expected_max() > 0;
      const bool says_default = !option->get_default_str().empty() || sentence.find("efault: ") != std::string::npos;
      EXPECT_TRUE(!takes_a_value || option->get_required() || says_default) << name << " does not say its default";
    }
  }
}

/// Options that take a value and whose sentence says that something is written there.
std::vector<const CLI::Option*> options_that_say_they_write(const CLI::App& command) {
  std::vector<const CLI::Option*> writers;
  for (const CLI::Option* option : command.get_options()) {
    std::string sentence = option->get_description();
    std::transform(sentence.begin(), sentence.end(), sentence.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    const bool writes = sentence.find("writes ") != std::string::npos ||
                        sentence.find("to write") != std::string::npos ||
                        sentence.find("written to ") != std::string::npos;
    if (writes && option->get_items_expected_max() > 0) writers.push_back(option);
  }
  for (const CLI::App* nested : command.get_subcommands([](const CLI::App*) { return true; })) {
    const auto more = options_that_say_they_write(*nested);
    writers.insert(writers.end(), more.begin(), more.end());
  }
  return writers;
}

TEST(Program, WhatAnOptionWritesMayNotBeAnInput) {
  CLI::App app{"", "roofgate"};
  const auto commands = make_commands();
  for (const auto& command : commands) command->add_to(app);
  const auto writers = options_that_say_they_write(app);
  EXPECT_GE(writers.size(), 18U) << "the sentences have changed: look for the new ones";
  for (const CLI::Option* option : writers) {
    EXPECT_TRUE(is_output(*option)) << option->get_name(true, true) << ": " << option->get_description();
  }
  EXPECT_FALSE(is_output(*app.get_subcommand("gate")->get_option("--telemetry")));
}

TEST(Program, CommandNamesAreUniqueAndThePageHasThemAll) {
  CLI::App app{"", "roofgate"};
  const std::string page = command_line_page();
  for (const auto& command : make_commands()) {
    const CLI::App* added = command->add_to(app);  // CLI11 throws on a name that is taken
    const bool is_hidden = added->get_group().empty();
    EXPECT_EQ(page.find("## roofgate " + added->get_name() + "\n") == std::string::npos, is_hidden);
  }
}

}  // namespace
}  // namespace roofgate
