#include "kernels/collective/cuda_collective.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "kernels/base/agree.hpp"
#include "kernels/base/assert.hpp"
#include "kernels/base/set_count.hpp"
#include "kernels/collective/collective_check.hpp"
#include "kernels/collective/cuda_collective_buffers.hpp"
#include "kernels/collective/nccl_choice.hpp"
#include "kernels/collective/pairs.hpp"
#include "kernels/cuda/buffer.hpp"
#include "kernels/cuda/download.hpp"
#include "kernels/cuda/nccl.hpp"
#include "kernels/cuda/nccl_log.hpp"
#include "kernels/cuda/random.hpp"
#include "kernels/cuda/wait.hpp"

namespace roofgate {
namespace {

constexpr unsigned char kPoison = 0xff;

/// In place, values of sums grow by the number of ranks with each launch, up to infinity: what is timed then adds
/// infinities.
class CudaCollective final : public Workload {
 public:
  CudaCollective(const CollectiveSpec& spec, const CudaContext& context, World& world, NcclCommunicator* communicator)
      : spec_{spec},
        context_{context},
        world_{world},
        communicator_{communicator},
        sets_{set_count_for(spec.work().working_set, context.l2_cache, context.cache)} {
    if (spec.op == CollectiveOp::send_recv) peer_ = partner_of(world.rank(), spec.pairing, spec.ranks);
  }

  Result<void> prepare() {
    Result<CudaCollectiveBuffers> buffers =
        CudaCollectiveBuffers::allocate(spec_, world_.rank(), sets_, *communicator_);
    if (!buffers) return fail(buffers.error());
    buffers_ = std::move(*buffers);
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
    const std::byte* const in = buffers_.input(set);
    std::byte* const out = buffers_.output(set);
    const std::size_t count = spec_.block_elements();
    switch (spec_.op) {
      case CollectiveOp::reduce_scatter:
        return communicator_->reduce_scatter(in, out, count, spec_.dtype, context_.stream);
      case CollectiveOp::all_gather:
        return communicator_->all_gather(in, out, count, spec_.dtype, context_.stream);
      case CollectiveOp::all_to_all:
        return communicator_->all_to_all(in, out, count, spec_.dtype, context_.stream);
      case CollectiveOp::broadcast:
        return communicator_->broadcast(in, out, count, spec_.dtype, context_.stream);
      case CollectiveOp::send_recv:
        if (peer_ == world_.rank()) return {};
        return communicator_->exchange(in, out, count, spec_.dtype, peer_, context_.stream);
      case CollectiveOp::allreduce:
        break;
    }
    return communicator_->all_reduce(in, out, count, spec_.dtype, context_.stream);
  }

  [[nodiscard]] Result<Check> check() override {
    CollectiveData data{spec_, ++checks_};
    if (auto ok = upload(data); !ok) return fail(ok.error());
    if (!spec_.in_place) {
      const std::size_t bytes = spec_.output_elements() * size_of(spec_.dtype);
      if (auto ok = fill_bytes(buffers_.output(0), kPoison, bytes, context_.stream); !ok) return fail(ok.error());
    }
    context_.nccl->log().mark();
    Result<Event> done = Event::create();
    if (!done) return fail(done.error());
    const Result<void> ran = launch(0).and_then([&] { return done->record(context_.stream); }).and_then([&] {
      return wait_for(*done, [&] { return poll(); });
    });
    if (!ran) return fail(ran.error());
    if (auto ok = read_choice(); !ok) return fail(ok.error());
    const auto difference =
        find_difference(data, spec_, world_.rank(), reader_of(buffers_.output(0)), reader_of(buffers_.input(0)));
    if (!difference) return fail(difference.error());
    if (auto ok = fill(0); !ok) return fail(ok.error());
    return to_check(spec_, *difference);
  }

  [[nodiscard]] std::map<std::string, std::string> algorithm() const override {
    std::map<std::string, std::string> told = choice_;
    told["library"] = "NCCL " + nccl_version();
    return told;
  }

 private:
  [[nodiscard]] Result<void> fill(std::size_t set) const {
    const auto rank = static_cast<std::uint64_t>(world_.rank());
    const RandomKey key{context_.seed, set * static_cast<std::uint64_t>(spec_.ranks) + rank};
    return fill_normal(buffers_.input(set), spec_.input_elements(), spec_.dtype, key, context_.stream);
  }

  /// Tuning lines are rank 0's; each rank has its own channels.
  [[nodiscard]] Result<void> read_choice() {
    const NcclLog& log = context_.nccl->log();
    choice_ = nccl_choice(log.since_mark(), nccl_function(spec_.op));
    const std::set<std::string> channels = nccl_transports(log.whole());
    TransportUse use;
    if (spec_.transport != "nvls" || world_.rank() == 0) {
      use = use_of_transport(spec_.transport, channels, choice_["algorithm"]);
    }
    std::erase_if(choice_, [](const auto& entry) { return entry.second.empty(); });
    if (!channels.empty()) choice_["transports"] = fmt::format("{}", fmt::join(channels, ","));
    return assert_transport(world_, spec_, use, log.is_read());
  }

  [[nodiscard]] Result<void> upload(CollectiveData& data) const {
    std::vector<float> values(kCheckSlab);
    std::vector<std::byte> slab(kCheckSlab * size_of(spec_.dtype));
    Result<void> copied{};
    for_each_slab(spec_.input_elements(), [&](std::size_t begin, std::size_t count) {
      data.input(world_.rank(), begin, {values.data(), count});
      store_elements({values.data(), count}, spec_.dtype, slab.data());
      copied = copy_to_device(buffers_.input(0) + begin * size_of(spec_.dtype), slab.data(),
                              count * size_of(spec_.dtype), context_.stream)
                   .and_then([&] { return synchronize(context_.stream); });
      return copied.has_value();
    });
    return copied;
  }

  /// Downloads a slab at a time.
  [[nodiscard]] SlabReader reader_of(const std::byte* buffer) const {
    return [this, buffer, slab = std::vector<std::byte>{}](std::size_t begin,
                                                           std::size_t count) mutable -> Result<const std::byte*> {
      const std::size_t width = size_of(spec_.dtype);
      auto got = download<std::byte>(buffer + begin * width, count * width, context_.stream);
      if (!got) return fail(got.error());
      slab = std::move(*got);
      return slab.data();
    };
  }

  CollectiveSpec spec_;
  CudaContext context_;
  World& world_;
  NcclCommunicator* communicator_;  ///< the platform's
  std::size_t sets_;
  int peer_ = 0;  ///< send_recv; this rank itself where it has none
  CudaCollectiveBuffers buffers_;
  std::map<std::string, std::string> choice_;
  std::uint64_t checks_ = 0;
};

}  // namespace

Result<std::unique_ptr<Workload>> make_cuda_collective(const CollectiveSpec& spec, const CudaContext& context,
                                                       World& world) {
  RG_ASSERT(context.nccl != nullptr);
  if (auto ok = spec.validate_in(world); !ok) return fail(ok.error());
  if (spec.op == CollectiveOp::all_to_all && spec.in_place) {
    return fail(ErrorKind::unavailable, "NCCL has no all_to_all in place", spec.id());
  }
  const Result<NcclCommunicator*> communicator = context.nccl->communicator(world);
  if (!communicator) return fail(communicator.error());
  auto collective = std::make_unique<CudaCollective>(spec, context, world, *communicator);
  if (auto ok = agree(world, collective->prepare()); !ok) return fail(ok.error());
  return collective;
}

}  // namespace roofgate
