#include "kernels/elementwise/host_chain.hpp"

#include <omp.h>

#include <array>
#include <utility>
#include <vector>

#include "kernels/elementwise/chain_check.hpp"
#include "kernels/elementwise/chain_kernels.hpp"
#include "kernels/elementwise/fold_scales.hpp"
#include "kernels/host/buffer.hpp"
#include "kernels/host/host_sets.hpp"
#include "kernels/host/isa_dispatch.hpp"
#include "kernels/host/random_fill.hpp"
#include "kernels/host/slice_queue.hpp"

namespace roofgate {

ROOFGATE_DISPATCH(ChainKernels, kChainKernels, chain_kernels);

namespace {

constexpr std::size_t kSliceElements = 64;  // as fill_normal cuts an array

constexpr std::size_t kChunkElements = std::size_t{256} << 10U;

/// One buffer set. `between` is the intermediate of an unfused chain of more than one operation.
struct Tensors {
  Bf16* x = nullptr;
  Bf16* y = nullptr;
  Bf16* between = nullptr;
  std::vector<Bf16*> operands;  // one per operation, null where it has none
};

bool has_intermediate(const ChainSpec& spec) { return spec.variant != ChainVariant::fused && spec.ops.size() > 1; }

Tensors carve(Carver& carver, const ChainSpec& spec) {
  const auto count = static_cast<std::size_t>(spec.elements);
  const auto offset = static_cast<std::size_t>(spec.pointer_offset);
  const auto take = [&] {
    Bf16* const tensor = carver.take<Bf16>(count, offset);
    carver.stagger(count * sizeof(Bf16));
    return tensor;
  };
  Tensors tensors;
  tensors.x = take();
  tensors.y = take();
  if (has_intermediate(spec)) tensors.between = take();
  for (const PointwiseOp op : spec.ops) tensors.operands.push_back(has_operand(op) ? take() : nullptr);
  return tensors;
}

/// A run of operations that one launch performs, and where it reads and writes.
struct Pass {
  std::vector<ChainStep> steps;
  const Bf16* from;
  Bf16* to;
  bool streaming;
};

class HostChain final : public Workload {
 public:
  HostChain(ChainSpec spec, const HostContext& context, HostBuffer buffer, std::vector<Tensors> sets)
      : spec_{std::move(spec)},
        isa_{choose_isa(context.isa)},
        kernels_{chain_kernels(isa_)},
        threads_{context.threads},
        streaming_{stores_bypass_cache(spec_.work().working_set, context)},
        // The next launch reads an intermediate at once: it bypasses the cache only if the cache cannot hold it.
        streaming_between_{Bytes{static_cast<double>(spec_.elements) * sizeof(Bf16)} > context.last_level_cache},
        seed_{context.seed},
        queue_{count(), threads_, kSliceElements, kChunkElements},
        buffer_{std::move(buffer)},
        sets_{std::move(sets)} {
    for (std::size_t set = 0; set < sets_.size(); ++set) {
      fill(set, seed_);
      passes_.push_back(plan(sets_[set]));
    }
  }

  [[nodiscard]] Work work() const override { return spec_.work(); }
  [[nodiscard]] std::size_t set_count() const override { return sets_.size(); }

  [[nodiscard]] std::map<std::string, std::string> algorithm() const override {
    return {{"isa", std::string{name_of(isa_)}}, {"stores", streaming_ ? "non_temporal" : "cached"}};
  }

  [[nodiscard]] Result<void> launch(std::size_t set) override {
    for (const Pass& pass : passes_[set]) run(pass);
    return {};
  }

  [[nodiscard]] Result<Check> check() override {
    fill(0, derive_seed(seed_, kCheckStream, ++checks_));
    const Result<void> launched = launch(0);
    if (!launched) return fail(launched.error());
    const Tensors& tensors = sets_[0];
    return check_chain(spec_, ChainData{tensors.x, {tensors.operands.begin(), tensors.operands.end()}, tensors.y});
  }

