// The separate epilogue, run on the CPU: every element once, the padding never.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "kernels/gemm/bias_gelu_launch.hpp"
#include "kernels/gemm/product_check.hpp"
#include "tests/cpu_cuda/cpu_launch.hpp"
#include "tests/cpu_cuda/exact_buffer.hpp"

namespace roofgate {
namespace {

struct Shape {
  std::int64_t rows, columns, pad;
  std::size_t offset;
};

void expect_right(const Shape& s) {
  SCOPED_TRACE(std::to_string(s.rows) + " x " + std::to_string(s.columns) + ", pad " + std::to_string(s.pad) +
               ", offset " + std::to_string(s.offset));
  const std::int64_t leading = s.rows + s.pad;
  ExactBuffer<Bf16> d{static_cast<std::size_t>(leading * s.columns), s.offset};
  ExactBuffer<Bf16> bias{static_cast<std::size_t>(s.rows), s.offset};
  std::mt19937 random{11};
  std::normal_distribution<float> normal;
  for (Bf16& element : bias.span()) element = to_bf16(normal(random));
  for (std::int64_t column = 0; column < s.columns; ++column) {
    for (std::int64_t row = 0; row < s.rows; ++row) d.data()[row + column * leading] = to_bf16(4.0F * normal(random));
  }
  const std::vector<Bf16> before{d.span().begin(), d.span().end()};
  const MatrixView product{before.data(), s.rows, s.columns, leading, false};
  const MatrixView result{d.data(), s.rows, s.columns, leading, false};
  ASSERT_EQ(launch_bias_gelu({d.data(), bias.data(), s.rows, s.columns, leading}, 2, nullptr).code, 0);
  const Check check = check_bias_gelu(product, bias.data(), result);
  EXPECT_TRUE(check.passed) << check.detail;
  EXPECT_TRUE(check_padding(result, Bf16{0xffff}).passed);
  EXPECT_TRUE(d.guards_intact());
}

TEST(BiasGeluOnCpu, EveryShapeIsRight) {
  for (const std::int64_t rows : {1, 7, 8, 9, 64, 2047, 2048, 2049, 4100}) {
    for (const std::int64_t columns : {1, 3, 4, 5, 17}) {
      for (const std::int64_t pad : {0, 1, 8}) expect_right({rows, columns, pad, 0});
      expect_right({rows, columns, 0, 1});
    }
  }
}

TEST(BiasGeluOnCpu, EveryElementIsStoredOnceAlsoBackwards) {
  set_thread_order(ThreadOrder::backward);
  ExactBuffer<Bf16> d{std::size_t{2056} * 9};
  ExactBuffer<Bf16> bias{2056};
  const StoreCount stores{d.bytes()};
  ASSERT_EQ(launch_bias_gelu({d.data(), bias.data(), 2056, 9, 2056}, 3, nullptr).code, 0);
  set_thread_order(ThreadOrder::forward);
  EXPECT_EQ(stores.first_not_once(), "");
}

TEST(BiasGeluOnCpu, MoreColumnsThanAGridHolds) { expect_right({3, 70001, 1, 0}); }

}  // namespace
}  // namespace roofgate
