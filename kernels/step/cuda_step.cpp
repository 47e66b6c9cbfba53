#include "kernels/step/cuda_step.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "kernels/base/agree.hpp"
#include "kernels/base/assert.hpp"
#include "kernels/base/bf16.hpp"
#include "kernels/cuda/download.hpp"
#include "kernels/cuda/nccl.hpp"
#include "kernels/cuda/stream.hpp"
#include "kernels/cuda/wait.hpp"
#include "kernels/step/cuda_step_stack.hpp"
#include "kernels/step/gradient_check.hpp"

namespace roofgate {
namespace {

class CudaStep final : public Workload {
 public:
  /// `communicator` null: a world of one rank, where a sum is what it was.
  CudaStep(const StepSpec& spec, const CudaContext& context, World& world, NcclCommunicator* communicator)
      : spec_{spec}, context_{context}, world_{world}, communicator_{communicator}, buckets_{buckets_of(spec)} {}

  Result<void> prepare() {
    Result<std::unique_ptr<CudaStepStack>> stack = CudaStepStack::make(spec_, context_);
    if (!stack) return fail(stack.error());
    stack_ = std::move(*stack);
    Result<Stream> second = Stream::create(context_.device);
    if (!second) return fail(second.error());
    second_ = std::make_unique<Stream>(std::move(*second));
    for (std::size_t i = 0; i <= buckets_.size(); ++i) {
      Result<Event> event = Event::create();
      if (!event) return fail(event.error());
      events_.push_back(std::move(*event));
    }
    return stack_->fill(context_.seed, world_.rank());
  }

  [[nodiscard]] Work work() const override { return spec_.work(); }
  [[nodiscard]] std::size_t set_count() const override { return 1; }
  [[nodiscard]] std::size_t queue_cost() const override {
    return stack_->queue_cost() + (buckets_.size() + 1) * kCollectiveQueueCost;
  }
  [[nodiscard]] Result<void> rendezvous() override { return world_.barrier(); }
  [[nodiscard]] Result<void> poll() override {
    return communicator_ == nullptr ? Result<void>{} : communicator_->poll();
  }

  [[nodiscard]] Result<void> launch(std::size_t /*set*/) override {
    const bool overlaps = communicator_ != nullptr && spec_.variant == StepVariant::overlap;
    const auto on_ready = [&](std::int64_t layer) { return overlaps ? reduce_behind(layer) : Result<void>{}; };
    if (auto ok = stack_->run(on_ready); !ok) return ok;
    if (communicator_ == nullptr || spec_.variant == StepVariant::compute) return {};
    if (overlaps) {
      return events_.back().record(second_->get()).and_then([&] {
        return order_after(context_.stream, events_.back());
      });
    }
    for (const GradientBucket& bucket : buckets_) {
      if (auto ok = reduce(bucket, context_.stream); !ok) return ok;
    }
    return {};
  }

  [[nodiscard]] Result<Check> check() override {
    const std::uint64_t seed = context_.seed + ++checks_;
    Check products{true, 0.0, ""};
    std::vector<float> sum(stack_->gradient_elements(), 0.0F);
    std::vector<float> size(sum.size(), 0.0F);
    const auto alone = stack_->fill(seed, world_.rank()).and_then([&] { return sum_alone(sum, size, products, seed); });
    if (auto all = agree(world_, alone); !all) return fail(all.error());
    const bool communicates = communicator_ != nullptr && spec_.variant != StepVariant::compute;
    for (auto* values : {&sum, &size}) {
      if (!communicates) break;
      if (auto ok = sum_over_ranks(*values); !ok) return fail(ok.error());
    }
    const Result<void> ran = launch(0).and_then([&] { return wait(); });
    if (!ran) return fail(ran.error());
    const auto got = download<Bf16>(stack_->gradients(), sum.size(), context_.stream);
    if (!got) return fail(got.error());
    const int roundings = static_cast<int>(spec_.micro_batches) + (communicates ? spec_.ranks : 0);
    return products.passed ? check_gradients(*got, sum, size, roundings) : products;
  }

