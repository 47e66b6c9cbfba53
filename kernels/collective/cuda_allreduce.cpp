#include "kernels/collective/cuda_allreduce.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernels/base/agree.hpp"
#include "kernels/base/assert.hpp"
#include "kernels/base/bf16.hpp"
#include "kernels/base/set_count.hpp"
#include "kernels/collective/exact_sum.hpp"
#include "kernels/cuda/buffer.hpp"
#include "kernels/cuda/download.hpp"
#include "kernels/cuda/nccl.hpp"
#include "kernels/cuda/random.hpp"
#include "kernels/cuda/wait.hpp"

namespace roofgate {
namespace {

constexpr unsigned char kPoison = 0xff;
constexpr double kHugeError = 1e30;  // a record holds finite numbers only

/// A collective takes room in the stream's queue and in NCCL's own of work for its kernels; 32 behind one hold leave
/// both far from full.
constexpr std::size_t kCollectiveQueueCost = 8;

template <class T>
T element_of(float value) {
  if constexpr (std::is_same_v<T, Bf16>) {
    return to_bf16(value);
  } else {
    return value;
  }
}

double value_of(Bf16 element) { return static_cast<double>(to_float(element)); }
double value_of(float element) { return static_cast<double>(element); }

/// In place, values grow by the number of ranks with each launch, up to infinity: what is timed then adds infinities.
class CudaAllreduce final : public Workload {
 public:
  CudaAllreduce(const AllreduceSpec& spec, const CudaContext& context, World& world, NcclCommunicator* communicator)
      : spec_{spec},
        context_{context},
        world_{world},
        communicator_{communicator},
        elements_{static_cast<std::size_t>(spec.bytes) / size_of(spec.dtype)},
        sets_{set_count_for(spec.work().working_set, context.l2_cache, context.cache)} {}

  Result<void> prepare() {
    const auto bytes = static_cast<std::size_t>(spec_.bytes);
    const auto take = [&](SetBuffer& buffer) {
      return SetBuffer::allocate(sets_, bytes).map([&](SetBuffer made) { buffer = std::move(made); });
    };
    if (auto ok = take(input_); !ok) return ok;
    if (!spec_.in_place) {
      if (auto ok = take(output_); !ok) return ok;
    }
    for (std::size_t set = 0; set < sets_; ++set) {
      if (auto ok = fill(set); !ok) return ok;
    }
    return synchronize(context_.stream);
  }

  [[nodiscard]] Work work() const override { return spec_.work(); }
  [[nodiscard]] std::size_t set_count() const override { return sets_; }
  [[nodiscard]] std::size_t queue_cost() const override { return kCollectiveQueueCost; }
  [[nodiscard]] Result<void> rendezvous() override { return world_.barrier(); }
  [[nodiscard]] Result<void> poll() override { return communicator_->poll(); }

  [[nodiscard]] Result<void> launch(std::size_t set) override {
    return communicator_->all_reduce(input_.at(set), result_at(set), elements_, spec_.dtype, context_.stream);
  }

  [[nodiscard]] Result<Check> check() override {
    return spec_.dtype == DType::bf16 ? check_as<Bf16>() : check_as<float>();
  }

  [[nodiscard]] std::map<std::string, std::string> algorithm() const override {
    return {{"library", "NCCL " + nccl_version()}};
  }

 private:
  struct Difference {
    std::size_t element = 0;
    double got = 0.0;
  };

  [[nodiscard]] std::byte* result_at(std::size_t set) const {
    return spec_.in_place ? input_.at(set) : output_.at(set);
  }

  [[nodiscard]] Result<void> fill(std::size_t set) const {
    const auto rank = static_cast<std::uint64_t>(world_.rank());
    const RandomKey key{context_.seed, set * static_cast<std::uint64_t>(spec_.ranks) + rank};
    return fill_normal(input_.at(set), elements_, spec_.dtype, key, context_.stream);
  }

  template <class T>
  [[nodiscard]] Result<Check> check_as() {
    const ExactSum data{spec_.ranks, ++checks_};
    if (auto ok = upload<T>(data); !ok) return fail(ok.error());
    if (!spec_.in_place) {
      if (auto ok = fill_bytes(output_.at(0), kPoison, output_.bytes(), context_.stream); !ok) return fail(ok.error());
    }
    Result<Event> done = Event::create();
    if (!done) return fail(done.error());
    const Result<void> reduced = launch(0).and_then([&] { return done->record(context_.stream); }).and_then([&] {
      return wait_for(*done, [&] { return poll(); });
    });
    if (!reduced) return fail(reduced.error());
    const Result<std::optional<Difference>> difference = compare<T>(data);
    if (!difference) return fail(difference.error());
    if (auto ok = fill(0); !ok) return fail(ok.error());
    return agreed(*difference, data);
  }

