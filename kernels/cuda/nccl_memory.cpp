// Memory for NCCL's registered collectives. Both calls came with NCCL 2.19; an older one says so when it is asked.
#include <fmt/format.h>
#include <nccl.h>

#include "kernels/cuda/nccl.hpp"

namespace roofgate {
namespace {

#if NCCL_VERSION_CODE >= NCCL_VERSION(2, 19, 0)
Result<void> outcome(ncclResult_t result, const char* call) {
  if (result == ncclSuccess) return {};
  return fail(ErrorKind::unavailable, ncclGetErrorString(result), call,
              "registered buffers need memory that all devices of the node can map; NCCL_DEBUG=WARN says more");
}
#else
tl::unexpected<Error> too_old() {
  return fail(ErrorKind::unavailable, fmt::format("NCCL {} has no registered buffers", nccl_version()), "nccl",
              "they came with NCCL 2.19");
}
#endif

}  // namespace

#if NCCL_VERSION_CODE >= NCCL_VERSION(2, 19, 0)

void free_nccl_memory(std::byte* data) { static_cast<void>(ncclMemFree(data)); }

Result<NcclMemory> NcclMemory::allocate(std::size_t bytes) {
  void* data = nullptr;
  return outcome(ncclMemAlloc(&data, bytes), "ncclMemAlloc").map([&] {
    return NcclMemory{static_cast<std::byte*>(data)};
  });
}

NcclRegistration::~NcclRegistration() {
  if (handle_ != nullptr) static_cast<void>(ncclCommDeregister(communicator_, handle_));
}

Result<NcclRegistration> NcclCommunicator::register_memory(std::byte* data, std::size_t bytes) {
  void* handle = nullptr;
  return outcome(ncclCommRegister(handle_.get(), data, bytes, &handle), "ncclCommRegister").map([&] {
    return NcclRegistration{handle_.get(), handle};
  });
}

#else

void free_nccl_memory(std::byte* /*data*/) {}
Result<NcclMemory> NcclMemory::allocate(std::size_t /*bytes*/) { return too_old(); }
NcclRegistration::~NcclRegistration() = default;
Result<NcclRegistration> NcclCommunicator::register_memory(std::byte* /*data*/, std::size_t /*bytes*/) {
  return too_old();
}

#endif

}  // namespace roofgate
