#include "kernels/cuda/peer.hpp"

#include <cuda_runtime_api.h>

#include "kernels/cuda/status.hpp"

namespace roofgate {
namespace {

Result<void> outcome(cudaError_t code, const char* call) { return succeeded(CudaStatus{static_cast<int>(code)}, call); }

}  // namespace

Result<int> peer_of(int device) {
  int count = 0;
  if (auto ok = outcome(cudaGetDeviceCount(&count), "cudaGetDeviceCount"); !ok) return fail(ok.error());
  if (count < 2) return fail(ErrorKind::unavailable, "a peer copy needs two devices, one is visible", "peer_copy");
  return (device + 1) % count;
}

Result<DeviceBuffer> allocate_on(int device, std::size_t bytes, int current) {
  if (auto ok = outcome(cudaSetDevice(device), "cudaSetDevice"); !ok) return fail(ok.error());
  Result<DeviceBuffer> buffer = DeviceBuffer::allocate(bytes);
  if (auto ok = outcome(cudaSetDevice(current), "cudaSetDevice"); !ok) return fail(ok.error());
  return buffer;
}

Result<bool> enable_peer_access(int device, int peer) {
  int possible = 0;
  if (auto ok = outcome(cudaDeviceCanAccessPeer(&possible, device, peer), "cudaDeviceCanAccessPeer"); !ok) {
    return fail(ok.error());
  }
  if (possible == 0) return false;
  const cudaError_t enabled = cudaDeviceEnablePeerAccess(peer, 0);
  if (enabled == cudaErrorPeerAccessAlreadyEnabled) {
    static_cast<void>(cudaGetLastError());  // kept by the runtime as the last error until it is read
    return true;
  }
  return outcome(enabled, "cudaDeviceEnablePeerAccess").map([] { return true; });
}

Result<void> copy_to_peer(std::byte* to, int peer, const std::byte* from, int device, std::size_t bytes,
                          CUstream_st* stream) {
  return outcome(cudaMemcpyPeerAsync(to, peer, from, device, bytes, stream), "cudaMemcpyPeerAsync");
}

}  // namespace roofgate
