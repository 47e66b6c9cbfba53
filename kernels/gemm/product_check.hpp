// Checks D = op(A) op(B) in host memory. Pure: whichever library made D.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/base/workload.hpp"
#include "kernels/gemm/matrix_view.hpp"

namespace roofgate {

/// Share of elements that are -1 or +1, the rest 0, so that a sum of `k` products has a variance of at most 128: its
/// integers then stay below 256, which bf16 holds exactly, with a margin of 22 standard deviations.
[[nodiscard]] double exact_density(std::int64_t k);

/// Freivalds' check (Probabilistic machines can use less running time, IFIP 1977): D r = A (B r) for a random vector r,
/// in O(n^2). On matrices of exact_density both sides are integers and equal to the last bit, so there is no tolerance:
/// one wrong element of D is always found, any other wrong D with a probability of at least 1 - 2^-19.
class FreivaldsCheck {
 public:
  FreivaldsCheck(MatrixView a, MatrixView b, std::uint64_t seed);

  /// A failure names the first wrong element of the first wrong row.
  [[nodiscard]] Check check(MatrixView d) const;

 private:
  MatrixView a_, b_;
  std::vector<double> vector_;    ///< r
  std::vector<double> expected_;  ///< A (B r)
};

/// `count` rows of D against the product in double. Tolerance of an element: one bf16 step of its value and of the
/// spread of its sum, since a split sum may round each part to bf16. `bias` (D has one per row, may be null) adds
/// GELU(x + bias).
[[nodiscard]] Check check_sampled_rows(MatrixView a, MatrixView b, MatrixView d, const Bf16* bias, int count,
                                       std::uint64_t seed);

/// Which definition of GELU a result has to meet. They differ by up to 5e-4.
enum class GeluForm {
  tanh,        ///< activation.hpp's, and oneDNN's eltwise_gelu_tanh
  undeclared,  ///< tanh or erf: cuBLASLt does not document which one it has
};

/// Every element of D = GELU(product + bias) in double. Tolerance: half a bf16 step and the fp32 arithmetic for `tanh`;
/// a step and the definitions' distance for `undeclared`.
[[nodiscard]] Check check_bias_gelu(MatrixView product, const Bf16* bias, MatrixView d,
                                    GeluForm form = GeluForm::undeclared);

/// Nothing was written between the columns: the padding still holds `poison`.
[[nodiscard]] Check check_padding(MatrixView d, Bf16 poison);

}  // namespace roofgate
