#include "kernels/cuda/philox.hpp"

#include <gtest/gtest.h>

namespace roofgate {
namespace {

// Known answers of Random123 1.14 (the authors' library), tests/kat_vectors, lines "philox4x32 10".
TEST(Philox, AgreesWithTheAuthorsKnownAnswers) {
  struct Known {
    std::uint64_t low, high, key;
    std::uint32_t answer[4];
  };
  constexpr Known kKnown[] = {
      {0, 0, 0, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
      {0xffffffffffffffff, 0xffffffffffffffff, 0xffffffffffffffff, {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
      {0x85a308d3243f6a88, 0x0370734413198a2e, 0x299f31d0a4093822, {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
  };
  for (const Known& known : kKnown) {
    const PhiloxBlock block = philox4x32(known.low, known.high, known.key);
    for (int i = 0; i < 4; ++i) EXPECT_EQ(block.word[i], known.answer[i]) << known.low << " word " << i;
  }
}

}  // namespace
}  // namespace roofgate
