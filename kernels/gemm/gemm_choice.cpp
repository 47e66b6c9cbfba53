#include "kernels/gemm/gemm_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "kernels/cuda/region_timer.hpp"
#include "kernels/gemm/gemm_verifier.hpp"

namespace roofgate {
namespace {

constexpr std::uint64_t kVerifySeed = 0x5eed;

/// Median of a few short regions: enough to rank candidates that differ by more than a percent or two; those closer are
/// equally good.
Result<Seconds> time_candidate(RegionTimer& timer, const GemmLauncher& launcher, const MatmulCandidate& candidate,
                               std::size_t sets) {
  constexpr Seconds kRegion{1e-3};
  constexpr std::size_t kMostLaunches = 32;
  Region region;
  region.launch = [&](std::size_t i) { return launcher.launch(candidate, i % sets); };
  region.queue_cost = kMatmulQueueCost;
  region.expose_launch = true;  // the first launch may load the kernel
  Result<Seconds> first = timer.time(region);
  if (!first) return first;
  region.expose_launch = false;
  const double wanted = kRegion.value() / std::max(first->value(), 1e-9);
  region.launches = static_cast<std::size_t>(std::clamp(wanted, 1.0, static_cast<double>(kMostLaunches)));
  std::array<Seconds, 5> samples{};
  for (Seconds& sample : samples) {
    Result<Seconds> time = timer.time(region);
    if (!time) return time;
    sample = *time / static_cast<double>(region.launches);
  }
  std::sort(samples.begin(), samples.end());
  return samples[samples.size() / 2];
}

struct Ranked {
  std::size_t index = 0;
  Seconds time;
};

}  // namespace

Result<ChosenCandidate> choose_candidate(const GemmSpec& spec, const CudaContext& context, const GemmSets& sets,
                                         const GemmLauncher& launcher) {
  if (spec.choice != GemmChoice::best) {
    return launcher.candidates(1).map([](const std::vector<MatmulCandidate>& candidates) {
      return ChosenCandidate{candidates.front(), {}};
    });
  }
  const Result<std::vector<MatmulCandidate>> candidates = launcher.candidates(kMostCandidates);
  if (!candidates) return fail(candidates.error());
  Result<RegionTimer> timer = RegionTimer::create(context.stream);
  if (!timer) return fail(timer.error());
  const Result<GemmVerifier> verifier = GemmVerifier::prepare(spec, sets, launcher, kVerifySeed);
  if (!verifier) return fail(verifier.error());

  std::vector<std::size_t> right;
  std::string first_rejection;
  const auto reject = [&](std::size_t index, const std::string& why) {
    if (first_rejection.empty()) first_rejection = fmt::format("candidate {}: {}", index, why);
  };
  for (std::size_t i = 0; i < candidates->size(); ++i) {
    const Result<Check> check = verifier->verify((*candidates)[i]);
    if (!check && check.error().ends_process) return fail(check.error());
    if (check && check->passed) {
      right.push_back(i);
    } else {
      reject(i, check ? check->detail : to_string(check.error()));
    }
  }
  if (auto ok = sets.fill_normal_inputs(0, context.seed); !ok) return fail(ok.error());

  std::optional<Ranked> best;
  for (const std::size_t i : right) {
    const Result<Seconds> time = time_candidate(*timer, launcher, (*candidates)[i], sets.count());
    if (!time && time.error().ends_process) return fail(time.error());
    if (!time) {
      reject(i, to_string(time.error()));
    } else if (!best || *time < best->time) {
      best = Ranked{i, *time};
    }
  }
  if (!best) {
    return fail(ErrorKind::measurement,
                fmt::format("none of {} candidates computes a right product", candidates->size()), "gemm",
                first_rejection);
  }
  ChosenCandidate chosen{(*candidates)[best->index], {}};
  chosen.notes["candidates"] = fmt::format("{}", candidates->size());
  chosen.notes["heuristic_rank"] = fmt::format("{}", best->index + 1);
  if (!first_rejection.empty()) chosen.notes["rejected"] = first_rejection;
  return chosen;
}

}  // namespace roofgate
