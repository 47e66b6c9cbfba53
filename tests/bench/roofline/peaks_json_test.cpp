#include "bench/roofline/peaks_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace roofgate {
namespace {

using testing::HasSubstr;

std::string file_with(const std::string& figures, const std::string& more = {}) {
  return R"({"schema": "roofgate.peaks/1", "family": "Test", "devices": [{"id": "x1", "title": "X1",
    "architecture": "sm_90", "names": ["NVIDIA X1"], "figures": {)" +
         figures + "}" + more + "}]}";
}

/// The error's text, or "parsed".
std::string outcome(const std::string& text) {
  const auto devices = parse_peaks(text, "x.json");
  return devices ? "parsed" : to_string(devices.error());
}

TEST(PeaksJson, ReadsAnEntryWithItsEvidence) {
  const auto devices = parse_peaks(
      file_with(R"("bf16_flops_per_s": {"value": 989e12, "source": "a data sheet", "reason": "dense",
                   "rejected": [{"value": 1979e12, "why": "sparse", "source": "a shop", "reason": "2:4"}]},
                   "l2_bytes": {"rejected": [{"value": 52428800, "why": "unverified", "source": "nobody"}]})",
                R"(, "accepted": [{"rule": "siblings", "figure": "bf16_flops_per_s", "reason": "so it is"}])"),
      "x.json");
  ASSERT_TRUE(devices) << to_string(devices.error());
  ASSERT_EQ(devices->size(), 1U);
  const DevicePeaks& device = devices->front();
  EXPECT_EQ(device.id, "x1");
  EXPECT_EQ(device.file, "x.json");
  EXPECT_EQ(device.value(PeakFigure::bf16_flops), 989e12);
  const PublishedFigure& bf16 = device.figures.at(PeakFigure::bf16_flops);
  EXPECT_EQ(bf16.source, "a data sheet");
  EXPECT_EQ(bf16.reason, "dense");
  ASSERT_EQ(bf16.rejected.size(), 1U);
  EXPECT_EQ(bf16.rejected[0].why, RejectedWhy::sparse);
  EXPECT_EQ(device.value(PeakFigure::l2), std::nullopt);
  ASSERT_EQ(device.accepted.size(), 1U);
  EXPECT_EQ(device.accepted[0].rule, "siblings");
}

TEST(PeaksJson, MistakesNameFilePathAndFix) {
  const std::string at = "x.json: /devices/0/figures/bf16_flops_per_s";
  const auto figure = [](const std::string& inner) { return file_with("\"bf16_flops_per_s\": {" + inner + "}"); };
  EXPECT_THAT(outcome("{"), HasSubstr("x.json"));
  EXPECT_THAT(outcome(R"({"schema": "roofgate.record/1"})"), HasSubstr("roofgate.peaks/1"));
  EXPECT_THAT(outcome(R"({"schema": "roofgate.peaks/2"})"), HasSubstr("this program reads 'roofgate.peaks/1'"));
  EXPECT_THAT(outcome(figure(R"("value": 1e12)")), HasSubstr(at + ": key 'source' is missing"));
  EXPECT_THAT(outcome(figure(R"("value": 1e12, "source": "")")), HasSubstr(at + "/source: is empty"));
  EXPECT_THAT(outcome(figure(R"("value": -1, "source": "s")")), HasSubstr(at + "/value"));
  EXPECT_THAT(outcome(figure(R"("value": 0, "source": "s")")), HasSubstr("not a positive number"));
  EXPECT_THAT(outcome(figure(R"("value": "989", "source": "s")")), HasSubstr(at + "/value: is text, not a number"));
  EXPECT_THAT(outcome(figure(R"("value": NaN, "source": "s")")), HasSubstr("x.json"));
  EXPECT_THAT(outcome(figure("")), HasSubstr("no rejected value says why"));
  EXPECT_THAT(outcome(figure(R"("value": 1e12, "source": "s", "sourc": "s")")), HasSubstr("/sourc: unknown key"));
  EXPECT_THAT(outcome(figure(R"("rejected": [{"value": 1, "why": "odd", "source": "s"}])")),
              HasSubstr("/rejected/0/why: 'odd' is no reason that is known"));
  EXPECT_THAT(outcome(file_with(R"("bf16_tflops": {"value": 989, "source": "s"})")),
              HasSubstr("/devices/0/figures/bf16_tflops: unknown key"));
}

TEST(PeaksJson, EntriesNeedNamesAndAKnownArchitecture) {
  std::string unnamed = file_with("");
  unnamed.replace(unnamed.find(R"(["NVIDIA X1"])"), 13, "[]");
  EXPECT_THAT(outcome(unnamed), HasSubstr("/devices/0/names: is empty"));
  std::string strange = file_with("");
  strange.replace(strange.find("sm_90"), 5, "sm_91");
  EXPECT_THAT(outcome(strange), HasSubstr("/devices/0/architecture: 'sm_91' is not known"));
  EXPECT_THAT(outcome(file_with("", R"(, "note": "x")")), HasSubstr("/devices/0/note: unknown key"));
}

class PeaksFolder : public testing::Test {
 protected:
  PeaksFolder() : folder_{std::filesystem::temp_directory_path() / ("roofgate_peaks_" + std::to_string(getpid()))} {
    std::filesystem::create_directories(folder_);
  }
  ~PeaksFolder() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const { std::ofstream{folder_ / name} << text; }

  std::filesystem::path folder_;
};

TEST_F(PeaksFolder, IsReadInNameOrder) {
  std::string other = file_with("");
  other.replace(other.find("\"x1\""), 4, "\"a1\"");
  other.replace(other.find("NVIDIA X1"), 9, "NVIDIA A1");
  write("b.json", file_with(""));
  write("a.json", other);
  write("README.md", "not peaks");
  const auto db = load_peaks(folder_);
  ASSERT_TRUE(db) << to_string(db.error());
  ASSERT_EQ(db->devices.size(), 2U);
  EXPECT_EQ(db->devices[0].id, "a1");
}

TEST_F(PeaksFolder, TwoEntriesWithOneNameAreAnError) {
  write("a.json", file_with(""));
  std::string twin = file_with("");
  twin.replace(twin.find("\"x1\""), 4, "\"x2\"");
  write("b.json", twin);
  const auto db = load_peaks(folder_);
  ASSERT_FALSE(db);
  EXPECT_THAT(to_string(db.error()), HasSubstr("names both x1 and x2"));
}

TEST_F(PeaksFolder, WithoutFilesOrMissingIsAnError) {
  EXPECT_THAT(to_string(load_peaks(folder_).error()), HasSubstr("holds no *.json with peaks"));
  EXPECT_THAT(to_string(load_peaks(folder_ / "none").error()), HasSubstr("cannot read the peaks folder"));
}

TEST_F(PeaksFolder, OneBadFileSpoilsTheWhole) {
  write("a.json", file_with(""));
  write("b.json", "{}");
  const auto db = load_peaks(folder_);
  ASSERT_FALSE(db);
  EXPECT_THAT(to_string(db.error()), HasSubstr("b.json"));
}

}  // namespace
}  // namespace roofgate
