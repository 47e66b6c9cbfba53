// The stand-in runtime finds what a real one may hide, and charges what its model says.
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstring>
#include <thread>
#include <vector>

#include "kernels/cuda/blocking_kernel.hpp"
#include "kernels/cuda/buffer.hpp"
#include "kernels/cuda/stream.hpp"
#include "kernels/memory/memory_launch.hpp"
#include "tests/cpu_cuda/standin/faults.hpp"
#include "tests/cpu_cuda/standin/memory_map.hpp"
#include "tests/cpu_cuda/standin/scenario.hpp"

namespace roofgate {
namespace {

using standin::Fault;
using standin::misuses;
using standin::Scenario;

class StandIn : public testing::Test {
 protected:
  void SetUp() override { use(Scenario{}); }
  static void use(const Scenario& scenario) {
    standin::set_scenario(scenario);
    standin::reset_calls();
  }
};

constexpr std::size_t kWords = 4096;

Result<void> write_words(std::byte* to, std::uint32_t value, CUstream_st* stream) {
  const CudaStatus status = launch_write(reinterpret_cast<std::uint32_t*>(to), value, kWords, 1, stream);
  return succeeded(status, "launch of write");
}

TEST_F(StandIn, WorkIsDoneInOrder) {
  const auto stream = Stream::create(0);
  const auto buffer = DeviceBuffer::allocate(4 * kWords);
  ASSERT_TRUE(write_words(buffer->data(), 1, stream->get()));
  ASSERT_TRUE(write_words(buffer->data(), 2, stream->get()));
  std::vector<std::uint32_t> host(kWords);
  ASSERT_TRUE(copy_to_host(host.data(), buffer->data(), 4 * kWords, stream->get()));
  ASSERT_TRUE(synchronize(stream->get()));
  EXPECT_EQ(host, std::vector<std::uint32_t>(kWords, 2));
}

// The host goes on while the device has not begun: what is read before a wait is what lay there.
TEST_F(StandIn, AMissingWaitShows) {
  Scenario late;
  late.late = true;
  use(late);
  const auto stream = Stream::create(0);
  const auto buffer = DeviceBuffer::allocate(4 * kWords);
  ASSERT_TRUE(write_words(buffer->data(), 7, stream->get()));
  std::vector<std::uint32_t> host(kWords, 0);
  ASSERT_TRUE(copy_to_host(host.data(), buffer->data(), 4 * kWords, stream->get()));
  EXPECT_EQ(host.front(), 0U);
  ASSERT_TRUE(synchronize(stream->get()));
  EXPECT_EQ(host.front(), 7U);
}

#if defined(__SANITIZE_THREAD__)
TEST_F(StandIn, ThreadSanitizerSeesAMissingWait) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const auto read_too_early = [] {
    const auto stream = Stream::create(0);
    const auto buffer = DeviceBuffer::allocate(4 * kWords);
    std::vector<std::uint32_t> host(kWords, 0);
    static_cast<void>(write_words(buffer->data(), 7, stream->get()));
    static_cast<void>(copy_to_host(host.data(), buffer->data(), 4 * kWords, stream->get()));
    for (int i = 0; i < 1000; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds{1});
      if (host.back() == 7U) break;
    }
    std::_Exit(0);
  };
  EXPECT_EXIT(read_too_early(), testing::ExitedWithCode(0), "data race");
}
#endif

TEST_F(StandIn, FreeingWhatIsInUseIsTold) {
  const auto stream = Stream::create(0);
  const auto flags = PinnedBuffer::allocate(sizeof(BlockerFlags), true);
  auto* const words = new (flags->data()) BlockerFlags{};
  {
    const auto buffer = DeviceBuffer::allocate(4 * kWords);
    constexpr std::uint64_t kPatience_ns = 100'000'000;
    ASSERT_EQ(launch_blocking_kernel(words, 1, kPatience_ns, stream->get()).code, 0);
    ASSERT_TRUE(write_words(buffer->data(), 1, stream->get()));
  }
  EXPECT_EQ(misuses(), 1);
}

