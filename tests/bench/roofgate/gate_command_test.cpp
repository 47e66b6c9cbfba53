// `roofgate gate` and `roofgate explain` on files: statuses, reports, and that nothing unreadable is ever a pass.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "bench/baseline/baseline_json.hpp"
#include "bench/baseline/baseline_store.hpp"
#include "bench/record/record_json.hpp"
#include "bench/roofgate/program.hpp"
#include "tests/bench/gate/quiet_night.hpp"
#include "tests/bench/record/scratch_folder.hpp"

namespace roofgate {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

const std::string kCase = "memory/case2";

/// A folder with a record, its baseline and a policy that does not mind how old the baseline is.
class GateCommandTest : public ScratchFolder {
 protected:
  void SetUp() override {
    ScratchFolder::SetUp();
    write(folder_ / "policy.json", R"({"schema": "roofgate.policy/1", "max_baseline_age_days": 100000})");
  }

  static void write(const fs::path& file, const std::string& text) {
    fs::create_directories(file.parent_path());
    std::ofstream{file} << text;
  }
  static std::string read(const fs::path& file) {
    std::stringstream text;
    text << std::ifstream{file}.rdbuf();
    return text.str();
  }

  void keep(const QuietNight& night) {
    ASSERT_TRUE(write_record(night.record, folder_ / "record.json"));
    baseline_file_ = baseline_file(folder_ / "baselines", baseline_name_of(night.record));
    fs::create_directories(folder_ / "baselines");
    if (!night.baseline.nights.empty()) write(baseline_file_, to_json_text(night.baseline));
  }

  ExitStatus run(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "roofgate");
    arguments.insert(arguments.end(), {"--baselines", (folder_ / "baselines").string()});
    if (has_policy_) arguments.insert(arguments.end(), {"--policy", (folder_ / "policy.json").string()});
    std::vector<const char*> raw;
    for (const std::string& argument : arguments) raw.push_back(argument.c_str());
    std::ostringstream out, err;
    Console console{out, err};
    const ExitStatus status = run_program(static_cast<int>(raw.size()), raw.data(), console);
    out_ = out.str();
    err_ = err.str();
    return status;
  }
  ExitStatus gate(std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"gate", (folder_ / "record.json").string()});
    return run(std::move(more));
  }

  fs::path baseline_file_;
  bool has_policy_ = true;
  std::string out_, err_;
};

TEST_F(GateCommandTest, AHealthyNightIsZeroAndOneLine) {
  keep(QuietNight{});
  EXPECT_EQ(gate(), ExitStatus::pass) << out_ << err_;
  EXPECT_THAT(out_, HasSubstr("pass: 12 pass · baseline h200"));
  EXPECT_THAT(out_, HasSubstr("Smallest loss this night could see"));
  EXPECT_EQ(std::count(out_.begin(), out_.end(), '\n'), 2);
  EXPECT_EQ(err_, "");
}

TEST_F(GateCommandTest, ALossIsOneAndNamed) {
  keep(QuietNight{5, {{kCase, loss(0.1)}}});
  EXPECT_EQ(gate(), ExitStatus::regression);
  EXPECT_THAT(out_, HasSubstr("REGRESSED     memory/case2   -1"));
}

TEST_F(GateCommandTest, NoBaselineIsThree) {
  keep(QuietNight{0});
  EXPECT_EQ(gate(), ExitStatus::cannot_judge);
  EXPECT_THAT(out_, HasSubstr("no_baseline   12 cases"));
  EXPECT_THAT(out_, HasSubstr("roofgate baseline promote"));
}

TEST_F(GateCommandTest, AWrongResultIsFour) {
  QuietNight night;
  night.measured(kCase).rounds.front().marks = {{MarkKind::wrong_result, "element 3 is NaN"}};
  keep(night);
  EXPECT_EQ(gate(), ExitStatus::wrong_result);
}

