// Device memory of a collective: send and receive buffers of every set, registered or not. Internal to the CUDA side.
#pragma once

#include <cstddef>

#include "kernels/base/result.hpp"
#include "kernels/collective/collective_spec.hpp"
#include "kernels/cuda/buffer.hpp"
#include "kernels/cuda/nccl.hpp"

namespace roofgate {

class CudaCollectiveBuffers {
 public:
  [[nodiscard]] static Result<CudaCollectiveBuffers> allocate(const CollectiveSpec& spec, int rank, std::size_t sets,
                                                              NcclCommunicator& communicator);

  /// In place both lie in one buffer, as NCCL wants it: the smaller one is this rank's block of the larger.
  [[nodiscard]] std::byte* input(std::size_t set) const { return base() + set * stride_ + input_offset_; }
  [[nodiscard]] std::byte* output(std::size_t set) const { return base() + set * stride_ + output_offset_; }

 private:
  [[nodiscard]] std::byte* base() const { return plain_.data() != nullptr ? plain_.data() : mapped_.data(); }

  DeviceBuffer plain_;  ///< one of the two
  NcclMemory mapped_;
  NcclRegistration registration_;  ///< of `mapped_`: ends first
  std::size_t stride_ = 0;
  std::size_t input_offset_ = 0;
  std::size_t output_offset_ = 0;
};

}  // namespace roofgate
