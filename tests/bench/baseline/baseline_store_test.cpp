#include "bench/baseline/baseline_store.hpp"

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "bench/baseline/baseline_json.hpp"
#include "bench/record/atomic_file.hpp"
#include "tests/bench/baseline/sample_baseline.hpp"
#include "tests/bench/record/scratch_folder.hpp"

namespace roofgate {
namespace {

namespace fs = std::filesystem;

const BaselineName kName{"sample-machine", "quick"};

class BaselineStore : public ScratchFolder {
 protected:
  [[nodiscard]] Result<void> add(int index) const {
    return update_baseline(folder_, kName,
                           [&](Baseline& baseline) { return add_night(baseline, make_sample_night(index)); });
  }
};

TEST_F(BaselineStore, AFirstNightFindsNothingAndNoError) {
  const auto found = find_baseline(folder_, kName);
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->has_value());
}

TEST_F(BaselineStore, NightsStandInTheOrderOfTheirDates) {
  for (const int index : {2, 0, 1}) ASSERT_TRUE(add(index));
  const auto found = find_baseline(folder_, kName);
  ASSERT_TRUE(found) << to_string(found.error());
  ASSERT_EQ((*found)->nights.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ((*found)->nights[i].record_id, "record" + std::to_string(i));
  EXPECT_THAT(names(), testing::ElementsAre("sample-machine", "sample-machine/quick.json"));
}

TEST_F(BaselineStore, ARecordCountsOnce) {
  ASSERT_TRUE(add(0));
  const auto text = read_file(baseline_file(folder_, kName));
  const auto again = add(0);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().kind, ErrorKind::input);
  EXPECT_THAT(to_string(again.error()),
              testing::HasSubstr("sample-machine/quick: record record0 is in the baseline already"));
  EXPECT_EQ(read_file(baseline_file(folder_, kName)), text.value());
}

TEST_F(BaselineStore, AFailedChangeLeavesNoTrace) {
  const auto failed =
      update_baseline(folder_, kName, [](Baseline&) -> Result<void> { return fail(ErrorKind::input, "refused"); });
  ASSERT_FALSE(failed);
  EXPECT_TRUE(names().empty());
}

TEST_F(BaselineStore, AnUnreadableBaselineIsNoMissingBaseline) {
  fs::create_directories(folder_ / "sample-machine");
  ASSERT_TRUE(replace_file(baseline_file(folder_, kName), "{"));
  EXPECT_FALSE(find_baseline(folder_, kName));
  EXPECT_FALSE(add(0));
  EXPECT_EQ(read_file(baseline_file(folder_, kName)), "{") << "what cannot be read is not overwritten";
}

TEST_F(BaselineStore, AFileOfAnotherMachineIsRefused) {
  fs::create_directories(folder_ / "other-machine");
  ASSERT_TRUE(replace_file(folder_ / "other-machine" / "quick.json", to_json_text(make_sample_baseline(1))));
  const auto found = find_baseline(folder_, {"other-machine", "quick"});
  ASSERT_FALSE(found);
  EXPECT_THAT(to_string(found.error()),
              testing::HasSubstr("other-machine/quick.json: says it belongs to sample-machine/quick\n  hint:"));
}

TEST_F(BaselineStore, ListsFilesButNotPeaks) {
  ASSERT_TRUE(add(0));
  fs::create_directories(folder_ / "peaks");
  ASSERT_TRUE(replace_file(folder_ / "peaks" / "h200.json", "{}"));
  ASSERT_TRUE(replace_file(folder_ / "README.md", "text"));
  const auto files = list_baseline_files(folder_);
  ASSERT_TRUE(files);
  EXPECT_THAT(*files, testing::ElementsAre(baseline_file(folder_, kName)));
  EXPECT_THAT(to_string(list_baseline_files(folder_ / "no").error()), testing::HasSubstr("No such file or directory"));
}

TEST_F(BaselineStore, AFolderThatCannotBeMadeIsSaid) {
  ASSERT_TRUE(replace_file(folder_ / "sample-machine", "a file where the folder should be"));
  const auto added = add(0);
  ASSERT_FALSE(added);
  EXPECT_THAT(to_string(added.error()), testing::HasSubstr("sample-machine: cannot make the folder"));
}

// Eight processes promote at the same moment. The folder does not exist yet, so that its making is contested too.
TEST_F(BaselineStore, JobsAtOnceLoseNothing) {
  int gate[2];
  ASSERT_EQ(::pipe(gate), 0);
  std::vector<pid_t> children;
  for (int index = 0; index < 8; ++index) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      ::close(gate[1]);
      char nothing = 0;
      if (::read(gate[0], &nothing, 1) != 0) ::_exit(2);  // returns at end of file: all start together
      ::_exit(add(index) ? 0 : 1);
    }
    children.push_back(child);
  }
  ::close(gate[0]);
  ::close(gate[1]);
  for (const pid_t child : children) {
    int status = -1;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  const auto found = find_baseline(folder_, kName);
  ASSERT_TRUE(found) << to_string(found.error());
  EXPECT_EQ((*found)->nights.size(), 8U);
  EXPECT_THAT(names(), testing::ElementsAre("sample-machine", "sample-machine/quick.json"));
}

}  // namespace
}  // namespace roofgate