  /// One period of the exact data, so that gigabytes are made and compared at the speed of memory.
  template <class T, class Value>
  [[nodiscard]] static std::vector<T> period_of(Value value) {
    std::vector<T> period(ExactSum::kPeriod);
    for (std::size_t i = 0; i < period.size(); ++i) period[i] = element_of<T>(value(i));
    return period;
  }

  /// Calls `visit(element, place in the period, count)` for each stretch of [begin, begin + count) in one period.
  template <class Visit>
  static void for_each_stretch(std::size_t begin, std::size_t count, Visit visit) {
    for (std::size_t i = begin; i < begin + count;) {
      const std::size_t place = i % ExactSum::kPeriod;
      const std::size_t length = std::min(ExactSum::kPeriod - place, begin + count - i);
      visit(i, place, length);
      i += length;
    }
  }

  template <class T>
  [[nodiscard]] Result<void> upload(const ExactSum& data) const {
    const std::vector<T> period = period_of<T>([&](std::size_t i) { return data.input(world_.rank(), i); });
    std::vector<T> slab;
    for (std::size_t begin = 0; begin < elements_; begin += kSlabElements) {
      slab.resize(std::min(kSlabElements, elements_ - begin));
      for_each_stretch(begin, slab.size(), [&](std::size_t element, std::size_t place, std::size_t length) {
        std::copy_n(&period[place], length, &slab[element - begin]);
      });
      Result<void> copied =
          copy_to_device(input_.at(0) + begin * sizeof(T), slab.data(), slab.size() * sizeof(T), context_.stream)
              .and_then([&] { return synchronize(context_.stream); });
      if (!copied) return copied;
    }
    return {};
  }

  /// The first element of this rank that is not the exact sum. Values are compared, not bits: a sum of 0 may be -0.
  template <class T>
  [[nodiscard]] Result<std::optional<Difference>> compare(const ExactSum& data) const {
    const std::vector<T> period = period_of<T>([&](std::size_t i) { return data.sum(i); });
    std::optional<Difference> difference;
    for (std::size_t begin = 0; begin < elements_ && !difference; begin += kSlabElements) {
      const std::size_t count = std::min(kSlabElements, elements_ - begin);
      const Result<std::vector<T>> slab = download<T>(result_at(0) + begin * sizeof(T), count, context_.stream);
      if (!slab) return fail(slab.error());
      for_each_stretch(begin, count, [&](std::size_t element, std::size_t place, std::size_t length) {
        for (std::size_t i = 0; i < length && !difference; ++i) {
          const double got = value_of((*slab)[element - begin + i]);
          if (!(got == value_of(period[place + i]))) difference = Difference{element + i, got};
        }
      });
    }
    return difference;
  }

  /// Every rank learns of the first rank that differs, so that all decide alike.
  [[nodiscard]] Result<Check> agreed(const std::optional<Difference>& mine, const ExactSum& data) {
    const auto places = world_.all_gather(mine ? static_cast<double>(mine->element) : -1.0);
    if (!places) return fail(places.error());
    const auto values = world_.all_gather(mine ? mine->got : 0.0);
    if (!values) return fail(values.error());
    for (std::size_t rank = 0; rank < places->size(); ++rank) {
      if ((*places)[rank] < 0.0) continue;
      const auto element = static_cast<std::size_t>((*places)[rank]);
      const auto expected = static_cast<double>(data.sum(element));
      const double error = std::abs((*values)[rank] - expected);
      return Check{false, std::isfinite(error) ? std::min(kHugeError, 1.0 + error) : kHugeError,
                   fmt::format("rank {}, element {} of {}: got {}, expected {}", rank, element, elements_,
                               (*values)[rank], expected)};
    }
    return Check{true, 0.0,
                 fmt::format("all {} elements on each of {} ranks equal the exact sum", elements_, spec_.ranks)};
  }

  AllreduceSpec spec_;
  CudaContext context_;
  World& world_;
  NcclCommunicator* communicator_;  ///< the platform's
  std::size_t elements_;
  std::size_t sets_;
  SetBuffer input_, output_;  ///< no output in place
  std::uint64_t checks_ = 0;
};

}  // namespace

Result<std::unique_ptr<Workload>> make_cuda_allreduce(const AllreduceSpec& spec, const CudaContext& context,
                                                      World& world) {
  RG_ASSERT(context.nccl != nullptr);
  if (auto ok = spec.validate(); !ok) return fail(ok.error());
  if (spec.ranks != world.size()) {
    return fail(ErrorKind::input, fmt::format("made for {} ranks, but the world has {}", spec.ranks, world.size()),
                spec.id());
  }
  const Result<NcclCommunicator*> communicator = context.nccl->communicator(world);
  if (!communicator) return fail(communicator.error());
  auto allreduce = std::make_unique<CudaAllreduce>(spec, context, world, *communicator);
  if (auto ok = agree(world, allreduce->prepare(), "allocating"); !ok) return fail(ok.error());
  return allreduce;
}

}  // namespace roofgate
