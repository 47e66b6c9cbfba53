#include "kernels/elementwise/cuda_chain.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "kernels/base/set_count.hpp"
#include "kernels/cuda/buffer.hpp"
#include "kernels/cuda/download.hpp"
#include "kernels/cuda/graph.hpp"
#include "kernels/cuda/random.hpp"
#include "kernels/cuda/status.hpp"
#include "kernels/elementwise/chain_check.hpp"
#include "kernels/elementwise/chain_launch.hpp"

namespace roofgate {
namespace {

constexpr unsigned char kPoison = 0xff;  // bf16 0xffff is a NaN

Bf16* bf16_at(const SetBuffer& buffer, std::size_t set) { return reinterpret_cast<Bf16*>(buffer.at(set)); }

class CudaChain final : public Workload {
 public:
  CudaChain(ChainSpec spec, const CudaContext& context)
      : spec_{std::move(spec)},
        context_{context},
        sets_{set_count_for(spec_.work().working_set, context.l2_cache, context.cache)} {}

  /// Allocates, fills and, for graphs, records.
  Result<void> prepare() {
    for (SetBuffer* buffer : {&x_, &y_}) {
      if (auto ok = allocate(*buffer); !ok) return ok;
    }
    if (spec_.variant != ChainVariant::fused && spec_.ops.size() > 1) {
      if (auto ok = allocate(between_); !ok) return ok;
    }
    operands_.resize(spec_.ops.size());
    for (std::size_t i = 0; i < spec_.ops.size(); ++i) {
      if (!has_operand(spec_.ops[i])) continue;
      if (auto ok = allocate(operands_[i]); !ok) return ok;
    }
    for (std::size_t set = 0; set < sets_; ++set) {
      if (auto ok = fill(set, context_.seed); !ok) return ok;
    }
    if (auto ok = synchronize(context_.stream); !ok) return ok;
    for (std::size_t set = 0; set < sets_ && spec_.variant == ChainVariant::graph; ++set) {
      Result<Graph> graph = Graph::record(context_.stream, [&] { return launch_each(set); });
      if (!graph) return fail(graph.error());
      graphs_.push_back(*std::move(graph));
    }
    return {};
  }

  [[nodiscard]] Work work() const override { return spec_.work(); }
  [[nodiscard]] std::size_t set_count() const override { return sets_; }

  /// A graph is one entry, but each of its kernels takes room behind it: counted as if launched.
  [[nodiscard]] std::size_t queue_cost() const override {
    return spec_.variant == ChainVariant::fused ? 1 : spec_.ops.size();
  }

  [[nodiscard]] Result<void> launch(std::size_t set) override {
    switch (spec_.variant) {
      case ChainVariant::fused:
        return launch_part(spec_.ops, operands_of(set), bf16_at(x_, set), bf16_at(y_, set));
      case ChainVariant::graph:
        return graphs_[set].launch(context_.stream);
      case ChainVariant::unfused:
        break;
    }
    return launch_each(set);
  }

  [[nodiscard]] Result<Check> check() override {
    const Result<void> ran = fill(0, context_.seed + 1)
                                 .and_then([&] { return poison(y_); })
                                 .and_then([&] { return poison(between_); })
                                 .and_then([&] { return launch(0); })
                                 .and_then([&] { return synchronize(context_.stream); });
    if (!ran) return fail(ran.error());
    const auto elements = static_cast<std::size_t>(spec_.elements);
    return check_in_slabs(elements, fmt::format("every one of {} elements compared with double", elements),
                          [&](std::size_t begin, std::size_t count) { return check_slab(begin, count); });
  }

 private:
  [[nodiscard]] Result<void> allocate(SetBuffer& buffer) const {
    const auto bytes = static_cast<std::size_t>(spec_.elements) * sizeof(Bf16);
    const auto offset = static_cast<std::size_t>(spec_.pointer_offset) * sizeof(Bf16);
    return SetBuffer::allocate(sets_, bytes, offset).map([&](SetBuffer made) { buffer = std::move(made); });
  }