TEST_F(GateCommandTest, WhatCannotBeReadIsTwoNeverAPass) {
  keep(QuietNight{});
  EXPECT_EQ(run({"gate", (folder_ / "nothing.json").string()}), ExitStatus::usage);
  write(baseline_file_, "{\"schema\": ");
  EXPECT_EQ(gate(), ExitStatus::usage);
  EXPECT_THAT(err_, HasSubstr(baseline_file_.string()));
  EXPECT_EQ(out_, "");
  keep(QuietNight{});
  write(folder_ / "policy.json", R"({"schema": "roofgate.policy/1", "alpa": 0.01})");
  EXPECT_EQ(gate(), ExitStatus::usage);
  EXPECT_THAT(err_, HasSubstr("did you mean 'alpha'"));
  fs::remove(folder_ / "policy.json");
  EXPECT_EQ(gate(), ExitStatus::usage);
}

TEST_F(GateCommandTest, ABaselinesFolderThatIsNamedMustBeThere) {
  keep(QuietNight{});
  fs::remove_all(folder_ / "baselines");
  EXPECT_EQ(gate(), ExitStatus::usage);
}

TEST_F(GateCommandTest, WritesMarkdownJUnitAndJson) {
  keep(QuietNight{5, {{kCase, loss(0.1)}}});
  const auto file = [&](const char* name) { return (folder_ / name).string(); };
  EXPECT_EQ(gate({"--markdown", file("gate.md"), "--junit", file("junit.xml"), "--json", file("gate.json")}),
            ExitStatus::regression);
  EXPECT_THAT(read(file("gate.md")), HasSubstr("memory/case2"));
  EXPECT_THAT(read(file("junit.xml")), HasSubstr("failures=\"1\""));
  EXPECT_THAT(read(file("gate.json")), HasSubstr("\"roofgate.gate/1\""));
}

TEST_F(GateCommandTest, AReportThatCannotBeWrittenIsNoPass) {
  keep(QuietNight{});
  EXPECT_NE(gate({"--json", (folder_ / "no/such/folder/gate.json").string()}), ExitStatus::pass);
  EXPECT_NE(err_, "");
}

TEST_F(GateCommandTest, ExplainTellsNightsSpreadAndWhatWouldChangeIt) {
  keep(QuietNight{5, {{kCase, loss(0.1)}}});
  EXPECT_EQ(run({"explain", (folder_ / "record.json").string(), kCase}), ExitStatus::pass);
  for (const char* part : {"regressed  memory/case2", "tolerance 2.0 %", "degrees of freedom", "2026-11-05T02:00:00Z",
                           "tonight", "would be shown with 95 % probability", "Rounds of tonight", "error budget"}) {
    EXPECT_THAT(out_, HasSubstr(part));
  }
}

TEST_F(GateCommandTest, ExplainSaysWhatSpoiledARound) {
  QuietNight night;
  for (std::size_t i = 0; i < 3; ++i) {
    night.measured(kCase).rounds[i].marks = {{MarkKind::contended, "CPU steal 12 %"}};
  }
  keep(night);
  EXPECT_EQ(run({"explain", (folder_ / "record.json").string(), kCase}), ExitStatus::pass);
  EXPECT_THAT(out_, HasSubstr("invalid  memory/case2"));
  EXPECT_THAT(out_, HasSubstr("contended: CPU steal 12 %"));
}

TEST_F(GateCommandTest, ExplainNamesTheNearestCase) {
  keep(QuietNight{});
  EXPECT_EQ(run({"explain", (folder_ / "record.json").string(), "memory/case"}), ExitStatus::usage);
  EXPECT_THAT(err_, HasSubstr("did you mean"));
}

TEST_F(GateCommandTest, TheShippedPolicyIsFoundWhereNoneIsNamed) {
  keep(QuietNight{0});
  has_policy_ = false;
  EXPECT_EQ(gate(), ExitStatus::cannot_judge) << err_;
}

}  // namespace
}  // namespace roofgate
