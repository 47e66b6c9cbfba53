#include "kernels/collective/host_collective.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "kernels/base/agree.hpp"
#include "kernels/base/bf16.hpp"
#include "kernels/collective/collective_check.hpp"
#include "kernels/collective/mpi_transfer.hpp"
#include "kernels/collective/mpi_world.hpp"
#include "kernels/host/buffer.hpp"
#include "kernels/host/host_sets.hpp"
#include "kernels/host/random_fill.hpp"

namespace roofgate {
namespace {

class HostCollective final : public Workload {
 public:
  HostCollective(const CollectiveSpec& spec, const HostContext& context, World& world,
                 std::optional<MpiTransfer> transfer, HostBuffer memory, std::vector<CollectiveBuffers> sets)
      : spec_{spec},
        context_{context},
        world_{world},
        transfer_{std::move(transfer)},
        memory_{std::move(memory)},
        sets_{std::move(sets)} {
    for (std::size_t set = 0; set < sets_.size(); ++set) fill(set);
  }

  [[nodiscard]] Work work() const override { return spec_.work(); }
  [[nodiscard]] std::size_t set_count() const override { return sets_.size(); }

  [[nodiscard]] Result<Check> check() override {
    CollectiveData data{spec_, ++checks_};
    const CollectiveBuffers& set = sets_.front();
    if (!spec_.in_place) poison(set.output, spec_.output_elements() * size_of(spec_.dtype));
    std::vector<float> values(kCheckSlab);
    for_each_slab(spec_.input_elements(), [&](std::size_t begin, std::size_t count) {
      const std::span<float> slab{values.data(), count};
      data.input(world_.rank(), begin, slab);
      store_elements(slab, spec_.dtype, set.input + begin * size_of(spec_.dtype));
      return true;
    });
    const Result<void> ran = launch(0);
    const auto difference = ran.and_then(
        [&] { return find_difference(data, spec_, world_.rank(), reader_of(set.output), reader_of(set.input)); });
    fill(0);
    return difference.map([&](const auto& found) { return to_check(spec_, found); });
  }

  [[nodiscard]] Result<void> launch(std::size_t set) override {
    const CollectiveBuffers& buffers = sets_[set];
    if (transfer_) return transfer_->run(buffers);
    if (!spec_.in_place) std::memcpy(buffers.output, buffers.input, spec_.output_elements() * size_of(spec_.dtype));
    return {};
  }

  [[nodiscard]] std::map<std::string, std::string> algorithm() const override {
    if (!transfer_) return {{"transport", "none: one rank copies"}};
    std::map<std::string, std::string> told{{"library", mpi_library_version()}};
    const bool sums = spec_.op == CollectiveOp::allreduce || spec_.op == CollectiveOp::reduce_scatter;
    if (sums) {
      told["operation"] = spec_.dtype == DType::bf16 ? "fp32 sum rounded to bf16 at each combination" : "MPI_SUM";
    }
    return told;
  }

 private:
  void fill(std::size_t set) {
    const std::uint64_t seed = derive_seed(context_.seed, set, static_cast<std::uint64_t>(world_.rank()));
    if (spec_.dtype == DType::fp32) {
      fill_normal(reinterpret_cast<float*>(sets_[set].input), spec_.input_elements(), seed);
    } else {
      fill_normal(reinterpret_cast<Bf16*>(sets_[set].input), spec_.input_elements(), seed);
    }
  }

  [[nodiscard]] SlabReader reader_of(const std::byte* buffer) const {
    return [this, buffer](std::size_t begin, std::size_t) -> Result<const std::byte*> {
      return buffer + begin * size_of(spec_.dtype);
    };
  }

  CollectiveSpec spec_;
  HostContext context_;
  World& world_;
  std::optional<MpiTransfer> transfer_;  ///< none: a world of one rank
  HostBuffer memory_;
  std::vector<CollectiveBuffers> sets_;
  std::uint64_t checks_ = 0;
};

std::vector<CollectiveBuffers> carve(Carver& carver, const CollectiveSpec& spec, int rank, std::size_t count) {
  const std::size_t input = spec.input_elements() * size_of(spec.dtype);
  const std::size_t output = spec.output_elements() * size_of(spec.dtype);
  const bool gathers = spec.op == CollectiveOp::all_gather;
  std::vector<CollectiveBuffers> sets(count);
  for (CollectiveBuffers& set : sets) {
    if (spec.in_place) {
      set.output = carver.take<std::byte>(std::max(input, output));
      set.input = set.output + (gathers && set.output != nullptr ? static_cast<std::size_t>(rank) * input : 0);
    } else {
      set.input = carver.take<std::byte>(input);
      set.output = carver.take<std::byte>(output);
    }
  }
  return sets;
}

Result<void> validate(const CollectiveSpec& spec, World& world) {
  if (Result<void> valid = spec.validate_in(world); !valid) return valid;
  if (spec.op == CollectiveOp::broadcast && !spec.in_place) {
    return fail(ErrorKind::unavailable, "MPI broadcasts in place only", spec.id());
  }
  if (spec.registered || !spec.transport.empty()) {
    return fail(ErrorKind::unavailable, "registered buffers and transports are NCCL's", spec.id(),
                "measure it with --backend cuda");
  }
  if (world.size() > 1 && dynamic_cast<MpiWorld*>(&world) == nullptr) {
    return fail(ErrorKind::unavailable, "the ranks of this world are not MPI's", spec.id(),
                "start with mpirun or srun");
  }
  return {};
}

}  // namespace

Result<std::unique_ptr<Workload>> make_host_collective(const CollectiveSpec& spec, const HostContext& context,
                                                       World& world) {
  if (Result<void> valid = validate(spec, world); !valid) return fail(valid.error());
  std::optional<MpiTransfer> transfer;
  if (auto* mpi = dynamic_cast<MpiWorld*>(&world); mpi != nullptr) {
    auto made = MpiTransfer::make(spec, *mpi);
    if (!made) return fail(made.error());
    transfer = std::move(*made);
  }
  const std::size_t count = host_set_count(spec.work().working_set, context);
  Carver measure;
  carve(measure, spec, world.rank(), count);
  Result<HostBuffer> memory = HostBuffer::allocate(measure.used());
  // A rank that gave up alone would leave the others waiting in the first collective.
  if (auto all = agree(world, memory ? Result<void>{} : fail(memory.error())); !all) {
    return fail(all.error());
  }
  Carver carver{*memory};
  std::vector<CollectiveBuffers> sets = carve(carver, spec, world.rank(), count);
  return std::make_unique<HostCollective>(spec, context, world, std::move(transfer), std::move(*memory),
                                          std::move(sets));
}

}  // namespace roofgate