  /// Normal inputs of one set. Tensor 0 is x, tensor i + 1 the operand of operation i.
  [[nodiscard]] Result<void> fill(std::size_t set, std::uint64_t seed) const {
    const auto elements = static_cast<std::size_t>(spec_.elements);
    const std::uint64_t first_tensor = set * (kMaxChainSteps + 1);
    const auto fill_one = [&](const SetBuffer& buffer, std::uint64_t tensor) {
      return fill_normal(buffer.at(set), elements, DType::bf16, RandomKey{seed, first_tensor + tensor},
                         context_.stream);
    };
    if (auto ok = fill_one(x_, 0); !ok) return ok;
    for (std::size_t i = 0; i < spec_.ops.size(); ++i) {
      if (!has_operand(spec_.ops[i])) continue;
      if (auto ok = fill_one(operands_[i], i + 1); !ok) return ok;
    }
    return {};
  }

  [[nodiscard]] Result<void> poison(const SetBuffer& buffer) const {
    if (buffer.bytes() == 0) return {};
    return fill_bytes(buffer.at(0), kPoison, buffer.bytes(), context_.stream);
  }

  [[nodiscard]] std::vector<const Bf16*> operands_of(std::size_t set) const {
    std::vector<const Bf16*> operands;
    for (std::size_t i = 0; i < spec_.ops.size(); ++i) {
      operands.push_back(has_operand(spec_.ops[i]) ? bf16_at(operands_[i], set) : nullptr);
    }
    return operands;
  }

  [[nodiscard]] Result<void> launch_part(std::span<const PointwiseOp> ops, std::span<const Bf16* const> operands,
                                         const Bf16* x, Bf16* y) const {
    const ChainArguments arguments = chain_arguments(ops, operands, x, y, spec_.elements);
    return succeeded(launch_chain(arguments, context_.multiprocessors, context_.stream), "launch of a chain");
  }

  /// One launch per operation: x to the intermediate, then in place there, the last into y.
  [[nodiscard]] Result<void> launch_each(std::size_t set) const {
    const std::vector<const Bf16*> operands = operands_of(set);
    const Bf16* from = bf16_at(x_, set);
    for (std::size_t i = 0; i < spec_.ops.size(); ++i) {
      Bf16* to = i + 1 == spec_.ops.size() ? bf16_at(y_, set) : bf16_at(between_, set);
      if (auto ok = launch_part(std::span{spec_.ops}.subspan(i, 1), std::span{operands}.subspan(i, 1), from, to); !ok) {
        return ok;
      }
      from = to;
    }
    return {};
  }

  [[nodiscard]] Result<Check> check_slab(std::size_t begin, std::size_t count) const {
    const auto slab_of = [&](const SetBuffer& buffer) {
      return download<Bf16>(buffer.at(0) + begin * sizeof(Bf16), count, context_.stream);
    };
    const Result<std::vector<Bf16>> x = slab_of(x_);
    if (!x) return fail(x.error());
    const Result<std::vector<Bf16>> y = slab_of(y_);
    if (!y) return fail(y.error());
    std::vector<std::vector<Bf16>> operands(spec_.ops.size());
    ChainData data{x->data(), {}, y->data()};
    for (std::size_t i = 0; i < spec_.ops.size(); ++i) {
      if (has_operand(spec_.ops[i])) {
        Result<std::vector<Bf16>> operand = slab_of(operands_[i]);
        if (!operand) return fail(operand.error());
        operands[i] = *std::move(operand);
      }
      data.operands.push_back(operands[i].empty() ? nullptr : operands[i].data());
    }
    ChainSpec slab = spec_;
    slab.elements = static_cast<std::int64_t>(count);
    return check_chain(slab, data);
  }

  ChainSpec spec_;
  CudaContext context_;
  std::size_t sets_;
  SetBuffer x_, y_, between_;
  std::vector<SetBuffer> operands_;  ///< one per operation, empty where it has none
  std::vector<Graph> graphs_;        ///< one per set
};

}  // namespace

Result<std::unique_ptr<Workload>> make_cuda_chain(const ChainSpec& spec, const CudaContext& context) {
  if (auto ok = spec.validate(); !ok) return fail(ok.error());
  auto chain = std::make_unique<CudaChain>(spec, context);
  if (auto ok = chain->prepare(); !ok) return fail(ok.error());
  return chain;
}

}  // namespace roofgate
