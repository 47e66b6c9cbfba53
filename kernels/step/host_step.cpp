#include "kernels/step/host_step.hpp"

#include <fmt/format.h>

#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "kernels/base/agree.hpp"
#include "kernels/collective/message_parts.hpp"
#include "kernels/collective/mpi_world.hpp"
#include "kernels/host/random_fill.hpp"
#include "kernels/step/bucket_reduction.hpp"
#include "kernels/step/gradient_check.hpp"
#include "kernels/step/step_stack.hpp"

namespace roofgate {
namespace {

class HostStep final : public Workload {
 public:
  HostStep(const StepSpec& spec, const HostContext& context, World& world, std::unique_ptr<StepStack> stack)
      : spec_{spec},
        seed_{context.seed},
        world_{world},
        mpi_{dynamic_cast<MpiWorld*>(&world)},
        stack_{std::move(stack)},
        reduction_{spec, stack_->gradients(), mpi_} {
    fill(seed_);
  }

  [[nodiscard]] Work work() const override { return spec_.work(); }
  [[nodiscard]] std::size_t set_count() const override { return 1; }

  [[nodiscard]] Result<void> launch(std::size_t /*set*/) override {
    const auto on_product = [this](std::int64_t ready) -> Result<void> {
      if (spec_.variant != StepVariant::overlap) return {};
      if (ready >= 0) {
        if (auto started = reduction_.layer_is_ready(ready); !started) return started;
      }
      return reduction_.progress();
    };
    if (auto done = stack_->run(on_product); !done) return done;
    if (spec_.variant == StepVariant::serial) return reduction_.reduce_all();
    return reduction_.finish();
  }

  [[nodiscard]] Result<Check> check() override {
    fill(derive_seed(seed_, ++checks_, 1));
    Check products{true, 0.0, ""};
    if (auto all = agree(world_, sum_alone(products)); !all) return fail(all.error());
    if (spec_.variant != StepVariant::compute) {
      for (auto* values : {&sum_, &size_}) {
        if (auto summed = sum_over_ranks(*values); !summed) return fail(summed.error());
      }
    }
    if (auto done = launch(0); !done) return fail(done.error());
    const bool communicates = spec_.variant != StepVariant::compute;
    const int roundings = static_cast<int>(spec_.micro_batches) + (communicates ? spec_.ranks : 0);
    const Check gradients = check_gradients({stack_->gradients(), sum_.size()}, sum_, size_, roundings);
    sum_ = {};
    size_ = {};
    return products.passed ? gradients : products;
  }

  [[nodiscard]] std::map<std::string, std::string> algorithm() const override {
    std::map<std::string, std::string> told{{"implementation", stack_->implementation()}};
    if (mpi_ != nullptr && spec_.variant != StepVariant::compute) told["library"] = mpi_library_version();
    return told;
  }

 private:
  /// The same weights on every rank, other data on each.
  void fill(std::uint64_t seed) { stack_->fill(seed, derive_seed(seed, static_cast<std::uint64_t>(world_.rank()), 2)); }

  /// Gradients of each micro batch alone, summed in fp32, and their absolute values.
  Result<void> sum_alone(Check& products) {
    const std::size_t count = static_cast<std::size_t>(spec_.layers) * stack_->layer_elements();
    sum_.assign(count, 0.0F);
    size_.assign(count, 0.0F);
    for (std::int64_t batch = 0; batch < spec_.micro_batches; ++batch) {
      if (auto done = stack_->run_alone(batch); !done) return done;
      if (products.passed) products = stack_->check_products(batch, seed_ + checks_);
      for (std::size_t i = 0; i < count; ++i) {
        const float value = to_float(stack_->gradients()[i]);
        sum_[i] += value;
        size_[i] += std::abs(value);
      }
    }
    return {};
  }

  Result<void> sum_over_ranks(std::vector<float>& values) {
    if (mpi_ == nullptr) return {};
    for (const MessagePart& part : message_parts(values.size() * sizeof(float), sizeof(float))) {
      const int code = MPI_Allreduce(MPI_IN_PLACE, values.data() + part.start / sizeof(float), part.count, MPI_FLOAT,
                                     MPI_SUM, mpi_->communicator());
      if (auto done = mpi_->outcome(code, "MPI_Allreduce"); !done) return done;
    }
    return {};
  }

  StepSpec spec_;
  std::uint64_t seed_;
  World& world_;
  MpiWorld* mpi_;  ///< null: a world of one rank
  std::unique_ptr<StepStack> stack_;
  BucketReduction reduction_;
  std::vector<float> sum_, size_;  ///< while it is checked
  std::uint64_t checks_ = 0;
};

Result<void> validate(const StepSpec& spec, World& world) {
  if (auto valid = spec.validate_in(world); !valid) return valid;
  if (world.size() > 1 && dynamic_cast<MpiWorld*>(&world) == nullptr) {
    return fail(ErrorKind::unavailable, "the ranks of this world are not MPI's", spec.id(),
                "start with mpirun or srun");
  }
  return {};
}

}  // namespace

Result<std::unique_ptr<Workload>> make_host_step(const StepSpec& spec, const HostContext& context, World& world) {
  if (auto valid = validate(spec, world); !valid) return fail(valid.error());
  Result<std::unique_ptr<StepStack>> stack = StepStack::make(spec, context.threads);
  // A rank that gave up alone would leave the others waiting in the first reduction.
  if (auto all = agree(world, stack ? Result<void>{} : fail(stack.error())); !all) {
    return fail(all.error());
  }
  return std::make_unique<HostStep>(spec, context, world, std::move(*stack));
}

}  // namespace roofgate
