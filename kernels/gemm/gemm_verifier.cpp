#include "kernels/gemm/gemm_verifier.hpp"

#include <utility>

namespace roofgate {

Result<GemmVerifier> GemmVerifier::prepare(const GemmSpec& spec, const GemmSets& sets, const GemmLauncher& launcher,
                                           std::uint64_t seed) {
  GemmVerifier verifier{spec, sets, launcher};
  if (auto ok = sets.fill_exact_inputs(0, seed); !ok) return fail(ok.error());
  Result<HostMatrix> a = sets.download_a(0);
  if (!a) return fail(a.error());
  Result<HostMatrix> b = sets.download_b(0);
  if (!b) return fail(b.error());
  Result<std::vector<Bf16>> bias = sets.download_bias(0);
  if (!bias) return fail(bias.error());
  verifier.a_ = *std::move(a);
  verifier.b_ = *std::move(b);
  verifier.bias_ = *std::move(bias);
  verifier.freivalds_ = std::make_unique<FreivaldsCheck>(verifier.a_.view, verifier.b_.view, seed);
  return verifier;
}

Result<Check> GemmVerifier::verify(const MatmulCandidate& candidate) const {
  const bool fused = spec_.epilogue == Epilogue::bias_gelu_fused;
  const Result<void> multiplied = sets_->poison_result(0).and_then(
      [&] { return fused ? launcher_->launch_plain(0) : launcher_->launch_library(candidate, 0); });
  if (!multiplied) return fail(multiplied.error());
  const Result<HostMatrix> product = sets_->download_d(0);
  if (!product) return fail(product.error());
  Check check = check_padding(product->view, kGemmPoison);
  if (check.passed) check = freivalds_->check(product->view);
  if (!check.passed || spec_.epilogue == Epilogue::none) return check;

  const Result<void> finished =
      fused ? sets_->poison_result(0).and_then([&] { return launcher_->launch_library(candidate, 0); })
            : launcher_->launch_epilogue(0);
  if (!finished) return fail(finished.error());
  return check_epilogue(product->view);
}

Result<Check> GemmVerifier::check_epilogue(MatrixView product) const {
  const Result<HostMatrix> result = sets_->download_d(0);
  if (!result) return fail(result.error());
  const Check padding = check_padding(result->view, kGemmPoison);
  return padding.passed ? check_bias_gelu(product, bias_.data(), result->view) : padding;
}

}  // namespace roofgate
