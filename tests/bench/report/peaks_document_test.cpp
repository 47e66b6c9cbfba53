#include "bench/report/peaks_document.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/report/render.hpp"
#include "tests/bench/roofline/sample_record.hpp"

namespace roofgate {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string shown(const Document& document) { return render_terminal(document, {}); }

TEST(PeaksDocument, ListsEveryDeviceWithItsFigures) {
  const std::string text = shown(peaks_list(sample::h200_peaks()));
  EXPECT_THAT(text, HasSubstr("h200-sxm  989 TFLOP/s           -  67.0 TFLOP/s  4.80 TB/s  50 MiB"));
  EXPECT_THAT(text, HasSubstr("132     1830 MHz       450 GB/s"));
}

TEST(PeaksDocument, AnEntryShowsSourcesAndRefusals) {
  DevicePeaks device = sample::h200_peaks().devices[0];
  device.figures[PeakFigure::bf16_flops].rejected = {{1979e12, RejectedWhy::sparse, "a shop", "2:4"}};
  device.figures[PeakFigure::fp16_flops].rejected = {
      {989e12, RejectedWhy::unverified, "no public source was read", ""}};
  device.accepted = {{"siblings", "bf16_flops_per_s", "so it is"}};
  const std::string text = shown(peaks_entry(device));
  EXPECT_THAT(text, HasSubstr("NVIDIA H200 SXM (h200-sxm)"));
  EXPECT_THAT(text, HasSubstr("Matches devices named \"NVIDIA H200\". Architecture sm_90."));
  EXPECT_THAT(text, HasSubstr("bf16 dense        989 TFLOP/s  used        a data sheet"));
  EXPECT_THAT(text, HasSubstr("bf16 dense       1979 TFLOP/s  sparse      a shop: 2:4"));
  EXPECT_THAT(text, HasSubstr("fp16 dense                  -  unknown"));
  EXPECT_THAT(text, HasSubstr("Accepted finding 'siblings' on bf16_flops_per_s: so it is."));
}

TEST(PeaksDocument, FindingsAreCountedOpenOnesFirst) {
  PeaksDb db = sample::h200_peaks();
  db.devices[0].figures[PeakFigure::fp8_flops] = {3958e12, "a shop", {}, {}};
  db.devices[0].figures[PeakFigure::bf16_flops] = {780e12, "a shop", {}, {}};
  db.devices[0].accepted = {{"formula", "bf16_flops_per_s", "so it is"}};
  const std::string text = shown(peaks_findings(lint(db), 1));
  EXPECT_THAT(text, HasSubstr("fp8 dense   3958 TFLOP/s  sparse"));
  EXPECT_THAT(text, HasSubstr("Accepted: so it is."));
  EXPECT_THAT(text, HasSubstr("1 device · 2 open findings · 1 accepted"));
  EXPECT_LT(text.find("sparse"), text.find("Accepted"));
  EXPECT_EQ(shown(peaks_findings({}, 33)), "33 devices · 0 open findings · 0 accepted\n");
}

TEST(PeaksDocument, TellsWhichRoofADeviceGets) {
  DeviceInfo unknown = sample::h200();
  unknown.name = "NVIDIA H20";
  const std::string text = shown(device_roofs({sample::h200(), sample::h200(), unknown}, sample::h200_peaks()));
  EXPECT_THAT(text, HasSubstr("2 x NVIDIA H200  h200-sxm  989 TFLOP/s datasheet"));
  EXPECT_THAT(text, HasSubstr("1 x NVIDIA H20   none      1071 TFLOP/s derived"));
  EXPECT_THAT(text, HasSubstr("unknown"));  // its link
}

TEST(PeaksDocument, AMigSliceHasNoEntry) {
  DeviceInfo slice = sample::h200();
  slice.mig_enabled = true;
  EXPECT_THAT(shown(device_roofs({slice}, sample::h200_peaks())), HasSubstr("1 x NVIDIA H200  none"));
}

}  // namespace
}  // namespace roofgate
