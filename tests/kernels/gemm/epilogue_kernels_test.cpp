#include "kernels/gemm/epilogue_kernels.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kernels/base/activation.hpp"
#include "kernels/base/bounded.hpp"
#include "kernels/host/isa.hpp"
#include "kernels/host/random_fill.hpp"
#include "tests/kernels/guarded.hpp"

namespace roofgate {
namespace {

class EpilogueKernelsTest : public testing::TestWithParam<Isa> {};

INSTANTIATE_TEST_SUITE_P(Every, EpilogueKernelsTest, testing::ValuesIn(available_isas()),
                         [](const auto& instance) { return std::string{name_of(instance.param)}; });

TEST_P(EpilogueKernelsTest, EveryLengthAndAlignment) {
  for (const std::size_t count : {0UL, 1UL, 7UL, 8UL, 15UL, 16UL, 17UL, 31UL, 32UL, 33UL, 63UL, 64UL, 65UL, 1000UL}) {
    for (const std::size_t misalignment : {0UL, 2UL, 30UL}) {
      Guarded<Bf16> d(count, misalignment);
      Guarded<Bf16> bias(count, 2);
      fill_normal(d.data(), count, 1);
      fill_normal(bias.data(), count, 2);
      const std::vector<Bf16> before(d.data(), d.data() + count);
      epilogue_kernels(GetParam()).bias_gelu(d.data(), bias.data(), count);
      for (std::size_t i = 0; i < count; ++i) {
        const double input = static_cast<double>(to_float(before[i])) + static_cast<double>(to_float(bias[i]));
        const Bounded expected = round_to_bf16(gelu_of(round_to_fp32({input, 0.0})));
        ASSERT_NEAR(static_cast<double>(to_float(d[i])), expected.value, expected.error) << i << " of " << count;
      }
      ASSERT_TRUE(d.is_intact()) << count;
    }
  }
}

}  // namespace
}  // namespace roofgate
