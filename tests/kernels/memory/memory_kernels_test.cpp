#include "kernels/memory/memory_kernels.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <string>

#include "kernels/host/isa.hpp"
#include "kernels/host/random_fill.hpp"
#include "kernels/memory/memory_check.hpp"
#include "tests/kernels/guarded.hpp"

namespace roofgate {
namespace {

// Around every vector width, block and cache line, and well past one block.
constexpr std::size_t kSizes[] = {0,  1,  3,  4,  7,   8,   12,  15,  16,  28,  32,  36,   60,
                                  63, 64, 65, 68, 124, 127, 128, 132, 252, 256, 260, 1020, 4100};
constexpr std::size_t kMisalignments[] = {0, 4, 12, 32, 60};

class MemoryKernelsTest : public testing::TestWithParam<Isa> {
 protected:
  const MemoryKernels& kernels_ = memory_kernels(GetParam());
};

INSTANTIATE_TEST_SUITE_P(Every, MemoryKernelsTest, testing::ValuesIn(available_isas()),
                         [](const auto& instance) { return std::string{name_of(instance.param)}; });

TEST_P(MemoryKernelsTest, CopyMovesEveryByteAndNoOther) {
  for (const bool streaming : {false, true}) {
    for (const std::size_t bytes : kSizes) {
      for (const std::size_t to_offset : {0UL, 1UL, 2UL, 17UL, 63UL}) {
        for (const std::size_t from_offset : {0UL, 1UL, 32UL}) {
          Guarded<std::byte> from(bytes, from_offset);
          Guarded<std::byte> to(bytes, to_offset);
          for (std::size_t i = 0; i < bytes; ++i) from[i] = static_cast<std::byte>(i * 7 + 1);
          kernels_.copy(to.data(), from.data(), bytes, streaming);
          ASSERT_EQ(std::memcmp(to.data(), from.data(), bytes), 0) << bytes << " bytes to " << to_offset;
          ASSERT_TRUE(to.is_intact()) << bytes << " bytes to " << to_offset;
        }
      }
    }
  }
}

TEST_P(MemoryKernelsTest, ReadSumsEveryWordOnce) {
  for (const std::size_t bytes : kSizes) {
    for (const std::size_t offset : {0UL, 1UL, 4UL, 33UL}) {
      Guarded<std::byte> from(bytes, offset);
      std::uint64_t expected = 0;
      for (std::size_t i = 0; i < bytes; ++i) {
        from[i] = static_cast<std::byte>(i * 37 + 11);
        expected += std::to_integer<std::uint64_t>(from[i]) << (8 * (i % 8));
      }
      ASSERT_EQ(kernels_.read(from.data(), bytes, offset % 2 == 0), expected) << bytes << " bytes at " << offset;
    }
  }
}

TEST_P(MemoryKernelsTest, WriteRepeatsThePatternInsideTheArrayOnly) {
  constexpr std::uint32_t kPattern = 0x01020304U;
  for (const bool streaming : {false, true}) {
    for (const std::size_t size : kSizes) {
      for (const std::size_t offset : {0UL, 1UL, 4UL, 12UL, 62UL}) {
        const std::size_t bytes = size / 4 * 4;
        Guarded<std::byte> to(bytes, offset);
        kernels_.write(to.data(), kPattern, bytes, streaming);
        for (std::size_t i = 0; i < bytes; i += 4) {
          ASSERT_EQ(std::memcmp(to.data() + i, &kPattern, 4), 0) << "byte " << i << " of " << bytes << " at " << offset;
        }
        ASSERT_TRUE(to.is_intact()) << bytes << " bytes at " << offset;
      }
    }
  }
}

TEST_P(MemoryKernelsTest, TriadIsTheSumOfEachElement) {
  for (const bool streaming : {false, true}) {
    for (const std::size_t size : kSizes) {
      for (const std::size_t offset : kMisalignments) {
        const std::size_t count = size / 4;
        Guarded<float> a(count, offset);
        Guarded<float> b(count, 4);
        Guarded<float> c(count, 8);
        fill_normal(b.data(), count, 1);
        fill_normal(c.data(), count, 2);
        kernels_.triad(a.data(), b.data(), c.data(), kTriadScale, count, streaming);
        const Check check = check_triad(a.data(), b.data(), c.data(), kTriadScale, count);
        ASSERT_TRUE(check.passed) << count << " elements at " << offset << ": " << check.detail;
        ASSERT_TRUE(a.is_intact()) << count << " elements at " << offset;
      }
    }
  }
}

}  // namespace
}  // namespace roofgate
