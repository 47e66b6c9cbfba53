#include "bench/locate/data_folders.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "bench/locate/build_tree.hpp"
#include "tests/bench/record/scratch_folder.hpp"

namespace roofgate {
namespace {

namespace fs = std::filesystem;

/// A folder of its own with an installed prefix, a build tree and a place to stand in.
class DataFolders : public ScratchFolder {
 protected:
  void SetUp() override {
    ScratchFolder::SetUp();
    for (const char* folder : {"prefix/bin", "prefix/share/roofgate/baselines/peaks", "prefix/share/roofgate/suites",
                               "work", "src/baselines/peaks", "src/bench/suite/suites", "src/ci",
                               "src/build/release/bench/roofgate", "src/build/release/bench/roofgate-bench"}) {
      fs::create_directories(folder_ / folder);
    }
    touch("prefix/share/roofgate/suites/quick.json");
    touch("prefix/share/roofgate/policy.json");
    touch("src/bench/suite/suites/quick.json");
    touch("src/ci/policy.json");
    std::ofstream{folder_ / "src/build/release/CMakeCache.txt"}
        << "# cache\nroofgate_SOURCE_DIR:STATIC=" << (folder_ / "src").string() << "\n";
    installed_.program_folder = folder_ / "prefix/bin";
    installed_.current_folder = folder_ / "work";
    built_ = installed_;
    built_.program_folder = folder_ / "src/build/release/bench/roofgate";
  }
  void touch(const std::string& file) const { std::ofstream{folder_ / file} << "{}"; }

  Surroundings installed_, built_;
};

TEST_F(DataFolders, BaselinesInTheDocumentedOrder) {
  EXPECT_EQ(locate_baselines(built_, "").value(), folder_ / "src/baselines");
  EXPECT_EQ(locate_baselines(installed_, "").value(), folder_ / "prefix/share/roofgate/baselines");
  fs::create_directories(folder_ / "work/baselines");
  EXPECT_EQ(locate_baselines(installed_, "").value(), folder_ / "work/baselines");
  fs::create_directories(folder_ / "work/by_variable");
  installed_.baselines_variable = "by_variable";
  EXPECT_EQ(locate_baselines(installed_, "").value(), folder_ / "work/by_variable");
  fs::create_directories(folder_ / "work/by_option");
  EXPECT_EQ(locate_baselines(installed_, "by_option").value(), folder_ / "work/by_option");
}

TEST_F(DataFolders, ANamedFolderThatIsMissingIsNotReplacedByAnother) {
  installed_.baselines_variable = "nowhere";
  const auto missing = locate_baselines(installed_, "");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().kind, ErrorKind::usage);
  EXPECT_EQ(missing.error().where, (folder_ / "work/nowhere").string());
  EXPECT_EQ(missing.error().what, "there is no such folder of baselines (from ROOFGATE_BASELINES)");
  EXPECT_NE(missing.error().hint.find("roofgate nightly"), std::string::npos);
}

TEST_F(DataFolders, TheSearchKeepsEveryPlace) {
  const Search search = search_baselines(built_, "");
  ASSERT_EQ(search.candidates.size(), 3U);
  EXPECT_EQ(search.candidates[0].origin, "./baselines");
  EXPECT_FALSE(search.candidates[0].exists);
  EXPECT_EQ(search.candidates[1].origin, "installed");
  EXPECT_EQ(search.result()->origin, "source tree");
}

TEST_F(DataFolders, BaselinesAreNeverWrittenIntoThePrefix) {
  EXPECT_EQ(baselines_to_write(installed_, ""), folder_ / "work/baselines");
  installed_.baselines_variable = "elsewhere";
  EXPECT_EQ(baselines_to_write(installed_, ""), folder_ / "work/elsewhere");
  EXPECT_EQ(baselines_to_write(installed_, "/abs"), fs::path{"/abs"});
}

TEST_F(DataFolders, SuitesByNameOrFile) {
  EXPECT_EQ(locate_suite(installed_, "quick").value(), folder_ / "prefix/share/roofgate/suites/quick.json");
  EXPECT_EQ(locate_suite(built_, "quick").value(), folder_ / "src/bench/suite/suites/quick.json");
  touch("work/mine.json");
  EXPECT_EQ(locate_suite(installed_, "mine.json").value(), folder_ / "work/mine.json");
  EXPECT_EQ(locate_suite(installed_, "./mine.json").value(), folder_ / "work/./mine.json");
  installed_.suites_variable = (folder_ / "work").string();
  EXPECT_EQ(locate_suite(installed_, "mine").value(), folder_ / "work/mine.json");
}

TEST_F(DataFolders, AnUnknownSuiteListsWhereItWasLookedFor) {
  const auto missing = locate_suite(built_, "qiuck");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().kind, ErrorKind::input);
  EXPECT_NE(missing.error().what.find("no suite 'qiuck' found; looked at "), std::string::npos);
  EXPECT_NE(missing.error().what.find("bench/suite/suites/qiuck.json (source tree)"), std::string::npos);
  EXPECT_NE(missing.error().hint.find("smoke, quick, nightly and full"), std::string::npos);
}

TEST_F(DataFolders, PeaksAndPolicy) {
  EXPECT_EQ(locate_peaks(installed_, "").value(), folder_ / "prefix/share/roofgate/baselines/peaks");
  EXPECT_EQ(locate_peaks(built_, "").value(), folder_ / "src/baselines/peaks");
  EXPECT_EQ(locate_policy(installed_, "").value(), folder_ / "prefix/share/roofgate/policy.json");
  EXPECT_EQ(locate_policy(built_, "").value(), folder_ / "src/ci/policy.json");
  EXPECT_FALSE(locate_policy(built_, "none.json"));
}

TEST_F(DataFolders, TheMeasuringProgram) {
  EXPECT_FALSE(locate_bench(built_, ""));
  touch("src/build/release/bench/roofgate-bench/roofgate-bench");
  EXPECT_EQ(locate_bench(built_, "").value(), folder_ / "src/build/release/bench/roofgate-bench/roofgate-bench");
  touch("prefix/bin/roofgate-bench");
  EXPECT_EQ(locate_bench(installed_, "").value(), folder_ / "prefix/bin/roofgate-bench");
  touch("work/planted");
  installed_.bench_variable = "planted";
  EXPECT_EQ(locate_bench(installed_, "").value(), folder_ / "work/planted");
}

TEST_F(DataFolders, TheSourceTreeComesFromTheBuildTree) {
  EXPECT_EQ(source_tree_of(built_.program_folder), folder_ / "src");
  EXPECT_EQ(source_tree_of(installed_.program_folder), std::nullopt);
  EXPECT_EQ(build_tree_of(built_.program_folder), folder_ / "src/build/release");
}

TEST(ThisProcess, KnowsItsProgramFolder) {
  const Surroundings here = this_process();
  EXPECT_TRUE(fs::is_directory(here.program_folder));
  EXPECT_TRUE(here.current_folder.is_absolute());
  EXPECT_TRUE(source_tree_of(here.program_folder).has_value()) << "tests run from the build tree";
}

}  // namespace
}  // namespace roofgate
