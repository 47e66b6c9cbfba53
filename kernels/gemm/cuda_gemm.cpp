#include "kernels/gemm/cuda_gemm.hpp"

#include <fmt/format.h>

#include <utility>

#include "kernels/gemm/gemm_choice.hpp"
#include "kernels/gemm/gemm_launcher.hpp"
#include "kernels/gemm/gemm_sets.hpp"
#include "kernels/gemm/gemm_verifier.hpp"
#include "kernels/gemm/product_check.hpp"

namespace roofgate {
namespace {

constexpr int kSampledRows = 8;

class CudaGemm final : public Workload {
 public:
  CudaGemm(const GemmSpec& spec, const CudaContext& context) : spec_{spec}, context_{context} {}

  Result<void> prepare() {
    Result<GemmSets> sets = GemmSets::allocate(spec_, context_);
    if (!sets) return fail(sets.error());
    sets_ = std::make_unique<GemmSets>(*std::move(sets));
    for (std::size_t set = 0; set < sets_->count(); ++set) {
      if (auto ok = sets_->fill_normal_inputs(set, context_.seed); !ok) return ok;
    }
    Result<GemmLauncher> launcher = GemmLauncher::create(spec_, context_, *sets_);
    if (!launcher) return fail(launcher.error());
    launcher_ = std::make_unique<GemmLauncher>(*std::move(launcher));
    return choose_candidate(spec_, context_, *sets_, *launcher_).map([&](ChosenCandidate chosen) {
      chosen_ = std::move(chosen);
    });
  }

  [[nodiscard]] Work work() const override { return spec_.work(); }
  [[nodiscard]] std::size_t set_count() const override { return sets_->count(); }
  [[nodiscard]] std::size_t queue_cost() const override { return kMatmulQueueCost; }
  [[nodiscard]] Result<void> launch(std::size_t set) override { return launcher_->launch(chosen_.candidate, set); }

  /// Every element on exact data, then sampled rows on the kind of data that is timed.
  [[nodiscard]] Result<Check> check() override {
    const std::uint64_t seed = context_.seed + ++checks_;
    const Result<GemmVerifier> verifier = GemmVerifier::prepare(spec_, *sets_, *launcher_, seed);
    if (!verifier) return fail(verifier.error());
    Result<Check> exact = verifier->verify(chosen_.candidate);
    if (!exact || !exact->passed) return exact;
    Result<Check> sampled = check_normal(seed);
    if (sampled && sampled->passed) sampled->detail = exact->detail + "; " + sampled->detail;
    return sampled;
  }

  [[nodiscard]] std::map<std::string, std::string> algorithm() const override {
    std::map<std::string, std::string> description = chosen_.candidate.describe();
    description.insert(chosen_.notes.begin(), chosen_.notes.end());
    return description;
  }

 private:
  [[nodiscard]] Result<Check> check_normal(std::uint64_t seed) {
    const Result<void> ran =
        sets_->fill_normal_inputs(0, seed).and_then([&] { return sets_->poison_result(0); }).and_then([&] {
          return launch(0);
        });
    if (!ran) return fail(ran.error());
    const Result<HostMatrix> a = sets_->download_a(0);
    if (!a) return fail(a.error());
    const Result<HostMatrix> b = sets_->download_b(0);
    if (!b) return fail(b.error());
    const Result<HostMatrix> d = sets_->download_d(0);
    if (!d) return fail(d.error());
    const Result<std::vector<Bf16>> bias = sets_->download_bias(0);
    if (!bias) return fail(bias.error());
    return check_sampled_rows(a->view, b->view, d->view, bias->empty() ? nullptr : bias->data(), kSampledRows, seed);
  }

  GemmSpec spec_;
  CudaContext context_;
  std::unique_ptr<GemmSets> sets_;
  std::unique_ptr<GemmLauncher> launcher_;
  ChosenCandidate chosen_;
  std::uint64_t checks_ = 0;
};

}  // namespace

Result<std::unique_ptr<Workload>> make_cuda_gemm(const GemmSpec& spec, const CudaContext& context) {
  if (auto ok = spec.validate(); !ok) return fail(ok.error());
  if (spec.dtype != DType::bf16) {
    return fail(ErrorKind::unavailable, fmt::format("the CUDA product is built for bf16, not {}", name_of(spec.dtype)),
                spec.id());
  }
  auto gemm = std::make_unique<CudaGemm>(spec, context);
  if (auto ok = gemm->prepare(); !ok) return fail(ok.error());
  return gemm;
}

}  // namespace roofgate
