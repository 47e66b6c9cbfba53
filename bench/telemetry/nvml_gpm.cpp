#include "bench/telemetry/nvml_gpm.hpp"

#include <array>
#include <utility>

namespace roofgate {
namespace {

constexpr std::array<unsigned, 7> kAsked{nvml::kGpmGraphicsUtil,      nvml::kGpmSmUtil,        nvml::kGpmSmOccupancy,
                                         nvml::kGpmDramBandwidthUtil, nvml::kGpmAnyTensorUtil, nvml::kGpmNvlinkTotalRx,
                                         nvml::kGpmNvlinkTotalTx};

bool has_gpm(const nvml::Functions& call) {
  return call.gpm_support != nullptr && call.gpm_sample_alloc != nullptr && call.gpm_sample_free != nullptr &&
         call.gpm_sample_get != nullptr && call.gpm_metrics_get != nullptr;
}

std::optional<double> value_of(const nvml::GpmMetricsGet& answer, unsigned id) {
  for (unsigned i = 0; i < answer.count; ++i) {
    const nvml::GpmMetric& metric = answer.metrics[i];
    if (metric.id != id) continue;
    const bool is_number = metric.result == nvml::kSuccess && metric.value >= 0.0;  // a NaN is not
    return is_number ? std::optional{metric.value} : std::nullopt;
  }
  return std::nullopt;
}

std::optional<Ratio> share_of(const nvml::GpmMetricsGet& answer, unsigned id) {
  const auto percent = value_of(answer, id);
  return percent ? std::optional{Ratio{*percent / 100.0}} : std::nullopt;
}

Activity activity_of(const nvml::GpmMetricsGet& answer) {
  Activity activity;
  activity.source = "nvml_gpm";
  activity.kernel_resident = share_of(answer, nvml::kGpmGraphicsUtil);
  activity.sm_active = share_of(answer, nvml::kGpmSmUtil);
  activity.sm_occupancy = share_of(answer, nvml::kGpmSmOccupancy);
  activity.dram_busy = share_of(answer, nvml::kGpmDramBandwidthUtil);
  activity.tensor_busy = share_of(answer, nvml::kGpmAnyTensorUtil);
  const auto received = value_of(answer, nvml::kGpmNvlinkTotalRx);
  const auto sent = value_of(answer, nvml::kGpmNvlinkTotalTx);
  constexpr double kMebibyte = 1048576.0;
  if (received && sent) activity.nvlink = BytesPerSecond{(*received + *sent) * kMebibyte};
  return activity;
}

}  // namespace

std::optional<NvmlGpm> NvmlGpm::create(std::shared_ptr<const NvmlLibrary> library, nvml::Device device,
                                       std::string& why) {
  const nvml::Functions& call = library->call();
  if (!has_gpm(call)) {
    why = "this driver does not have the call";
    return std::nullopt;
  }
  nvml::GpmSupport support;
  if (const nvml::Return code = call.gpm_support(device, &support); code != nvml::kSuccess) {
    why = meaning_of(code);
    return std::nullopt;
  }
  if (support.is_supported == 0) {
    why = "not supported by this device: Hopper and newer have them";
    return std::nullopt;
  }
  nvml::GpmSample first = nullptr;
  nvml::GpmSample last = nullptr;
  if (call.gpm_sample_alloc(&first) != nvml::kSuccess || call.gpm_sample_alloc(&last) != nvml::kSuccess) {
    if (first != nullptr) call.gpm_sample_free(first);
    why = "no room for samples";
    return std::nullopt;
  }
  return NvmlGpm{std::move(library), device, first, last};
}

NvmlGpm::NvmlGpm(NvmlGpm&& other) noexcept
    : library_{std::move(other.library_)},
      device_{other.device_},
      first_{std::exchange(other.first_, nullptr)},
      last_{std::exchange(other.last_, nullptr)},
      began_{other.began_} {}

NvmlGpm::~NvmlGpm() {
  if (first_ != nullptr) library_->call().gpm_sample_free(first_);
  if (last_ != nullptr) library_->call().gpm_sample_free(last_);
}

void NvmlGpm::begin() { began_ = library_->call().gpm_sample_get(device_, first_) == nvml::kSuccess; }

std::optional<Activity> NvmlGpm::end(Seconds window) {
  if (!began_ || window < kShortestGpmWindow) return std::nullopt;
  if (library_->call().gpm_sample_get(device_, last_) != nvml::kSuccess) return std::nullopt;
  const auto answer = std::make_unique<nvml::GpmMetricsGet>();
  answer->first = first_;
  answer->last = last_;
  for (const unsigned id : kAsked) answer->metrics[answer->count++].id = id;
  if (library_->call().gpm_metrics_get(answer.get()) != nvml::kSuccess) return std::nullopt;
  return activity_of(*answer);
}

}  // namespace roofgate
