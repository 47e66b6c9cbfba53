#include "kernels/step/step_spec.hpp"

#include <fmt/format.h>

#include <array>

namespace roofgate {
namespace {

constexpr std::int64_t kMostExtent = std::int64_t{1} << 20;
constexpr std::int64_t kMostLayers = 1024;
constexpr double kElement = 2.0;  // bytes of a bf16

Result<void> check_extent(std::string_view name, std::int64_t value, std::int64_t most) {
  if (value >= 1 && value <= most) return {};
  return fail(ErrorKind::input, fmt::format("{} must be from 1 to {}, not {}", name, most, value), "step");
}

GemmSpec product(std::int64_t m, std::int64_t n, std::int64_t k, bool transpose_a, bool transpose_b) {
  GemmSpec gemm;
  gemm.m = m;
  gemm.n = n;
  gemm.k = k;
  gemm.transpose_a = transpose_a ? Transpose::transposed : Transpose::none;
  gemm.transpose_b = transpose_b ? Transpose::transposed : Transpose::none;
  return gemm;
}

}  // namespace

std::string_view name_of(StepVariant variant) {
  constexpr std::array<std::string_view, 3> kNames{"compute", "serial", "overlap"};
  return kNames[static_cast<std::size_t>(variant)];
}

std::string_view name_of(StepScaling scaling) { return scaling == StepScaling::weak ? "weak" : "strong"; }

std::string StepSpec::id() const {
  return fmt::format("step/dp/{}/{}/layers{}width{}tokens{}x{}/bucket{}{}/ranks{}", name_of(variant), name_of(scaling),
                     layers, width, tokens, micro_batches, bucket_bytes, recompute ? "/recompute" : "", ranks);
}

std::int64_t StepSpec::rank_tokens() const { return scaling == StepScaling::weak ? tokens : tokens / ranks; }

std::int64_t StepSpec::step_tokens() const { return rank_tokens() * micro_batches * ranks; }

std::int64_t StepSpec::model_parameters() const { return layers * width * width; }

Bytes StepSpec::gradient_bytes() const { return Bytes{kElement * static_cast<double>(model_parameters())}; }

Work StepSpec::work() const {
  const auto parameters = static_cast<double>(model_parameters());
  const auto batches = static_cast<double>(micro_batches);
  const auto activation = static_cast<double>(width * rank_tokens());  // elements of one layer's output
  const auto stack = static_cast<double>(layers);
  const double again = recompute ? 1.0 : 0.0;
  Work work;
  work.subject = Subject::flops;
  work.flops = Flops{(6.0 + 2.0 * again) * parameters * static_cast<double>(rank_tokens()) * batches};
  const double read =
      batches * ((2.0 + again) * parameters + (4.0 + again) * stack * activation) + (batches - 1.0) * parameters;
  const double written = batches * (parameters + (2.0 + again) * stack * activation);
  work.bytes_read = Bytes{kElement * read};
  work.bytes_written = Bytes{kElement * written};
  if (variant != StepVariant::compute) work.link_bytes = gradient_bytes();
  work.working_set = Bytes{kElement * (2.0 * parameters + (stack + batches + 3.0) * activation)};
  return work;
}

Result<void> StepSpec::validate() const {
  if (auto ok = check_extent("layers", layers, kMostLayers); !ok) return ok;
  if (auto ok = check_extent("width", width, kMostExtent); !ok) return ok;
  if (auto ok = check_extent("tokens", tokens, kMostExtent); !ok) return ok;
  if (auto ok = check_extent("micro_batches", micro_batches, kMostLayers); !ok) return ok;
  if (auto ok = check_extent("bucket_bytes", bucket_bytes, std::int64_t{1} << 40); !ok) return ok;
  if (ranks < 1) return fail(ErrorKind::input, "ranks must be at least 1", "step");
  return {};
}

bool StepSpec::exists_among(int world_ranks) const { return scaling == StepScaling::weak || tokens % world_ranks == 0; }

GemmSpec StepSpec::forward_product() const { return product(width, rank_tokens(), width, true, false); }

GemmSpec StepSpec::input_gradient_product() const { return product(width, rank_tokens(), width, false, false); }

GemmSpec StepSpec::weight_gradient_product() const { return product(width, width, rank_tokens(), false, true); }

std::vector<GradientBucket> buckets_of(const StepSpec& spec) {
  const std::int64_t layer_bytes = 2 * spec.width * spec.width;
  std::vector<GradientBucket> buckets;
  std::int64_t last = spec.layers - 1;
  for (std::int64_t layer = last; layer >= 0; --layer) {
    const bool is_full = (last - layer + 1) * layer_bytes >= spec.bucket_bytes;
    if (!is_full && layer > 0) continue;
    buckets.push_back({layer, last});
    last = layer - 1;
  }
  return buckets;
}

Result<void> StepSpec::validate_in(const World& world) const {
  if (auto valid = validate(); !valid) return valid;
  if (ranks != world.size()) {
    return fail(ErrorKind::input, fmt::format("made for {} ranks, but the world has {}", ranks, world.size()), id());
  }
  if (exists_among(world.size())) return {};
  return fail(ErrorKind::unavailable, fmt::format("{} ranks do not divide {} tokens", world.size(), tokens), id());
}

}  // namespace roofgate
