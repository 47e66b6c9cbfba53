#include "kernels/collective/message_parts.hpp"

#include <gtest/gtest.h>

namespace roofgate {
namespace {

TEST(MessageParts, ASmallMessageIsOnePart) {
  const auto parts = message_parts(2, 2);
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_EQ(parts[0].start, 0U);
  EXPECT_EQ(parts[0].count, 1);
}

// 2^32 elements of bf16 do not fit an int; nor do the bytes of one part more.
TEST(MessageParts, MessagesBeyondAnIntOfElementsCoverEveryByteOnce) {
  const std::size_t gibibyte = std::size_t{1} << 30;
  for (const std::size_t element : {2U, 4U}) {
    for (const std::size_t bytes : {gibibyte - element, gibibyte, gibibyte + element, 8 * gibibyte, 9 * gibibyte + 8}) {
      std::size_t covered = 0;
      for (const MessagePart& part : message_parts(bytes, element)) {
        EXPECT_EQ(part.start, covered);
        EXPECT_GT(part.count, 0);
        EXPECT_LE(static_cast<std::size_t>(part.count) * element, gibibyte);
        covered += static_cast<std::size_t>(part.count) * element;
      }
      EXPECT_EQ(covered, bytes);
    }
  }
}

}  // namespace
}  // namespace roofgate
