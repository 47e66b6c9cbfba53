#include "bench/command_line/help_text.hpp"

#include <gtest/gtest.h>

#include <CLI/CLI.hpp>

namespace roofgate {
namespace {

class HelpText : public testing::Test {
 protected:
  HelpText() : app_{"Measures.", "tool"} {
    app_.require_subcommand(1);
    CLI::App* command = app_.add_subcommand("go", "Goes there.");
    command->add_option("RECORD", record_, "The record to read.")->required();
    command
        ->add_option("-s,--suite", suite_,
                     "Which cases | files to measure, with a sentence that is long enough to "
                     "need a second line.")
        ->type_name("NAME|FILE")
        ->capture_default_str();
    command->add_flag("--quiet", quiet_, "Says less.");
    command->add_flag("--secret", quiet_, "Not shown.")->group("");
    app_.add_subcommand("hidden", "Not shown.")->group("");
    use_help_text(app_);
  }

  CLI::App app_;
  std::string record_, suite_ = "quick";
  bool quiet_ = false;
};

TEST_F(HelpText, OfTheProgram) {
  EXPECT_EQ(app_.help(), R"(usage: tool COMMAND [OPTION...]

Measures.

commands:
  go                      Goes there.

options:
  -h, --help              Prints this help.
)");
}

TEST_F(HelpText, OfACommand) {
  EXPECT_EQ(app_.get_subcommand("go")->help(), R"(usage: tool go RECORD [OPTION...]

Goes there.

arguments:
  RECORD                  The record to read. Required.

options:
  -s, --suite NAME|FILE   Which cases | files to measure, with a sentence that is long enough to
                          need a second line. Default: quick.
  --quiet                 Says less.
  -h, --help              Prints this help.
)");
}

TEST_F(HelpText, AsMarkdown) {
  const std::string page = help_markdown(app_);
  EXPECT_NE(page.find("## tool go\n\n    tool go RECORD [OPTION...]\n\nGoes there.\n"), std::string::npos) << page;
  EXPECT_NE(page.find("| `-s, --suite NAME\\|FILE` | Which cases \\| files to measure"), std::string::npos) << page;
  EXPECT_EQ(page.find("hidden"), std::string::npos);
  EXPECT_EQ(page.find("secret"), std::string::npos);
}

}  // namespace
}  // namespace roofgate
