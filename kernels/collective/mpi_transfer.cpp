#include "kernels/collective/mpi_transfer.hpp"

#include <fmt/format.h>

#include "kernels/collective/pairs.hpp"

namespace roofgate {
namespace {

constexpr std::size_t kMostBlockBytes = std::size_t{1} << 30;

bool has_blocks(CollectiveOp op) {
  return op == CollectiveOp::reduce_scatter || op == CollectiveOp::all_gather || op == CollectiveOp::all_to_all;
}

}  // namespace

Result<MpiTransfer> MpiTransfer::make(const CollectiveSpec& spec, MpiWorld& world) {
  if (has_blocks(spec.op) && spec.block_elements() * size_of(spec.dtype) > kMostBlockBytes) {
    return fail(ErrorKind::unavailable, "a rank's block is larger than 1 GiB: MPI counts in int", spec.id(),
                "measure it with more ranks or fewer bytes");
  }
  return MpiTransfer{spec, world};
}

MpiTransfer::MpiTransfer(const CollectiveSpec& spec, MpiWorld& world)
    : spec_{spec},
      world_{&world},
      reduction_{spec.dtype},
      parts_{message_parts(spec.block_elements() * size_of(spec.dtype), size_of(spec.dtype))} {
  if (spec.op == CollectiveOp::send_recv) partner_ = partner_of(world.rank(), spec.pairing, world.size());
}

Result<void> MpiTransfer::run(const CollectiveBuffers& buffers) const {
  if (has_blocks(spec_.op)) return run_blocks(buffers);
  if (spec_.op == CollectiveOp::send_recv && partner_ == world_->rank()) return {};
  for (const MessagePart& part : parts_) {
    if (auto done = run_part(buffers, part); !done) return done;
  }
  return {};
}

Result<void> MpiTransfer::run_part(const CollectiveBuffers& buffers, const MessagePart& part) const {
  const MPI_Comm communicator = world_->communicator();
  std::byte* const output = buffers.output + part.start;
  if (spec_.op == CollectiveOp::broadcast) {
    return world_->outcome(MPI_Bcast(output, part.count, reduction_.type(), 0, communicator), "MPI_Bcast");
  }
  if (spec_.op == CollectiveOp::send_recv) {
    const int code = MPI_Sendrecv(buffers.input + part.start, part.count, reduction_.type(), partner_, 0, output,
                                  part.count, reduction_.type(), partner_, 0, communicator, MPI_STATUS_IGNORE);
    return world_->outcome(code, "MPI_Sendrecv");
  }
  const void* const input = spec_.in_place ? MPI_IN_PLACE : buffers.input + part.start;
  const int code = MPI_Allreduce(input, output, part.count, reduction_.type(), reduction_.operation(), communicator);
  return world_->outcome(code, "MPI_Allreduce");
}

Result<void> MpiTransfer::run_blocks(const CollectiveBuffers& buffers) const {
  const MPI_Comm communicator = world_->communicator();
  const MPI_Datatype type = reduction_.type();
  const int count = static_cast<int>(spec_.block_elements());
  const void* const input = spec_.in_place ? MPI_IN_PLACE : buffers.input;
  // In place, all_gather's output begins before this rank's input: at the first rank's block.
  if (spec_.op == CollectiveOp::all_gather) {
    return world_->outcome(MPI_Allgather(input, count, type, buffers.output, count, type, communicator),
                           "MPI_Allgather");
  }
  if (spec_.op == CollectiveOp::all_to_all) {
    return world_->outcome(MPI_Alltoall(input, count, type, buffers.output, count, type, communicator), "MPI_Alltoall");
  }
  const int code = MPI_Reduce_scatter_block(input, buffers.output, count, type, reduction_.operation(), communicator);
  return world_->outcome(code, "MPI_Reduce_scatter_block");
}

}  // namespace roofgate
