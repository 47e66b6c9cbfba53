#include <gmock/gmock.h>

#include <CLI/CLI.hpp>
#include <sstream>

#include "bench/baseline/baseline_json.hpp"
#include "bench/record/atomic_file.hpp"
#include "bench/roofgate/program.hpp"
#include "tests/bench/baseline/sample_baseline.hpp"
#include "tests/bench/record/scratch_folder.hpp"

namespace roofgate {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;

struct Outcome {
  ExitStatus status = ExitStatus::pass;
  std::string out, err;
};

class BaselineCommandTest : public ScratchFolder {
 protected:
  [[nodiscard]] Outcome run(const std::vector<std::string>& arguments) const {
    std::vector<std::string> words{"roofgate", "baseline"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    words.insert(words.end(), {"--baselines", folder_.string()});
    std::vector<const char*> pointers;
    for (const std::string& word : words) pointers.push_back(word.c_str());
    std::ostringstream out, err;
    Console console{out, err};
    const ExitStatus status = run_program(static_cast<int>(pointers.size()), pointers.data(), console);
    return {status, out.str(), err.str()};
  }

  void put(const std::string& machine, const std::string& suite, const std::string& text) const {
    std::filesystem::create_directories(folder_ / machine);
    ASSERT_TRUE(replace_file(folder_ / machine / (suite + ".json"), text));
  }
};

const std::string kGood = to_json_text(make_sample_baseline(2));

TEST_F(BaselineCommandTest, ListShowsEveryBaseline) {
  put("sample-machine", "quick", kGood);
  const Outcome outcome = run({"list"});
  EXPECT_EQ(outcome.status, ExitStatus::pass);
  EXPECT_THAT(outcome.out,
              ContainsRegex("sample-machine  quick       2      2  2026-11-10  2026-11-11 +[0-9]+ days  good"));
}

TEST_F(BaselineCommandTest, ListIsNotQuietAboutAnUnreadableFile) {
  put("sample-machine", "quick", "{");
  const Outcome outcome = run({"list"});
  EXPECT_EQ(outcome.status, ExitStatus::usage);
  EXPECT_THAT(outcome.out, HasSubstr("unreadable: roofgate baseline verify"));
}

TEST_F(BaselineCommandTest, VerifyListsAllAndExitsByTheWorst) {
  put("sample-machine", "quick", kGood);
  EXPECT_EQ(run({"verify"}).status, ExitStatus::pass);
  Baseline doubtful = make_sample_baseline(2);
  doubtful.suite = "full";
  doubtful.nights[0].date = doubtful.nights[0].accepted_at = "2000-01-01T00:00:00Z";
  doubtful.nights[1].date = doubtful.nights[1].accepted_at = "9000-01-01T00:00:00Z";
  put("sample-machine", "full", to_json_text(doubtful));
  const Outcome doubt = run({"verify"});
  EXPECT_EQ(doubt.status, ExitStatus::cannot_judge);
  EXPECT_THAT(doubt.out, HasSubstr("its date is after today"));
  put("other-machine", "quick", kGood);
  put("other-machine", "smoke", "[]");
  const Outcome broken = run({"verify"});
  EXPECT_EQ(broken.status, ExitStatus::usage);
  EXPECT_THAT(broken.out, HasSubstr("UNREADABLE  " + (folder_ / "other-machine/quick.json").string() +
                                    ": says it belongs to sample-machine/quick"));
  EXPECT_THAT(broken.out, HasSubstr("smoke.json: /: the file holds an array, not an object"));
  EXPECT_THAT(broken.out, HasSubstr("4 baselines in " + folder_.string() + ": 2 unreadable, 1 doubt."));
}

TEST_F(BaselineCommandTest, ShowTakesTheOnlyOneAndAsksWhichOfSeveral) {
  EXPECT_THAT(run({"show"}).err, HasSubstr("there are no baselines"));
  put("sample-machine", "quick", kGood);
  EXPECT_THAT(run({"show"}).out, HasSubstr("baseline sample-machine/quick · 2 nights · 2 cases"));
  put("other-machine", "quick", kGood);
  const Outcome which = run({"show"});
  EXPECT_EQ(which.status, ExitStatus::usage);
  EXPECT_THAT(which.err, HasSubstr("which baseline?\n  hint: known: other-machine/quick, sample-machine/quick"));
  EXPECT_THAT(run({"show", "sample-machine/quik"}).err, HasSubstr("did you mean 'sample-machine/quick'?"));
  EXPECT_THAT(run({"show", (folder_ / "sample-machine/quick.json").string()}).out, HasSubstr("record1"));
}

TEST_F(BaselineCommandTest, ShowTellsACasesHistory) {
  put("sample-machine", "quick", kGood);
  const Outcome outcome = run({"show", "--case", "memory/copy/bytes1048576"});
  EXPECT_EQ(outcome.status, ExitStatus::pass);
  EXPECT_THAT(outcome.out, HasSubstr("2026-11-11 02:00  record1  123 us"));
  const Outcome unknown = run({"show", "--case", "memory/copy/bytes104857"});
  EXPECT_EQ(unknown.status, ExitStatus::usage);
  EXPECT_THAT(unknown.err, HasSubstr("there is no case 'memory/copy/bytes104857'\n  hint: did you mean"));
}

TEST_F(BaselineCommandTest, AMissingFolderIsAUsageError) {
  std::filesystem::remove(folder_);
  for (const std::string command : {"list", "verify", "show"}) {
    const Outcome outcome = run({command});
    EXPECT_EQ(outcome.status, ExitStatus::usage) << command;
    EXPECT_THAT(outcome.err, HasSubstr(folder_.string())) << command;
    EXPECT_EQ(outcome.out, "") << command;
  }
}

}  // namespace
}  // namespace roofgate
