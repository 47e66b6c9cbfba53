#include "kernels/gemm/gemm_spec.hpp"

#include <gtest/gtest.h>

namespace roofgate {
namespace {

GemmSpec square(std::int64_t extent) {
  GemmSpec spec;
  spec.m = spec.n = spec.k = extent;
  return spec;
}

TEST(GemmSpec, LeadingDimensionsFollowTheLayout) {
  GemmSpec spec;
  spec.m = 2;
  spec.n = 3;
  spec.k = 5;
  spec.transpose_a = Transpose::none;
  spec.transpose_b = Transpose::none;
  EXPECT_EQ(spec.lda(), 2);
  EXPECT_EQ(spec.ldb(), 5);
  EXPECT_EQ(spec.ldd(), 2);
  spec.transpose_a = Transpose::transposed;
  spec.transpose_b = Transpose::transposed;
  spec.leading_pad = 1;
  EXPECT_EQ(spec.lda(), 6);
  EXPECT_EQ(spec.ldb(), 4);
  EXPECT_EQ(spec.ldd(), 3);
}

TEST(GemmSpec, IdNamesEverythingThatDiffers) {
  GemmSpec spec = square(4096);
  EXPECT_EQ(spec.id(), "gemm/bf16/tn/m4096n4096k4096/align128");
  spec.transpose_a = Transpose::none;
  spec.transpose_b = Transpose::transposed;
  spec.k = 4100;
  EXPECT_EQ(spec.id(), "gemm/bf16/nt/m4096n4096k4100/align4");
  spec.leading_pad = 1;
  EXPECT_EQ(spec.id(), "gemm/bf16/nt/m4096n4096k4100/align4/oddld");
  spec.leading_pad = 8;
  spec.pointer_offset = 1;
  spec.choice = GemmChoice::best;
  spec.epilogue = Epilogue::bias_gelu_fused;
  EXPECT_EQ(spec.id(), "gemm/bf16/nt/m4096n4096k4100/align4/ldpad8/offset2/best/bias_gelu_fused");
  spec.choice = GemmChoice::first;
  spec.epilogue = Epilogue::bias_gelu_separate;
  EXPECT_EQ(spec.id(), "gemm/bf16/nt/m4096n4096k4100/align4/ldpad8/offset2/first/bias_gelu_separate");
}

TEST(GemmSpec, AlignmentIsTheLargestPowerOfTwoInEverything) {
  for (const std::int64_t alignment : {1, 2, 4, 8, 16, 32, 64, 128}) {
    GemmSpec spec = square(1024);
    spec.k = 1024 - alignment;
    EXPECT_EQ(spec.alignment(), alignment);
    spec = square(1024);
    spec.leading_pad = alignment;
    EXPECT_EQ(spec.alignment(), alignment);
    spec = square(1024);
    spec.pointer_offset = alignment;
    EXPECT_EQ(spec.alignment(), alignment);
  }
  EXPECT_EQ(square(4096).alignment(), 128) << "the ladder's top";
}

TEST(GemmSpec, CountsEachMatrixOnceAndAnFmaAsTwo) {
  GemmSpec spec;
  spec.m = 2;
  spec.n = 3;
  spec.k = 5;
  const Work plain = spec.work();
  EXPECT_EQ(plain.flops, Flops{60.0});
  EXPECT_EQ(plain.bytes_read, Bytes{2.0 * (10 + 15)});
  EXPECT_EQ(plain.bytes_written, Bytes{2.0 * 6});
  EXPECT_EQ(plain.working_set, Bytes{2.0 * 31});
  EXPECT_EQ(plain.subject, Subject::flops);
  spec.epilogue = Epilogue::bias_gelu_fused;
  EXPECT_EQ(spec.work().bytes_read, plain.bytes_read + Bytes{2.0 * 2});
  EXPECT_EQ(spec.work().bytes_written, plain.bytes_written);
  spec.epilogue = Epilogue::bias_gelu_separate;
  EXPECT_EQ(spec.work().bytes_read, plain.bytes_read + Bytes{2.0 * (2 + 6)});
  EXPECT_EQ(spec.work().bytes_written, plain.bytes_written + Bytes{2.0 * 6});
  EXPECT_EQ(spec.work().flops, plain.flops);
  spec.leading_pad = 7;
  EXPECT_EQ(spec.work().working_set, Bytes{2.0 * (31 + 2)}) << "padding is not touched";
}

TEST(GemmSpec, RefusesWhatNoLibraryTakes) {
  const auto what_of = [](const GemmSpec& spec) {
    const Result<void> valid = spec.validate();
    return valid ? std::string{"valid"} : valid.error().what;
  };
  EXPECT_EQ(what_of(square(1)), "valid");
  EXPECT_EQ(what_of(square(0)), "dimension 0 is outside 1 … 2147483647");
  EXPECT_EQ(what_of(square(std::int64_t{1} << 31)), "dimension 2147483648 is outside 1 … 2147483647");
  GemmSpec spec = square(8);
  spec.leading_pad = -1;
  EXPECT_EQ(what_of(spec), "leading_pad and pointer_offset must not be negative");
  spec.leading_pad = 0;
  spec.pointer_offset = -1;
  EXPECT_EQ(what_of(spec), "leading_pad and pointer_offset must not be negative");
}

}  // namespace
}  // namespace roofgate
