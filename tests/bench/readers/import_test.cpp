#include "bench/readers/import.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>

#include "bench/readers/record_builder.hpp"
#include "bench/record/record_json.hpp"
#include "tests/bench/record/scratch_folder.hpp"

namespace roofgate {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

Result<Imported> read_nothing(TextStream& /*stream*/, const Source& /*source*/) { return Imported{}; }

Claim sure_of_a(std::string_view head) { return head.starts_with('a') ? Claim{Fit::sure, "an a"} : Claim{}; }
Claim sure_of_b(std::string_view head) {
  return head.find('b') != std::string_view::npos ? Claim{Fit::sure, "a b"} : Claim{};
}
Claim maybe_anything(std::string_view /*head*/) { return {Fit::maybe, "some text"}; }

constexpr std::array kSome{Format{"a-format", "", sure_of_a, read_nothing},
                           Format{"b-format", "", sure_of_b, read_nothing},
                           Format{"any", "", maybe_anything, read_nothing}};

TEST(Detect, TakesTheOneThatIsSure) {
  const auto found = detect("abacus", "x.log", std::span{kSome}.first(1));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->format->name, "a-format");
  EXPECT_EQ(found->what, "a-format: an a");
  EXPECT_EQ(detect("axe", "x.log", kSome)->format->name, "a-format") << "sure outranks maybe";
  EXPECT_EQ(detect("see", "x.log", kSome)->format->name, "any");
}

TEST(Detect, RefusesWhereTwoFit) {
  const auto found = detect("ab", "x.log", kSome);
  ASSERT_FALSE(found);
  EXPECT_EQ(to_string(found.error()),
            "x.log: 2 formats fit its content: a-format, b-format\n  hint: say which with --format NAME");
}

TEST(Detect, RefusesWhatNobodyKnows) {
  const auto found = detect("see", "x.log", std::span{kSome}.first(2));
  ASSERT_FALSE(found);
  EXPECT_EQ(to_string(found.error()),
            "x.log: no known format fits its content\n  hint: name it with --format NAME: a-format, b-format");
  EXPECT_EQ(to_string(detect(" \r\n", "x.log", kSome).error()),
            "x.log: is empty\n  hint: the tool measured nothing, or its output went elsewhere");
}

TEST(Formats, HavePlainAndDistinctNames) {
  std::vector<std::string_view> names;
  for (const Format& format : formats()) {
    EXPECT_FALSE(format.title.empty()) << format.name;
    names.push_back(format.name);
  }
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
}

TEST(Import, AnUnknownFormatIsAUsageError) {
  TextStream stream{text_source("x")};
  const auto file = import_stream(stream, {"x.log", ""}, {"roofgat", ""});
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().kind, ErrorKind::usage);
  EXPECT_THAT(to_string(file.error()), HasSubstr("did you mean 'roofgate'?"));
}

/// What a job writes before its benchmark begins.
std::string of_modules(std::size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += "module: loading the compilers, the libraries and the rest\n";
  return text;
}

TEST(Import, FindsATableBehindMuchOtherText) {
  const std::string table =
      "# Collective test starting: all_reduce_perf\n"
      "#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw "
      "#wrong\n"
      "  33554432  8388608  float  sum  -1  400.0  83.89  146.80      0  401.0  83.68  146.43      0\n";
  for (const std::size_t before :
       {std::size_t{0}, kHeadBytes - 800, kHeadBytes - 200, kHeadBytes + 10, 20 * kHeadBytes}) {
    TextStream stream{text_source(of_modules(before) + table)};
    const auto file = import_stream(stream, {"x.log", "2026-11-01T00:00:00Z"}, {});
    ASSERT_TRUE(file) << before << ": " << to_string(file.error());
    ASSERT_EQ(file->imported.records.size(), 1U);
    EXPECT_EQ(file->imported.records.front().cases.size(), 2U);
    EXPECT_EQ(file->taken_for.find("KiB of other text") != std::string::npos, before > kHeadBytes) << before;
  }
}

TEST(Import, MuchOtherTextAloneIsNoFormat) {
  TextStream stream{text_source(of_modules(kMostAheadBytes + kHeadBytes))};
  const auto file = import_stream(stream, {"x.log", ""}, {});
  ASSERT_FALSE(file);
  EXPECT_THAT(file.error().what, HasSubstr("is plain CSV")) << "as its first lines look";
  TextStream dashes{text_source(std::string(kMostAheadBytes + kHeadBytes, '-'))};
  const auto unknown = import_stream(dashes, {"x.log", ""}, {});
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().what, kNoFormatFits);
}

class Folder : public ScratchFolder {
 protected:
  fs::path write(const std::string& name, const std::string& text) {
    std::ofstream{folder_ / name} << text;
    return folder_ / name;
  }
  static std::string record_of(const std::string& day, const std::string& host = {}) {
    RecordBuilder builder{{day + ".log", ""}, "sometool", "one run"};
    builder.environment().host.name = host;
    ImportedCase described{.id = "copy", .kind = "copy", .definition = "copy"};
    static_cast<void>(builder.add_sample(*builder.round(described, 0), described, 1.0));
    Remarks remarks;
    return to_json_text(builder.finish(day + host, 0, remarks));
  }
};

