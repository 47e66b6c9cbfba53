#include "kernels/collective/host_allreduce.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include "kernels/base/bf16.hpp"
#include "kernels/collective/bf16_sum.hpp"
#include "kernels/collective/exact_sum.hpp"
#include "kernels/collective/message_parts.hpp"
#include "kernels/collective/mpi_world.hpp"
#include "kernels/collective/mpi_world_of.hpp"
#include "kernels/host/buffer.hpp"
#include "kernels/host/host_sets.hpp"
#include "kernels/host/random_fill.hpp"

namespace roofgate {
namespace {

// Stands for "no finite error": a record holds finite numbers only.
constexpr double kHugeError = 1e30;

void combine_bf16(void* in, void* inout, int* count, MPI_Datatype* /*type*/) {
  add_bf16(static_cast<const Bf16*>(in), static_cast<Bf16*>(inout), static_cast<std::size_t>(*count));
}

/// The operation on elements of one type, freed before MPI is finalised: workloads end before their world.
class Reduction {
 public:
  explicit Reduction(DType dtype) : own_{dtype == DType::bf16} {
    if (own_) MPI_Op_create(&combine_bf16, 1, &operation_);
  }
  Reduction(const Reduction&) = delete;
  Reduction& operator=(const Reduction&) = delete;
  ~Reduction() {
    if (own_) MPI_Op_free(&operation_);
  }
  [[nodiscard]] MPI_Op operation() const { return operation_; }
  [[nodiscard]] MPI_Datatype type() const { return own_ ? MPI_UINT16_T : MPI_FLOAT; }

 private:
  bool own_;
  MPI_Op operation_ = MPI_SUM;
};

struct Set {
  std::byte* input = nullptr;
  std::byte* output = nullptr;  ///< the input itself in place
};

float load(const std::byte* data, std::size_t element, DType dtype) {
  if (dtype == DType::fp32) return reinterpret_cast<const float*>(data)[element];
  return to_float(reinterpret_cast<const Bf16*>(data)[element]);
}

void store(std::byte* data, std::size_t element, DType dtype, float value) {
  if (dtype == DType::fp32) {
    reinterpret_cast<float*>(data)[element] = value;
  } else {
    reinterpret_cast<Bf16*>(data)[element] = to_bf16(value);
  }
}

class HostAllreduce final : public Workload {
 public:
  HostAllreduce(const AllreduceSpec& spec, const HostContext& context, World& world, HostBuffer memory,
                std::vector<Set> sets)
      : spec_{spec},
        context_{context},
        world_{world},
        mpi_{dynamic_cast<MpiWorld*>(&world)},
        memory_{std::move(memory)},
        sets_{std::move(sets)},
        elements_{static_cast<std::size_t>(spec.bytes) / size_of(spec.dtype)},
        parts_{message_parts(static_cast<std::size_t>(spec.bytes), size_of(spec.dtype))} {
    if (mpi_ != nullptr) reduction_ = std::make_unique<Reduction>(spec.dtype);
    for (std::size_t set = 0; set < sets_.size(); ++set) fill(set);
  }

  [[nodiscard]] Work work() const override { return spec_.work(); }
  [[nodiscard]] std::size_t set_count() const override { return sets_.size(); }

  [[nodiscard]] Result<Check> check() override {
    const ExactSum data{spec_.ranks, ++checks_};
    const Set& set = sets_.front();
    if (!spec_.in_place) poison(set.output, static_cast<std::size_t>(spec_.bytes));
    for (std::size_t i = 0; i < elements_; ++i) store(set.input, i, spec_.dtype, data.input(world_.rank(), i));
    const Result<void> reduced = reduce(set);
    Difference difference;
    if (reduced) difference = compare(set, data);
    fill(0);
    if (!reduced) return fail(reduced.error());
    return agreed(difference, data);
  }

  [[nodiscard]] Result<void> launch(std::size_t set) override { return reduce(sets_[set]); }

  [[nodiscard]] std::map<std::string, std::string> algorithm() const override {
    if (mpi_ == nullptr) return {{"transport", "none: one rank copies"}};
    std::map<std::string, std::string> told{{"library", mpi_library_version()}};
    told["operation"] = spec_.dtype == DType::bf16 ? "fp32 sum rounded to bf16 at each combination" : "MPI_SUM";
    return told;
  }

 private:
  /// The first element that is not what it should be; `element` is the count where there is none.
  struct Difference {
    std::size_t element = std::numeric_limits<std::size_t>::max();
    double got = 0.0;
    bool in_input = false;
  };

  void fill(std::size_t set) {
    const std::uint64_t seed = derive_seed(context_.seed, set, static_cast<std::uint64_t>(world_.rank()));
    if (spec_.dtype == DType::fp32) {
      fill_normal(reinterpret_cast<float*>(sets_[set].input), elements_, seed);
    } else {
      fill_normal(reinterpret_cast<Bf16*>(sets_[set].input), elements_, seed);
    }
  }

