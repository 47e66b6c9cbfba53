#include "kernels/memory/cuda_memory_kernel.hpp"

#include <fmt/format.h>

#include <numeric>
#include <utility>
#include <vector>

#include "kernels/base/set_count.hpp"
#include "kernels/cuda/buffer.hpp"
#include "kernels/cuda/download.hpp"
#include "kernels/cuda/random.hpp"
#include "kernels/cuda/status.hpp"
#include "kernels/memory/memory_check.hpp"
#include "kernels/memory/memory_launch.hpp"

namespace roofgate {
namespace {

constexpr unsigned char kPoison = 0xff;
constexpr std::uint32_t kPattern = 0x3f9d70a4U;  // 1.23F

int input_count(MemoryOp op) { return op == MemoryOp::triad ? 2 : (op == MemoryOp::write ? 0 : 1); }

class CudaMemory final : public Workload {
 public:
  CudaMemory(const MemorySpec& spec, const CudaContext& context)
      : spec_{spec},
        context_{context},
        sets_{set_count_for(spec.work().working_set, context.l2_cache, context.cache)} {}

  Result<void> prepare() {
    if (spec_.op != MemoryOp::read) {
      if (auto ok = allocate(to_, bytes()); !ok) return ok;
    }
    for (int i = 0; i < input_count(spec_.op); ++i) {
      if (auto ok = allocate(from_[i], bytes()); !ok) return ok;
    }
    if (spec_.op == MemoryOp::read) {
      const auto partials = static_cast<std::size_t>(read_partials(spec_.bytes, context_.multiprocessors));
      if (auto ok = allocate(partials_, partials * sizeof(std::uint64_t)); !ok) return ok;
    }
    for (std::size_t set = 0; set < sets_; ++set) {
      if (auto ok = fill(set, context_.seed); !ok) return ok;
    }
    return synchronize(context_.stream);
  }

  [[nodiscard]] Work work() const override { return spec_.work(); }
  [[nodiscard]] std::size_t set_count() const override { return sets_; }

  [[nodiscard]] Result<void> launch(std::size_t set) override { return launch_with(set, kPattern); }

  /// `write` writes another pattern here than when it is timed, so that what lay there before does not pass.
  [[nodiscard]] Result<Check> check() override {
    const std::uint32_t pattern = kPattern ^ 0x00a5a5a5U;
    const Result<void> ran = fill(0, context_.seed + 1)
                                 .and_then([&] { return poison(to_); })
                                 .and_then([&] { return poison(partials_); })
                                 .and_then([&] { return launch_with(0, pattern); })
                                 .and_then([&] { return synchronize(context_.stream); });
    if (!ran) return fail(ran.error());
    if (spec_.op == MemoryOp::read) return check_sum();
    const std::size_t words = bytes() / sizeof(float);
    return check_in_slabs(words, fmt::format("every one of {} words compared", words),
                          [&](std::size_t begin, std::size_t count) { return check_slab(begin, count, pattern); });
  }

 private:
  [[nodiscard]] std::size_t bytes() const { return static_cast<std::size_t>(spec_.bytes); }

  [[nodiscard]] Result<void> allocate(SetBuffer& buffer, std::size_t size) const {
    return SetBuffer::allocate(sets_, size).map([&](SetBuffer made) { buffer = std::move(made); });
  }

  [[nodiscard]] Result<void> fill(std::size_t set, std::uint64_t seed) const {
    for (std::uint64_t i = 0; i < 2; ++i) {
      if (from_[i].bytes() == 0) continue;
      const RandomKey key{seed, 2 * set + i};
      Result<void> filled = fill_normal(from_[i].at(set), bytes() / sizeof(float), DType::fp32, key, context_.stream);
      if (!filled) return filled;
    }
    return {};
  }

  [[nodiscard]] Result<void> poison(const SetBuffer& buffer) const {
    if (buffer.bytes() == 0) return {};
    return fill_bytes(buffer.at(0), kPoison, buffer.bytes(), context_.stream);
  }

  [[nodiscard]] Result<void> launch_with(std::size_t set, std::uint32_t pattern) const {
    const auto count = spec_.bytes / std::int64_t{sizeof(float)};
    const auto floats = [](std::byte* data) { return reinterpret_cast<float*>(data); };
    const int processors = context_.multiprocessors;
    CudaStatus status;
    switch (spec_.op) {
      case MemoryOp::copy:
        status = launch_copy(to_.at(set), from_[0].at(set), spec_.bytes, processors, context_.stream);
        break;
      case MemoryOp::read:
        status = launch_read(reinterpret_cast<std::uint64_t*>(partials_.at(set)), from_[0].at(set), spec_.bytes,
                             processors, context_.stream);
        break;
      case MemoryOp::write:
        status =
            launch_write(reinterpret_cast<std::uint32_t*>(to_.at(set)), pattern, count, processors, context_.stream);
        break;
      default:
        status = launch_triad(floats(to_.at(set)), floats(from_[0].at(set)), floats(from_[1].at(set)), kTriadScale,
                              count, processors, context_.stream);
        break;
    }
    return succeeded(status, fmt::format("launch of {}", name_of(spec_.op)));
  }

  [[nodiscard]] Result<Check> check_sum() const {
    const auto partials =
        download<std::uint64_t>(partials_.at(0), partials_.bytes() / sizeof(std::uint64_t), context_.stream);
    if (!partials) return fail(partials.error());
    const auto data = download<std::byte>(from_[0].at(0), bytes(), context_.stream);
    if (!data) return fail(data.error());
    const std::uint64_t sum = std::accumulate(partials->begin(), partials->end(), std::uint64_t{0});
    return check_read(sum, data->data(), data->size());
  }

  [[nodiscard]] Result<Check> check_slab(std::size_t begin, std::size_t count, std::uint32_t pattern) const {
    const auto slab_of = [&](const SetBuffer& buffer) {
      return download<float>(buffer.bytes() == 0 ? nullptr : buffer.at(0) + begin * sizeof(float),
                             buffer.bytes() == 0 ? 0 : count, context_.stream);
    };
    const Result<std::vector<float>> to = slab_of(to_);
    if (!to) return fail(to.error());
    const Result<std::vector<float>> first = slab_of(from_[0]);
    if (!first) return fail(first.error());
    const Result<std::vector<float>> second = slab_of(from_[1]);
    if (!second) return fail(second.error());
    const auto bytes_of = [](const std::vector<float>& data) {
      return reinterpret_cast<const std::byte*>(data.data());
    };
    switch (spec_.op) {
      case MemoryOp::copy:
        return check_copy(bytes_of(*to), bytes_of(*first), count * sizeof(float), "copy");
      case MemoryOp::write:
        return check_write(reinterpret_cast<const std::uint32_t*>(to->data()), pattern, count);
      default:
        return check_triad(to->data(), first->data(), second->data(), kTriadScale, count);
    }
  }

  MemorySpec spec_;
  CudaContext context_;
  std::size_t sets_;
  SetBuffer to_;
  SetBuffer from_[2];
  SetBuffer partials_;
};

}  // namespace

Result<std::unique_ptr<Workload>> make_cuda_memory_kernel(const MemorySpec& spec, const CudaContext& context) {
  auto memory = std::make_unique<CudaMemory>(spec, context);
  if (auto ok = memory->prepare(); !ok) return fail(ok.error());
  return memory;
}

}  // namespace roofgate
