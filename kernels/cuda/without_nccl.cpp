// NCCL in a CUDA build that found none: it links and says so.
#include "kernels/cuda/nccl.hpp"

namespace roofgate {
namespace {

tl::unexpected<Error> no_nccl() {
  return fail(ErrorKind::unavailable, "this build has no NCCL", "nccl",
              "install NCCL's development files, or configure with -DNCCL_ROOT=<folder with include and lib>");
}

}  // namespace

void destroy_communicator(ncclComm* /*communicator*/) {}

std::string nccl_version() { return {}; }

Result<NcclCommunicator> NcclCommunicator::create(World& /*world*/) { return no_nccl(); }

Result<void> NcclCommunicator::all_reduce(const std::byte* /*send*/, std::byte* /*receive*/, std::size_t /*count*/,
                                          DType /*dtype*/, CUstream_st* /*stream*/) {
  return no_nccl();
}

Result<void> NcclCommunicator::reduce_scatter(const std::byte* /*send*/, std::byte* /*receive*/, std::size_t /*count*/,
                                              DType /*dtype*/, CUstream_st* /*stream*/) {
  return no_nccl();
}

Result<void> NcclCommunicator::all_gather(const std::byte* /*send*/, std::byte* /*receive*/, std::size_t /*count*/,
                                          DType /*dtype*/, CUstream_st* /*stream*/) {
  return no_nccl();
}

Result<void> NcclCommunicator::broadcast(const std::byte* /*send*/, std::byte* /*receive*/, std::size_t /*count*/,
                                         DType /*dtype*/, CUstream_st* /*stream*/) {
  return no_nccl();
}

Result<void> NcclCommunicator::all_to_all(const std::byte* /*send*/, std::byte* /*receive*/, std::size_t /*count*/,
                                          DType /*dtype*/, CUstream_st* /*stream*/) {
  return no_nccl();
}

Result<void> NcclCommunicator::exchange(const std::byte* /*send*/, std::byte* /*receive*/, std::size_t /*count*/,
                                        DType /*dtype*/, int /*peer*/, CUstream_st* /*stream*/) {
  return no_nccl();
}

Result<NcclRegistration> NcclCommunicator::register_memory(std::byte* /*data*/, std::size_t /*bytes*/) {
  return no_nccl();
}

void free_nccl_memory(std::byte* /*data*/) {}

Result<NcclMemory> NcclMemory::allocate(std::size_t /*bytes*/) { return no_nccl(); }

NcclRegistration::~NcclRegistration() = default;

Result<void> NcclCommunicator::poll() { return no_nccl(); }

}  // namespace roofgate
