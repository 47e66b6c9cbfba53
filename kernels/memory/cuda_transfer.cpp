#include "kernels/memory/cuda_transfer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "kernels/base/set_count.hpp"
#include "kernels/cuda/buffer.hpp"
#include "kernels/cuda/download.hpp"
#include "kernels/cuda/peer.hpp"
#include "kernels/cuda/random.hpp"
#include "kernels/memory/memory_check.hpp"

namespace roofgate {
namespace {

constexpr unsigned char kPoison = 0xff;

/// One buffer of the context's device in each set, and its counterpart: pinned host memory, or the peer's memory.
class CudaTransfer final : public Workload {
 public:
  CudaTransfer(const MemorySpec& spec, const CudaContext& context)
      : spec_{spec},
        context_{context},
        sets_{set_count_for(spec.work().working_set, context.l2_cache, context.cache)} {}

  Result<void> prepare() {
    if (auto ok = SetBuffer::allocate(sets_, bytes()).map([&](SetBuffer made) { device_ = std::move(made); }); !ok) {
      return ok;
    }
    Result<void> counterpart = spec_.op == MemoryOp::peer_copy ? prepare_peer() : prepare_pinned();
    if (!counterpart) return counterpart;
    for (std::size_t set = 0; set < sets_; ++set) {
      if (auto ok = fill(set, context_.seed); !ok) return ok;
    }
    return synchronize(context_.stream);
  }

  [[nodiscard]] Work work() const override { return spec_.work(); }
  [[nodiscard]] std::size_t set_count() const override { return sets_; }

  [[nodiscard]] std::map<std::string, std::string> algorithm() const override {
    if (spec_.op != MemoryOp::peer_copy) return {};
    return {{"peer", fmt::format("{}", peer_)}, {"path", direct_ ? "link" : "host_memory"}};
  }

  [[nodiscard]] Result<void> launch(std::size_t set) override {
    switch (spec_.op) {
      case MemoryOp::host_to_device:
        return copy_to_device(device_.at(set), pinned_at(set), bytes(), context_.stream);
      case MemoryOp::device_to_host:
        return copy_to_host(pinned_at(set), device_.at(set), bytes(), context_.stream);
      default:
        return copy_to_peer(peer_at(set), peer_, device_.at(set), context_.device, bytes(), context_.stream);
    }
  }

  [[nodiscard]] Result<Check> check() override {
    const Result<void> ran = fill(0, context_.seed + 1)
                                 .and_then([&] { return poison_target(); })
                                 .and_then([&] { return launch(0); })
                                 .and_then([&] { return synchronize(context_.stream); });
    if (!ran) return fail(ran.error());
    return check_in_slabs(bytes(), fmt::format("every one of {} bytes compared", bytes()),
                          [&](std::size_t begin, std::size_t count) { return check_slab(begin, count); });
  }

 private:
  [[nodiscard]] std::size_t bytes() const { return static_cast<std::size_t>(spec_.bytes); }
  [[nodiscard]] std::byte* pinned_at(std::size_t set) const { return pinned_.data() + set * bytes(); }
  [[nodiscard]] std::byte* peer_at(std::size_t set) const { return peer_buffer_.data() + set * bytes(); }

  [[nodiscard]] Result<void> prepare_pinned() {
    return PinnedBuffer::allocate(sets_ * bytes()).map([&](PinnedBuffer made) { pinned_ = std::move(made); });
  }

  [[nodiscard]] Result<void> prepare_peer() {
    const Result<int> peer = peer_of(context_.device);
    if (!peer) return fail(peer.error());
    peer_ = *peer;
    const Result<bool> direct = enable_peer_access(context_.device, peer_);
    if (!direct) return fail(direct.error());
    direct_ = *direct;
    return allocate_on(peer_, sets_ * bytes(), context_.device).map([&](DeviceBuffer made) {
      peer_buffer_ = std::move(made);
    });
  }

  /// Normal data in the source; the host's comes from the device's generator too.
  [[nodiscard]] Result<void> fill(std::size_t set, std::uint64_t seed) const {
    const RandomKey key{seed, set};
    Result<void> filled = fill_normal(device_.at(set), bytes() / sizeof(float), DType::fp32, key, context_.stream);
    if (!filled || spec_.op != MemoryOp::host_to_device) return filled;
    return copy_to_host(pinned_at(set), device_.at(set), bytes(), context_.stream);
  }

  [[nodiscard]] Result<void> poison_target() const {
    switch (spec_.op) {
      case MemoryOp::host_to_device:
        return fill_bytes(device_.at(0), kPoison, bytes(), context_.stream);
      case MemoryOp::device_to_host:
        return synchronize(context_.stream).map([&] {
          std::fill(pinned_at(0), pinned_at(0) + bytes(), std::byte{kPoison});
        });
      default:
        return fill_bytes(peer_at(0), kPoison, bytes(), context_.stream);
    }
  }

  [[nodiscard]] Result<Check> check_slab(std::size_t begin, std::size_t count) const {
    const auto device = download<std::byte>(device_.at(0) + begin, count, context_.stream);
    if (!device) return fail(device.error());
    if (spec_.op == MemoryOp::peer_copy) {
      const auto other = download<std::byte>(peer_at(0) + begin, count, context_.stream);
      if (!other) return fail(other.error());
      return check_copy(other->data(), device->data(), count, "peer_copy");
    }
    const std::byte* host = pinned_at(0) + begin;
    const bool to_device = spec_.op == MemoryOp::host_to_device;
    return check_copy(to_device ? device->data() : host, to_device ? host : device->data(), count,
                      name_of(spec_.op).data());
  }

  MemorySpec spec_;
  CudaContext context_;
  std::size_t sets_;
  SetBuffer device_;
  PinnedBuffer pinned_;
  DeviceBuffer peer_buffer_;
  int peer_ = 0;
  bool direct_ = false;
};

}  // namespace

Result<std::unique_ptr<Workload>> make_cuda_transfer(const MemorySpec& spec, const CudaContext& context) {
  auto transfer = std::make_unique<CudaTransfer>(spec, context);
  if (auto ok = transfer->prepare(); !ok) return fail(ok.error());
  return transfer;
}

}  // namespace roofgate