TEST_F(StandIn, FreeingAfterAWaitIsRight) {
  const auto stream = Stream::create(0);
  {
    const auto buffer = DeviceBuffer::allocate(4 * kWords);
    ASSERT_TRUE(write_words(buffer->data(), 1, stream->get()));
    ASSERT_TRUE(synchronize(stream->get()));
  }
  EXPECT_EQ(misuses(), 0);
}

TEST_F(StandIn, AnEventReadBeforeItsRecordIsTold) {
  const auto stream = Stream::create(0);
  auto start = Event::create();
  auto stop = Event::create();
  ASSERT_TRUE(start->record(stream->get()));
  ASSERT_TRUE(synchronize(stream->get()));
  EXPECT_FALSE(elapsed(*start, *stop));
  EXPECT_EQ(misuses(), 1);
  EXPECT_TRUE(stop->has_ended());  // the real runtime says success too
  EXPECT_EQ(misuses(), 2);
}

TEST_F(StandIn, AnEventReadBeforeItIsReachedIsTold) {
  Scenario late;
  late.late = true;
  use(late);
  const auto stream = Stream::create(0);
  auto start = Event::create();
  auto stop = Event::create();
  ASSERT_TRUE(start->record(stream->get()));
  ASSERT_TRUE(stop->record(stream->get()));
  EXPECT_FALSE(elapsed(*start, *stop));
  EXPECT_EQ(misuses(), 1);
}

TEST_F(StandIn, AnAccessOutsideEndsTheContext) {
  const auto stream = Stream::create(0);
  const auto buffer = DeviceBuffer::allocate(4 * kWords - 4);
  ASSERT_TRUE(write_words(buffer->data(), 1, stream->get()));
  const auto done = synchronize(stream->get());
  ASSERT_FALSE(done);
  EXPECT_NE(done.error().what.find("cudaErrorIllegalAddress"), std::string::npos);
  EXPECT_TRUE(done.error().ends_process);
  EXPECT_FALSE(DeviceBuffer::allocate(16));
}

TEST_F(StandIn, AFullQueueMakesTheHostWaitForTheDevice) {
  Scenario small;
  small.queue_entries = 4;
  use(small);
  const auto stream = Stream::create(0);
  const auto flags = PinnedBuffer::allocate(sizeof(BlockerFlags), true);
  auto* const words = new (flags->data()) BlockerFlags{};
  constexpr std::uint64_t kPatience_ns = 50'000'000;
  ASSERT_EQ(launch_blocking_kernel(words, 1, kPatience_ns, stream->get()).code, 0);
  for (int i = 0; i < 8; ++i) ASSERT_EQ(launch_empty_kernel(stream->get()).code, 0);
  // The host came this far without releasing: the device gave up.
  EXPECT_EQ(std::atomic_ref{words->timed_out}.load(), 1U);
  ASSERT_TRUE(synchronize(stream->get()));
}

TEST_F(StandIn, TheNthCallFails) {
  Scenario scenario;
  Fault fault;
  fault.call = "cudaMalloc";
  fault.from = fault.until = 2;
  fault.result = cudaErrorMemoryAllocation;
  scenario.faults = {fault};
  use(scenario);
  EXPECT_TRUE(DeviceBuffer::allocate(16));
  const auto second = DeviceBuffer::allocate(16);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().kind, ErrorKind::unavailable);
  EXPECT_TRUE(DeviceBuffer::allocate(16));
}

TEST_F(StandIn, MemoryEnds) {
  Scenario scenario;
  scenario.devices[0].memory_bytes = standin::memory().used_on(0) + 1000;
  use(scenario);
  const auto first = DeviceBuffer::allocate(900);
  EXPECT_TRUE(first);
  EXPECT_FALSE(DeviceBuffer::allocate(200));
}

}  // namespace
}  // namespace roofgate
