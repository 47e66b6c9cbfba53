#include "kernels/gemm/onednn_matmul.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "kernels/base/bounded.hpp"
#include "tests/kernels/gemm/plain_product.hpp"
#include "tests/kernels/guarded.hpp"

namespace roofgate {
namespace {

Guarded<Bf16> copy_of(const std::vector<Bf16>& values, std::int64_t offset) {
  Guarded<Bf16> copy(values.size(), static_cast<std::size_t>(offset) * sizeof(Bf16));
  std::copy(values.begin(), values.end(), copy.data());
  return copy;
}

/// A bound on fp32 accumulation in any order (Higham & Mary, SIAM J. Sci. Comput. 41, 2019): 4 sqrt(k) roundings of
/// the sum of the products' magnitudes, which for normal data is near k.
double accumulation_error(const GemmSpec& spec) {
  const auto k = static_cast<double>(spec.k);
  return 4.0 * std::sqrt(k) * kFp32Roundoff * 2.0 * k;
}

/// Multiplies and compares each element with three plain loops.
void expect_right(const GemmSpec& spec) {
  const Operands operands{spec};
  Guarded<Bf16> a = copy_of(operands.a, spec.pointer_offset);
  Guarded<Bf16> b = copy_of(operands.b, spec.pointer_offset);
  Guarded<Bf16> bias = copy_of(operands.bias, spec.pointer_offset);
  Guarded<Bf16> d(static_cast<std::size_t>(spec.ldd() * spec.n), static_cast<std::size_t>(spec.pointer_offset) * 2);
  const bool is_fused = spec.epilogue == Epilogue::bias_gelu_fused;
  const auto matmul = OnednnMatmul::make(spec, is_fused);
  ASSERT_TRUE(matmul) << to_string(matmul.error());
  const std::string name = spec.id() + " by " + (*matmul)->implementation();
  const Result<void> run = (*matmul)->run(*(*matmul)->bind({a.data(), b.data(), bias.data(), d.data()}));
  ASSERT_TRUE(run) << to_string(run.error());
  for (std::int64_t j = 0; j < spec.n; ++j) {
    for (std::int64_t i = 0; i < spec.ldd(); ++i) {
      const Bf16 got = d[static_cast<std::size_t>(i + j * spec.ldd())];
      if (i >= spec.m) {
        ASSERT_EQ(got.bits, 0xffff) << name << ": written below column " << j;
        continue;
      }
      Bounded expected{plain_product(spec, a.data(), b.data(), i, j), accumulation_error(spec)};
      if (is_fused) {
        expected.value += static_cast<double>(to_float(bias[static_cast<std::size_t>(i)]));
        expected = gelu_of(round_to_fp32(expected));
      }
      expected = round_to_bf16(expected);
      ASSERT_NEAR(static_cast<double>(to_float(got)), expected.value, expected.error) << name << " " << i << "," << j;
    }
  }
  EXPECT_TRUE(d.is_intact()) << name;
}

TEST(OnednnMatmul, EveryLayoutPadOffsetAndEpilogue) {
  GemmSpec smallest;
  smallest.m = smallest.n = smallest.k = 1;
  const auto probe = OnednnMatmul::make(smallest, false);
  if (!probe && probe.error().kind == ErrorKind::unavailable) GTEST_SKIP() << to_string(probe.error());
  for (const Transpose transpose_a : {Transpose::none, Transpose::transposed}) {
    for (const Transpose transpose_b : {Transpose::none, Transpose::transposed}) {
      for (const std::int64_t pad : {0, 1, 8}) {
        for (const std::int64_t offset : {0, 1}) {
          for (const Epilogue epilogue : {Epilogue::none, Epilogue::bias_gelu_fused}) {
            for (const auto& [m, n, k] : {std::tuple{1, 1, 1}, std::tuple{64, 64, 64}, std::tuple{67, 35, 129}}) {
              GemmSpec spec;
              spec.m = m;
              spec.n = n;
              spec.k = k;
              spec.transpose_a = transpose_a;
              spec.transpose_b = transpose_b;
              spec.leading_pad = pad;
              spec.pointer_offset = offset;
              spec.epilogue = epilogue;
              expect_right(spec);
            }
          }
        }
      }
    }
  }
}

TEST(OnednnVersion, IsThatOfTheLoadedLibrary) {
  EXPECT_THAT(onednn_version(), testing::MatchesRegex("[0-9]+\\.[0-9]+\\.[0-9]+ \\(.+\\)"));
}

}  // namespace
}  // namespace roofgate
