// Says of a candidate whether every element it computes is right, on set 0 and on data whose products are exact.
// Internal to the CUDA side.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "kernels/base/result.hpp"
#include "kernels/base/workload.hpp"
#include "kernels/gemm/gemm_launcher.hpp"
#include "kernels/gemm/gemm_sets.hpp"
#include "kernels/gemm/gemm_spec.hpp"
#include "kernels/gemm/product_check.hpp"

namespace roofgate {

class GemmVerifier {
 public:
  /// Fills set 0 with fresh exact data of `seed`. All references outlive the verifier.
  [[nodiscard]] static Result<GemmVerifier> prepare(const GemmSpec& spec, const GemmSets& sets,
                                                    const GemmLauncher& launcher, std::uint64_t seed);

  /// Without an epilogue, or with a separate one, the product is compared exactly; the epilogue then element by element
  /// with double, from the product that was found right.
  [[nodiscard]] Result<Check> verify(const MatmulCandidate& candidate) const;

 private:
  GemmVerifier(const GemmSpec& spec, const GemmSets& sets, const GemmLauncher& launcher)
      : spec_{spec}, sets_{&sets}, launcher_{&launcher} {}
  [[nodiscard]] Result<Check> check_epilogue(MatrixView product) const;

  GemmSpec spec_;
  const GemmSets* sets_;
  const GemmLauncher* launcher_;
  HostMatrix a_, b_;
  std::vector<Bf16> bias_;
  std::unique_ptr<FreivaldsCheck> freivalds_;
};

}  // namespace roofgate