  Result<void> reduce(const Set& set) {
    if (mpi_ == nullptr) {
      if (!spec_.in_place) std::memcpy(set.output, set.input, static_cast<std::size_t>(spec_.bytes));
      return {};
    }
    for (const MessagePart& part : parts_) {
      const void* const input = spec_.in_place ? MPI_IN_PLACE : set.input + part.start;
      const int code = MPI_Allreduce(input, set.output + part.start, part.count, reduction_->type(),
                                     reduction_->operation(), mpi_->communicator());
      if (code != MPI_SUCCESS) return mpi_->outcome(code, "MPI_Allreduce");
    }
    return {};
  }

  [[nodiscard]] Difference compare(const Set& set, const ExactSum& data) const {
    for (std::size_t i = 0; i < elements_; ++i) {
      const float got = load(set.output, i, spec_.dtype);
      if (!(got == data.sum(i))) return {i, got, false};
      if (spec_.in_place) continue;
      const float input = load(set.input, i, spec_.dtype);
      if (!(input == data.input(world_.rank(), i))) return {i, input, true};
    }
    return {};
  }

  /// Every rank learns of the first rank that differs, so that all decide alike.
  Result<Check> agreed(const Difference& mine, const ExactSum& data) {
    const bool differs = mine.element < elements_;
    const auto elements = world_.all_gather(differs ? static_cast<double>(mine.element) : -1.0);
    const auto values = world_.all_gather(mine.got);
    const auto inputs = world_.all_gather(mine.in_input ? 1.0 : 0.0);
    if (!elements || !values || !inputs)
      return fail(!elements ? elements.error() : !values ? values.error() : inputs.error());
    for (std::size_t rank = 0; rank < elements->size(); ++rank) {
      if ((*elements)[rank] < 0) continue;
      const auto element = static_cast<std::size_t>((*elements)[rank]);
      const bool input = (*inputs)[rank] > 0;
      const double expected = input ? data.input(static_cast<int>(rank), element) : data.sum(element);
      const double error = std::abs((*values)[rank] - expected);
      return Check{false, std::isfinite(error) ? std::min(kHugeError, 1.0 + error) : kHugeError,
                   fmt::format("rank {}, element {} of {}: {} {}, expected {}", rank, element, elements_,
                               input ? "the input became" : "got", (*values)[rank], expected)};
    }
    return Check{true, 0.0,
                 fmt::format("all {} elements on each of {} ranks equal the exact sum", elements_, spec_.ranks)};
  }

  AllreduceSpec spec_;
  HostContext context_;
  World& world_;
  MpiWorld* mpi_;  ///< null: a world of one rank
  HostBuffer memory_;
  std::vector<Set> sets_;
  std::size_t elements_;
  std::vector<MessagePart> parts_;
  std::unique_ptr<Reduction> reduction_;
  std::uint64_t checks_ = 0;
};

std::vector<Set> carve(Carver& carver, const AllreduceSpec& spec, std::size_t count) {
  std::vector<Set> sets(count);
  const auto bytes = static_cast<std::size_t>(spec.bytes);
  for (Set& set : sets) {
    set.input = carver.take<std::byte>(bytes);
    set.output = spec.in_place ? set.input : carver.take<std::byte>(bytes);
  }
  return sets;
}

Result<void> validate(const AllreduceSpec& spec, World& world) {
  if (Result<void> valid = spec.validate(); !valid) return valid;
  if (spec.ranks != world.size()) {
    return fail(ErrorKind::input, fmt::format("made for {} ranks, but the world has {}", spec.ranks, world.size()),
                spec.id());
  }
  if (world.size() > 1 && dynamic_cast<MpiWorld*>(&world) == nullptr) {
    return fail(ErrorKind::unavailable, "the ranks of this world are not MPI's", spec.id(),
                "start with mpirun or srun");
  }
  return {};
}

}  // namespace

Result<std::unique_ptr<Workload>> make_host_allreduce(const AllreduceSpec& spec, const HostContext& context,
                                                      World& world) {
  if (Result<void> valid = validate(spec, world); !valid) return fail(valid.error());
  const std::size_t count = host_set_count(spec.work().working_set, context);
  Carver measure;
  carve(measure, spec, count);
  Result<HostBuffer> memory = HostBuffer::allocate(measure.used());
  // A rank that gave up alone would leave the others waiting in the first collective.
  const Result<std::vector<double>> failures = world.all_gather(memory ? 0.0 : 1.0);
  if (!failures) return fail(failures.error());
  if (!memory) return fail(memory.error());
  const auto failed = std::find(failures->begin(), failures->end(), 1.0);
  if (failed != failures->end()) {
    return fail(ErrorKind::unavailable, fmt::format("rank {} has no memory for it", failed - failures->begin()),
                spec.id());
  }
  Carver carver{*memory};
  std::vector<Set> sets = carve(carver, spec, count);
  return std::make_unique<HostAllreduce>(spec, context, world, std::move(*memory), std::move(sets));
}

}  // namespace roofgate
