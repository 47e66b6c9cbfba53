// Not a test: the rate of the step's products against that of the same products as cases of their own, in turn in one
// run. docs/measurement.md has its figures and the command.
#include <fmt/format.h>

#include <iostream>
#include <memory>
#include <vector>

#include "bench/stats/quantile.hpp"
#include "kernels/gemm/host_gemm.hpp"
#include "kernels/host/host_platform.hpp"
#include "kernels/step/host_step.hpp"

namespace roofgate {
namespace {

constexpr int kTurns = 30;

struct Timed {
  std::string name;
  std::unique_ptr<Workload> workload;
  std::vector<double> times;
};

Result<void> compare(const StepSpec& spec, Platform& platform) {
  SoloWorld world;
  HostContext context;
  context.cache = CacheState::warm;
  std::vector<Timed> all;
  auto step = make_host_step(spec, context, world);
  if (!step) return fail(step.error());
  all.push_back({"step", std::move(*step), {}});
  for (const auto& [name, product] :
       {std::pair{"forward", spec.forward_product()}, std::pair{"input gradient", spec.input_gradient_product()},
        std::pair{"weight gradient", spec.weight_gradient_product()}}) {
    auto gemm = make_host_gemm(product, context);
    if (!gemm) return fail(gemm.error());
    all.push_back({name, std::move(*gemm), {}});
  }
  for (int turn = -1; turn < kTurns; ++turn) {
    for (Timed& each : all) {
      const auto time =
          platform.time(*each.workload, {0, each.name == "step" ? 1U : static_cast<std::size_t>(spec.layers)}, false);
      if (!time) return fail(time.error());
      if (turn >= 0) each.times.push_back(time->value());  // the first turn warms up
    }
  }
  double products = 0.0;
  for (std::size_t i = 1; i < all.size(); ++i) products += median(all[i].times);
  const double whole = median(all[0].times);
  const double flops = spec.work().flops.value();
  std::cout << fmt::format("{:<46} step {:6.2f} GFLOP/s, products alone {:6.2f} GFLOP/s, ratio {:.3f}\n", spec.id(),
                           flops / whole * 1e-9, flops / products * 1e-9, products / whole);
  return {};
}

}  // namespace
}  // namespace roofgate

int main() {
  using namespace roofgate;
  const auto platform = make_host_platform(HostContext{});
  for (const std::int64_t width : {256, 512, 1024}) {
    StepSpec spec;
    spec.variant = StepVariant::compute;
    spec.layers = 4;
    spec.width = width;
    spec.tokens = 256;
    spec.bucket_bytes = 1 << 20;
    if (const auto done = compare(spec, *platform); !done) {
      std::cerr << to_string(done.error()) << '\n';
      return 3;
    }
  }
  return 0;
}
