#include "kernels/cuda/blocker.hpp"

#include <atomic>
#include <new>
#include <utility>

#include "kernels/cuda/blocking_kernel.hpp"

namespace roofgate {
namespace {

BlockerFlags* flags_of(const PinnedBuffer& buffer) {
  return std::launder(reinterpret_cast<BlockerFlags*>(buffer.data()));
}

std::atomic_ref<std::uint32_t> shared_word(std::uint32_t& word) { return std::atomic_ref<std::uint32_t>{word}; }

}  // namespace

Result<Blocker> Blocker::create() {
  Result<PinnedBuffer> buffer = PinnedBuffer::allocate(sizeof(BlockerFlags), true);
  if (!buffer) return fail(buffer.error());
  new (buffer->data()) BlockerFlags{};
  return Blocker{*std::move(buffer)};
}

Result<Blocker::Hold> Blocker::hold(CUstream_st* stream) {
  const std::uint32_t number = ++last_hold_;
  auto* device_flags = reinterpret_cast<BlockerFlags*>(flags_.device_data());
  const auto timeout_ns = static_cast<std::uint64_t>(kHoldTimeout.value() * 1e9);
  const CudaStatus status = launch_blocking_kernel(device_flags, number, timeout_ns, stream);
  return succeeded(status, "launch of the blocking kernel").map([&] { return Hold{this, number}; });
}

Blocker::Hold::Hold(Hold&& other) noexcept : blocker_{std::exchange(other.blocker_, nullptr)}, number_{other.number_} {}

Blocker::Hold::~Hold() { release(); }

void Blocker::Hold::release() {
  if (blocker_ == nullptr) return;
  shared_word(flags_of(blocker_->flags_)->released).store(number_, std::memory_order_release);
}

bool Blocker::Hold::timed_out() const {
  return shared_word(flags_of(blocker_->flags_)->timed_out).load(std::memory_order_acquire) == number_;
}

}  // namespace roofgate
