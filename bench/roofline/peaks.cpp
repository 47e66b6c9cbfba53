#include "bench/roofline/peaks.hpp"

#include <algorithm>
#include <cctype>

#include "kernels/base/assert.hpp"

namespace roofgate {
namespace {

constexpr std::array<std::string_view, 11> kWhyNames{"sparse",    "non_tensor",     "accumulate",  "other_part",
                                                     "full_die",  "device_maximum", "rounded",     "unit",
                                                     "announced", "unverified",     "contradicted"};

/// Lower case, every run of other characters than letters and digits turned into one blank.
std::string words_of(std::string_view name) {
  std::string words;
  for (const char raw : name) {
    const auto c = static_cast<unsigned char>(raw);
    if (std::isalnum(c) != 0) {
      words += static_cast<char>(std::tolower(c));
    } else if (!words.empty() && words.back() != ' ') {
      words += ' ';
    }
  }
  return words;
}

}  // namespace

const FigureTraits& traits_of(PeakFigure figure) {
  const auto& traits = kFigures[static_cast<std::size_t>(figure)];
  RG_ASSERT(traits.figure == figure);
  return traits;
}

std::string_view name_of(RejectedWhy why) { return kWhyNames[static_cast<std::size_t>(why)]; }

std::optional<RejectedWhy> parse_rejected_why(std::string_view text) {
  const auto found = std::find(kWhyNames.begin(), kWhyNames.end(), text);
  if (found == kWhyNames.end()) return std::nullopt;
  return static_cast<RejectedWhy>(found - kWhyNames.begin());
}

std::optional<double> DevicePeaks::value(PeakFigure figure) const {
  const auto found = figures.find(figure);
  return found == figures.end() ? std::nullopt : found->second.value;
}

std::string comparable_name(std::string_view name) {
  std::string words = words_of(name);
  for (const std::string_view vendor : {"nvidia ", "amd "}) {
    if (words.rfind(vendor, 0) == 0) words.erase(0, vendor.size());
  }
  words.erase(std::remove(words.begin(), words.end(), ' '), words.end());
  return words;
}

const DevicePeaks* find_device(const PeaksDb& db, std::string_view name) {
  const std::string wanted = comparable_name(name);
  if (wanted.empty()) return nullptr;
  for (const DevicePeaks& device : db.devices) {
    if (comparable_name(device.id) == wanted) return &device;
    for (const std::string& known : device.names) {
      if (comparable_name(known) == wanted) return &device;
    }
  }
  return nullptr;
}

std::optional<PeakFigure> peak_figure_of(DType dtype) {
  switch (dtype) {
    case DType::bf16:
      return PeakFigure::bf16_flops;
    case DType::fp16:
      return PeakFigure::fp16_flops;
    case DType::fp32:
      return PeakFigure::fp32_flops;
    case DType::fp64:
      break;
  }
  return std::nullopt;
}

}  // namespace roofgate
