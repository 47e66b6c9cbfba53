#include "kernels/collective/cuda_collective_buffers.hpp"

#include <algorithm>
#include <utility>

namespace roofgate {
namespace {

constexpr std::size_t kAlignment = 256;

std::size_t aligned(std::size_t bytes) { return (bytes + kAlignment - 1) / kAlignment * kAlignment; }

}  // namespace

Result<CudaCollectiveBuffers> CudaCollectiveBuffers::allocate(const CollectiveSpec& spec, int rank, std::size_t sets,
                                                              NcclCommunicator& communicator) {
  const std::size_t input = spec.input_elements() * size_of(spec.dtype);
  const std::size_t output = spec.output_elements() * size_of(spec.dtype);
  CudaCollectiveBuffers made;
  if (spec.in_place) {
    made.stride_ = aligned(std::max(input, output));
    if (input < output) made.input_offset_ = static_cast<std::size_t>(rank) * input;
    if (output < input) made.output_offset_ = static_cast<std::size_t>(rank) * output;
  } else {
    made.output_offset_ = aligned(input);
    made.stride_ = made.output_offset_ + aligned(output);
  }
  const std::size_t bytes = sets * made.stride_;
  if (!spec.registered) {
    return DeviceBuffer::allocate(bytes).map([&](DeviceBuffer buffer) {
      made.plain_ = std::move(buffer);
      return std::move(made);
    });
  }
  Result<NcclMemory> memory = NcclMemory::allocate(bytes);
  if (!memory) return fail(memory.error());
  made.mapped_ = std::move(*memory);
  return communicator.register_memory(made.mapped_.data(), bytes).map([&](NcclRegistration registration) {
    made.registration_ = std::move(registration);
    return std::move(made);
  });
}

}  // namespace roofgate
