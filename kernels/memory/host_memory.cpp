#include "kernels/memory/host_memory.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <utility>
#include <vector>

#include "kernels/base/assert.hpp"
#include "kernels/host/buffer.hpp"
#include "kernels/host/host_sets.hpp"
#include "kernels/host/isa_dispatch.hpp"
#include "kernels/host/random_fill.hpp"
#include "kernels/host/slice_queue.hpp"
#include "kernels/memory/memory_check.hpp"
#include "kernels/memory/memory_kernels.hpp"

namespace roofgate {

ROOFGATE_DISPATCH(MemoryKernels, kMemoryKernels, memory_kernels);

namespace {

constexpr std::size_t kSliceBytes = 256;  // as fill_normal cuts an array of floats
constexpr std::size_t kChunkBytes = std::size_t{1} << 20U;
constexpr std::uint32_t kPattern = 0x3f9d70a4U;  // 1.23F

struct Arrays {
  float* to = nullptr;  // null for read
  float* from = nullptr;
  float* other = nullptr;
};

int input_count(MemoryOp op) { return op == MemoryOp::triad ? 2 : (op == MemoryOp::write ? 0 : 1); }

Arrays carve(Carver& carver, MemoryOp op, std::size_t count) {
  const auto take = [&] {
    auto* const array = carver.take<float>(count);
    if (input_count(op) > 1) carver.stagger(count * sizeof(float));
    return array;
  };
  Arrays arrays;
  if (op != MemoryOp::read) arrays.to = take();
  if (input_count(op) > 0) arrays.from = take();
  if (input_count(op) > 1) arrays.other = take();
  return arrays;
}

class HostMemory final : public Workload {
 public:
  HostMemory(const MemorySpec& spec, const HostContext& context, HostBuffer buffer, std::vector<Arrays> sets)
      : spec_{spec},
        kernels_{memory_kernels(choose_isa(context.isa))},
        isa_{choose_isa(context.isa)},
        threads_{context.threads},
        streaming_{stores_bypass_cache(spec.work().working_set, context)},
        seed_{context.seed},
        queue_{static_cast<std::size_t>(spec.bytes), context.threads, kSliceBytes, kChunkBytes},
        buffer_{std::move(buffer)},
        sets_{std::move(sets)} {
    for (std::size_t set = 0; set < sets_.size(); ++set) fill(set, seed_);
  }

  [[nodiscard]] Work work() const override { return spec_.work(); }
  [[nodiscard]] std::size_t set_count() const override { return sets_.size(); }

  [[nodiscard]] std::map<std::string, std::string> algorithm() const override {
    return {{"isa", std::string{name_of(isa_)}}, {"stores", streaming_ ? "non_temporal" : "cached"}};
  }

  [[nodiscard]] Result<void> launch(std::size_t set) override {
    const Arrays& arrays = sets_[set];
    std::uint64_t sum = 0;
    queue_.restart();
#pragma omp parallel num_threads(threads_) reduction(+ : sum)
    queue_.take_all(omp_get_thread_num(), [&](Slice slice) { sum += run(arrays, slice); });
    sum_ = sum;
    return {};
  }

  [[nodiscard]] Result<Check> check() override {
    fill(0, derive_seed(seed_, kCheckStream, ++checks_));
    const Result<void> launched = launch(0);
    if (!launched) return fail(launched.error());
    const Arrays& arrays = sets_[0];
    switch (spec_.op) {
      case MemoryOp::copy:
        return check_copy(bytes_of(arrays.to), bytes_of(arrays.from), bytes(), "copy");
      case MemoryOp::read:
        return check_read(sum_, bytes_of(arrays.from), bytes());
      case MemoryOp::write:
        return check_write(reinterpret_cast<const std::uint32_t*>(arrays.to), kPattern, count());
      default:
        return check_triad(arrays.to, arrays.from, arrays.other, kTriadScale, count());
    }
  }

 private:
  static constexpr std::uint64_t kCheckStream = ~std::uint64_t{0};

  static std::byte* bytes_of(float* array) { return reinterpret_cast<std::byte*>(array); }

  [[nodiscard]] std::size_t bytes() const { return static_cast<std::size_t>(spec_.bytes); }
  [[nodiscard]] std::size_t count() const { return bytes() / sizeof(float); }

  void fill(std::size_t set, std::uint64_t seed) {
    const Arrays& arrays = sets_[set];
    if (arrays.to != nullptr) poison(arrays.to, bytes());
    if (arrays.from != nullptr) fill_normal(arrays.from, count(), derive_seed(seed, set, 0));
    if (arrays.other != nullptr) fill_normal(arrays.other, count(), derive_seed(seed, set, 1));
  }

  /// A part; the sum for `read`, else 0.
  [[nodiscard]] std::uint64_t run(const Arrays& arrays, Slice slice) const {
    const std::size_t length = slice.end - slice.begin;
    const std::size_t first = slice.begin / sizeof(float);
    switch (spec_.op) {
      case MemoryOp::copy:
        kernels_.copy(bytes_of(arrays.to) + slice.begin, bytes_of(arrays.from) + slice.begin, length, streaming_);
        return 0;
      case MemoryOp::read:
        return kernels_.read(bytes_of(arrays.from) + slice.begin, length, streaming_);
      case MemoryOp::write:
        kernels_.write(bytes_of(arrays.to) + slice.begin, kPattern, length, streaming_);
        return 0;
      default:
        kernels_.triad(arrays.to + first, arrays.from + first, arrays.other + first, kTriadScale,
                       length / sizeof(float), streaming_);
        return 0;
    }
  }

  MemorySpec spec_;
  const MemoryKernels& kernels_;
  Isa isa_;
  int threads_;
  bool streaming_;
  std::uint64_t seed_;
  std::uint64_t checks_ = 0;
  std::uint64_t sum_ = 0;  // of the last launch: keeps `read` from being optimised away
  SliceQueue queue_;
  HostBuffer buffer_;
  std::vector<Arrays> sets_;
};

}  // namespace

Result<std::unique_ptr<Workload>> make_host_memory(const MemorySpec& spec, const HostContext& context) {
  const Result<void> valid = spec.validate();
  if (!valid) return fail(valid.error());
  if (is_transfer(spec.op)) {
    return fail(ErrorKind::unavailable, fmt::format("{} needs a device; the host backend has none", name_of(spec.op)),
                spec.id(), "measure it with --backend cuda");
  }
  const std::size_t set_count = host_set_count(spec.work().working_set, context);
  const std::size_t count = static_cast<std::size_t>(spec.bytes) / sizeof(float);
  Carver measure;
  for (std::size_t set = 0; set < set_count; ++set) carve(measure, spec.op, count);
  Result<HostBuffer> buffer = HostBuffer::allocate(measure.used());
  if (!buffer) return fail(std::move(buffer.error()));
  std::vector<Arrays> sets;
  Carver carver{*buffer};
  for (std::size_t set = 0; set < set_count; ++set) sets.push_back(carve(carver, spec.op, count));
  return std::make_unique<HostMemory>(spec, context, *std::move(buffer), std::move(sets));
}

}  // namespace roofgate
