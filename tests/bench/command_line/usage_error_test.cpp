#include "bench/command_line/usage_error.hpp"

#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <vector>

namespace roofgate {
namespace {

class UsageError : public testing::Test {
 protected:
  UsageError() : app_{"Measures.", "tool"} {
    app_.require_subcommand(1);
    CLI::App* command = app_.add_subcommand("nightly", "One night.");
    command->add_option("--suite", suite_, "Suite.");
    command->add_option("--rounds", rounds_, "Rounds.");
    command->add_option("RECORD", record_, "Record.")->required();
    app_.add_subcommand("doctor", "Looks.");
  }

  Error error_of(std::vector<const char*> arguments) {
    arguments.insert(arguments.begin(), "tool");
    try {
      app_.parse(static_cast<int>(arguments.size()), arguments.data());
    } catch (const CLI::ParseError& problem) {
      return explain(problem, app_);
    }
    return {ErrorKind::internal, "no error", {}, {}};
  }

  CLI::App app_;
  std::string suite_, record_;
  int rounds_ = 0;
};

TEST_F(UsageError, AMistypedOption) {
  const Error error = error_of({"nightly", "r.json", "--suit=quick"});
  EXPECT_EQ(error.kind, ErrorKind::usage);
  EXPECT_EQ(error.what, "unexpected option '--suit=quick'");
  EXPECT_EQ(error.hint, "did you mean --suite?");
}

TEST_F(UsageError, AnOptionLikeNothingKnown) {
  EXPECT_EQ(error_of({"nightly", "r.json", "--zzz"}).hint, "`tool nightly --help` lists what there is");
}

TEST_F(UsageError, AnArgumentTooMany) {
  EXPECT_EQ(error_of({"nightly", "r.json", "more"}).what, "unexpected argument 'more'");
}

TEST_F(UsageError, AMissingArgument) { EXPECT_EQ(error_of({"nightly"}).what, "RECORD is required"); }

TEST_F(UsageError, ANumberThatIsNone) {
  const Error error = error_of({"nightly", "r.json", "--rounds", "five"});
  EXPECT_NE(error.what.find("--rounds"), std::string::npos);
  EXPECT_NE(error.what.find("five"), std::string::npos);
}

TEST_F(UsageError, Commands) {
  const auto check = [&](std::vector<const char*> arguments) { return check_command(app_, arguments); };
  EXPECT_TRUE(check({"doctor"}));
  EXPECT_TRUE(check({"--help"}));
  EXPECT_EQ(check({"--hlep"}).error().what, "unexpected option '--hlep'");
  EXPECT_EQ(check({"--hlep"}).error().hint, "did you mean --help?");
  EXPECT_EQ(check({"nigthly"}).error().what, "there is no command 'nigthly'");
  EXPECT_EQ(check({"nigthly"}).error().hint, "did you mean 'nightly'? known: nightly, doctor");
  EXPECT_EQ(check({}).error().what, "a command is needed");
  EXPECT_EQ(check({""}).error().what, "there is no command ''");
}

}  // namespace
}  // namespace roofgate
