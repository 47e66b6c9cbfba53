#include "kernels/host/buffer.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <bit>
#include <cstdint>
#include <utility>

namespace roofgate {
namespace {

std::uintptr_t address_of(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

TEST(HostBuffer, StartsOnAHugePageIsZeroAndWritable) {
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{1}, std::size_t{4096}, std::size_t{5} << 20U}) {
    const Result<HostBuffer> buffer = HostBuffer::allocate(bytes);
    ASSERT_TRUE(buffer) << to_string(buffer.error());
    EXPECT_EQ(address_of(buffer->data()) % (std::size_t{2} << 20U), 0U);
    if (bytes == 0) continue;
    EXPECT_EQ(buffer->data()[bytes - 1], std::byte{0});
    buffer->data()[bytes - 1] = std::byte{1};
  }
}

TEST(HostBuffer, MovingPassesTheMappingOn) {
  HostBuffer first = *HostBuffer::allocate(4096);
  std::byte* const data = first.data();
  HostBuffer second{std::move(first)};
  EXPECT_EQ(second.data(), data);
  HostBuffer third = *HostBuffer::allocate(4096);
  third = std::move(second);
  EXPECT_EQ(third.data(), data);
  third.data()[0] = std::byte{1};
}

TEST(HostBuffer, TooMuchIsUnavailable) {
  const Result<HostBuffer> buffer = HostBuffer::allocate(std::size_t{1} << 60U);
  ASSERT_FALSE(buffer);
  EXPECT_EQ(buffer.error().kind, ErrorKind::unavailable);
}

TEST(HostBuffer, AMappingThatTheSystemRefusesIsUnavailable) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "the sanitizer's own mappings are over any limit";
#else
  rlimit before{};
  getrlimit(RLIMIT_AS, &before);
  const rlimit lowered{rlim_t{256} << 20U, before.rlim_max};
  setrlimit(RLIMIT_AS, &lowered);
  const Result<HostBuffer> buffer = HostBuffer::allocate(std::size_t{512} << 20U);
  setrlimit(RLIMIT_AS, &before);
  ASSERT_FALSE(buffer);
  EXPECT_EQ(buffer.error().kind, ErrorKind::unavailable);
  EXPECT_EQ(to_string(buffer.error()),
            "host memory: cannot map 536870912 bytes: Cannot allocate memory\n"
            "  hint: use a smaller case, or raise the limit of this process (ulimit -v)");
#endif
}

TEST(Carver, PartsAreDisjointAlignedAndOffset) {
  const auto carve = [](Carver carver) {
    std::uint16_t* const first = carver.take<std::uint16_t>(3);
    std::uint16_t* const second = carver.take<std::uint16_t>(200, 1);
    float* const third = carver.take<float>(1);
    return std::tuple{first, second, third, carver.used()};
  };
  const std::size_t bytes = std::get<3>(carve(Carver{}));
  const HostBuffer buffer = *HostBuffer::allocate(bytes);
  const auto [first, second, third, used] = carve(Carver{buffer});
  EXPECT_EQ(used, bytes);
  EXPECT_EQ(address_of(first), address_of(buffer.data()));
  EXPECT_EQ(address_of(second), address_of(buffer.data()) + 256 + 2);
  EXPECT_EQ(address_of(third), address_of(buffer.data()) + 256 + 512);
  EXPECT_EQ(used, 1024U);
}

TEST(Carver, LargeStreamsDoNotBeginAPowerOfTwoApart) {
  constexpr std::size_t kStream = std::size_t{256} << 20U;
  Carver carver;
  carver.stagger(Carver::kStaggeredFrom - 1);
  EXPECT_EQ(carver.used(), 0U);
  carver.take<std::uint16_t>(kStream / 2);
  carver.stagger(kStream);
  EXPECT_EQ(carver.used(), kStream + Carver::kStagger);
  EXPECT_FALSE(std::has_single_bit(carver.used()));
}

TEST(Carver, LargeStreamsOfAnySizeBeginAlike) {
  Carver carver;
  carver.take<std::byte>(1000);
  for (const std::size_t bytes : {Carver::kStaggeredFrom, Carver::kStaggeredFrom + 1, std::size_t{100'000'002}}) {
    const std::size_t before = carver.used();
    carver.take<std::byte>(bytes);
    carver.stagger(bytes);
    EXPECT_EQ(carver.used() % Carver::kStagger, 0U) << bytes;
    EXPECT_GE(carver.used() - before, bytes + Carver::kStagger) << bytes;
  }
}

}  // namespace
}  // namespace roofgate