  [[nodiscard]] std::map<std::string, std::string> algorithm() const override {
    std::map<std::string, std::string> told;
    for (const auto& [key, value] : stack_->algorithm()) told.emplace("forward_" + key, value);
    if (communicator_ != nullptr) told["library"] = "NCCL " + nccl_version();
    return told;
  }

 private:
  [[nodiscard]] Result<void> reduce(const GradientBucket& bucket, CUstream_st* stream) const {
    const auto first = static_cast<std::size_t>(bucket.first) * stack_->layer_elements();
    const auto count = static_cast<std::size_t>(bucket.last - bucket.first + 1) * stack_->layer_elements();
    std::byte* const data = stack_->gradients() + first * sizeof(Bf16);
    return communicator_->all_reduce(data, data, count, DType::bf16, stream);
  }

  /// Starts the bucket that `layer` completes on the second stream, once the first has come so far.
  [[nodiscard]] Result<void> reduce_behind(std::int64_t layer) {
    for (std::size_t i = 0; i < buckets_.size(); ++i) {
      if (buckets_[i].first != layer) continue;
      return events_[i]
          .record(context_.stream)
          .and_then([&] { return order_after(second_->get(), events_[i]); })
          .and_then([&] { return reduce(buckets_[i], second_->get()); });
    }
    return {};
  }

  [[nodiscard]] Result<void> wait() {
    Result<Event> done = Event::create();
    if (!done) return fail(done.error());
    return done->record(context_.stream).and_then([&] { return wait_for(*done, [&] { return poll(); }); });
  }

  /// Gradients of each micro batch alone, summed in fp32, and their absolute values.
  [[nodiscard]] Result<void> sum_alone(std::vector<float>& sum, std::vector<float>& size, Check& products,
                                       std::uint64_t seed) const {
    for (std::int64_t batch = 0; batch < spec_.micro_batches; ++batch) {
      if (auto ok = stack_->run_alone(batch); !ok) return ok;
      if (products.passed) {
        Result<Check> check = stack_->check_products(batch, seed);
        if (!check) return fail(check.error());
        products = std::move(*check);
      }
      const auto alone = download<Bf16>(stack_->gradients(), sum.size(), context_.stream);
      if (!alone) return fail(alone.error());
      for (std::size_t i = 0; i < sum.size(); ++i) {
        const float value = to_float((*alone)[i]);
        sum[i] += value;
        size[i] += std::abs(value);
      }
    }
    return {};
  }

  [[nodiscard]] Result<void> sum_over_ranks(std::vector<float>& values) {
    const std::size_t bytes = values.size() * sizeof(float);
    const Result<DeviceBuffer> buffer = DeviceBuffer::allocate(bytes);
    if (auto all = agree(world_, buffer ? Result<void>{} : fail(buffer.error())); !all) return all;
    return copy_to_device(buffer->data(), values.data(), bytes, context_.stream)
        .and_then([&] {
          return communicator_->all_reduce(buffer->data(), buffer->data(), values.size(), DType::fp32, context_.stream);
        })
        .and_then([&] { return wait(); })
        .and_then([&] { return copy_to_host(values.data(), buffer->data(), bytes, context_.stream); })
        .and_then([&] { return synchronize(context_.stream); });
  }

  StepSpec spec_;
  CudaContext context_;
  World& world_;
  NcclCommunicator* communicator_;  ///< the platform's
  std::vector<GradientBucket> buckets_;
  std::unique_ptr<CudaStepStack> stack_;
  std::unique_ptr<Stream> second_;
  std::vector<Event> events_;  ///< one for each bucket, and one for the end of the second stream
  std::uint64_t checks_ = 0;
};

}  // namespace

Result<std::unique_ptr<Workload>> make_cuda_step(const StepSpec& spec, const CudaContext& context, World& world) {
  RG_ASSERT(context.nccl != nullptr);
  if (auto ok = spec.validate_in(world); !ok) return fail(ok.error());
  NcclCommunicator* communicator = nullptr;
  if (world.size() > 1) {
    const Result<NcclCommunicator*> made = context.nccl->communicator(world);
    if (!made) return fail(made.error());
    communicator = *made;
  }
  auto step = std::make_unique<CudaStep>(spec, context, world, communicator);
  if (auto ok = agree(world, step->prepare()); !ok) return fail(ok.error());
  return step;
}

}  // namespace roofgate
