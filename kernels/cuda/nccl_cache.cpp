// NcclCache: needs no NCCL.
#include "kernels/cuda/nccl.hpp"

namespace roofgate {

Result<NcclCommunicator*> NcclCache::communicator(World& world) {
  if (communicator_ != nullptr && world_ == &world) return communicator_.get();
  communicator_.reset();
  return NcclCommunicator::create(world).map([&](NcclCommunicator made) {
    world_ = &world;
    communicator_ = std::make_unique<NcclCommunicator>(std::move(made));
    return communicator_.get();
  });
}

}  // namespace roofgate