 private:
  static constexpr std::uint64_t kCheckStream = ~std::uint64_t{0};

  [[nodiscard]] std::size_t count() const { return static_cast<std::size_t>(spec_.elements); }

  void fill(std::size_t set, std::uint64_t seed) {
    const Tensors& tensors = sets_[set];
    poison(tensors.y, count() * sizeof(Bf16));
    if (tensors.between != nullptr) poison(tensors.between, count() * sizeof(Bf16));
    fill_normal(tensors.x, count(), derive_seed(seed, set, 0));
    for (std::size_t i = 0; i < tensors.operands.size(); ++i) {
      if (tensors.operands[i] != nullptr) fill_normal(tensors.operands[i], count(), derive_seed(seed, set, i + 1));
    }
  }

  /// Fused: one pass. Unfused: one per operation, which write y and the intermediate in turn, the last one y.
  [[nodiscard]] std::vector<Pass> plan(const Tensors& tensors) const {
    std::vector<ChainStep> steps;
    for (std::size_t i = 0; i < spec_.ops.size(); ++i) steps.push_back({spec_.ops[i], tensors.operands[i]});
    if (spec_.variant == ChainVariant::fused) return {Pass{fold_scales(steps), tensors.x, tensors.y, streaming_}};
    std::vector<Pass> passes;
    const Bf16* from = tensors.x;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const std::size_t left = steps.size() - 1 - i;
      Bf16* const to = left % 2 == 0 ? tensors.y : tensors.between;
      passes.push_back(Pass{{steps[i]}, from, to, left == 0 ? streaming_ : streaming_between_});
      from = to;
    }
    return passes;
  }

  void run(const Pass& pass) {
    queue_.restart();
#pragma omp parallel num_threads(threads_)
    queue_.take_all(omp_get_thread_num(), [&](Slice slice) { run(pass, slice); });
  }

  void run(const Pass& pass, Slice slice) const {
    std::array<ChainStep, kMaxChainSteps> steps;
    for (std::size_t i = 0; i < pass.steps.size(); ++i) {
      steps[i] = pass.steps[i];
      if (steps[i].operand != nullptr) steps[i].operand += slice.begin;
    }
    kernels_.run(steps.data(), pass.steps.size(), pass.from + slice.begin, pass.to + slice.begin,
                 slice.end - slice.begin, pass.streaming);
  }

  ChainSpec spec_;
  Isa isa_;
  const ChainKernels& kernels_;
  int threads_;
  bool streaming_;
  bool streaming_between_;
  std::uint64_t seed_;
  std::uint64_t checks_ = 0;
  SliceQueue queue_;
  HostBuffer buffer_;
  std::vector<Tensors> sets_;
  std::vector<std::vector<Pass>> passes_;  // of each set
};

}  // namespace

Result<std::unique_ptr<Workload>> make_host_chain(const ChainSpec& spec, const HostContext& context) {
  const Result<void> valid = spec.validate();
  if (!valid) return fail(valid.error());
  if (spec.variant == ChainVariant::graph) {
    return fail(ErrorKind::unavailable, "graphs are CUDA's: the host backend has no launches to record", spec.id(),
                "measure it with --backend cuda");
  }
  const std::size_t set_count = host_set_count(spec.work().working_set, context);
  Carver measure;
  for (std::size_t set = 0; set < set_count; ++set) carve(measure, spec);
  Result<HostBuffer> buffer = HostBuffer::allocate(measure.used());
  if (!buffer) return fail(std::move(buffer.error()));
  std::vector<Tensors> sets;
  Carver carver{*buffer};
  for (std::size_t set = 0; set < set_count; ++set) sets.push_back(carve(carver, spec));
  return std::make_unique<HostChain>(spec, context, *std::move(buffer), std::move(sets));
}

}  // namespace roofgate