TEST_F(Folder, BecomesAHistory) {
  write("b.json", record_of("2026-11-27"));
  write("a.json", record_of("2026-11-28"));
  write("copy.json", record_of("2026-11-28"));
  write("notes.md", "nothing measured");
  write(".hidden", "x");
  const std::array arguments{folder_.string()};
  const auto history = import_history(arguments, {});
  ASSERT_TRUE(history) << to_string(history.error());
  ASSERT_EQ(history->records.size(), 2U);
  EXPECT_EQ(history->records[0].started_at, "2026-11-27T00:00:00Z");
  EXPECT_EQ(history->files.size(), 2U);
  EXPECT_THAT(history->left_out, UnorderedElementsAre(HasSubstr("copy.json: the same content as"),
                                                      HasSubstr("notes.md: no known format fits its content")));
  EXPECT_TRUE(history->lost.empty()) << "notes are no night";
  const std::array glob{(folder_ / "?.json").string()};
  EXPECT_EQ(import_history(glob, {})->records.size(), 2U);
}

TEST_F(Folder, AFileLaterThanEveryRunThatHoldsNoneIsALostNight) {
  write("run-2026-11-27.json", record_of("2026-11-27"));
  write("run-2026-11-26.json", "");
  const std::array arguments{folder_.string()};
  EXPECT_TRUE(import_history(arguments, {})->lost.empty()) << "an earlier one";
  write("run-2026-11-29.json", "ssh: connection refused");
  write("run-2026-11-28.json", "");
  const auto history = import_history(arguments, {});
  ASSERT_EQ(history->lost.size(), 2U);
  EXPECT_THAT(to_string(history->lost.back().error), HasSubstr("run-2026-11-29.json: no known format fits"));
  EXPECT_TRUE(history->lost.back().is_after_all);
}

TEST_F(Folder, ALostNightIsThatOfThePlaceWhoseFilesAreCalledLikeIt) {
  for (const char* host : {"node1", "node2"}) {
    for (const char* day : {"2026-10-30", "2026-10-31"}) {
      write(fmt::format("{}-{}.json", host, day), record_of(day, host));
    }
  }
  write("node2-2026-11-01.json", record_of("2026-11-01", "node2"));
  write("node1-2026-11-01.json", "Killed");
  const std::array arguments{folder_.string()};
  const auto history = import_history(arguments, {});
  ASSERT_EQ(history->lost.size(), 1U);
  EXPECT_FALSE(history->lost.front().is_after_all) << "node2 has a run of that night";
  ASSERT_EQ(history->lost.front().places.size(), 1U);
  EXPECT_EQ(history->lost.front().places.front().label, "node1");
  write("other-2026-11-01.json", "Killed");
  EXPECT_EQ(import_history(arguments, {})->lost.size(), 1U) << "not called like a night";
}

TEST_F(Folder, AmongSeveralNamedFilesOneThatCannotBeReadIsLost) {
  const std::array named{write("a-2026-11-27.json", record_of("2026-11-27")).string(),
                         write("notes.md", "nothing measured").string()};
  const auto history = import_history(named, {});
  ASSERT_TRUE(history) << to_string(history.error());
  EXPECT_EQ(history->records.size(), 1U);
  ASSERT_EQ(history->lost.size(), 1U);
  EXPECT_THAT(to_string(history->lost.front().error), HasSubstr("notes.md: no known format fits"));
}

TEST_F(Folder, AFileOfTheLatestNightThatHoldsNoRunIsLostTooUnlessItWasMadeUpFor) {
  write("hosta-2026-11-27.json", record_of("2026-11-27"));
  write("hostb-2026-11-26.json", record_of("2026-11-26"));
  write("hostb-2026-11-27.json", "ssh: connection refused");
  const std::array arguments{folder_.string()};
  ASSERT_EQ(import_history(arguments, {})->lost.size(), 1U);
  write("hostb-2026-11-28.json", record_of("2026-11-28"));
  EXPECT_TRUE(import_history(arguments, {})->lost.empty());
}

TEST_F(Folder, WhatIsNoFileAndIsNamedLikeTheNightsIsALostNight) {
  write("run-2026-11-27.json", record_of("2026-11-27"));
  const std::array arguments{folder_.string()};
  std::filesystem::create_directory(folder_ / "old");
  std::filesystem::create_symlink("nowhere", folder_ / "latest");
  std::filesystem::create_directory(folder_ / "run-2026-11-26.json");
  EXPECT_TRUE(import_history(arguments, {})->lost.empty()) << "not named like the nights, or earlier";
  std::filesystem::create_symlink("nowhere", folder_ / "run-2026-11-28.json");
  const auto history = import_history(arguments, {});
  ASSERT_EQ(history->lost.size(), 1U);
  EXPECT_THAT(to_string(history->lost.front().error), HasSubstr("run-2026-11-28.json: is no file"));
  EXPECT_EQ(history->records.size(), 1U);
}

TEST_F(Folder, ANamedFileMustBeReadable) {
  const std::array named{write("notes.md", "nothing measured").string()};
  EXPECT_THAT(to_string(import_history(named, {}).error()), HasSubstr("no known format fits"));
  const std::array all{folder_.string()};
  EXPECT_THAT(to_string(import_history(all, {}).error()), HasSubstr("no file could be read"));
  const std::array none{(folder_ / "*.log").string()};
  EXPECT_THAT(to_string(import_history(none, {}).error()), HasSubstr("no file matches"));
  const std::array missing{(folder_ / "missing.log").string()};
  EXPECT_EQ(import_history(missing, {}).error().kind, ErrorKind::input);
}

TEST_F(Folder, OwnRecordsAreReadWithoutLoss) {
  const std::string text = record_of("2026-11-28");
  const auto file = import_file(write("record.json", text), {});
  ASSERT_TRUE(file) << to_string(file.error());
  EXPECT_EQ(to_json_text(file->imported.records.at(0)), text);
  EXPECT_EQ(file->taken_for, "roofgate: a roofgate record");
}

}  // namespace
}  // namespace roofgate
