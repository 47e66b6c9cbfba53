#include "kernels/step/bucket_reduction.hpp"

#include <algorithm>

#include "kernels/collective/message_parts.hpp"

namespace roofgate {

BucketReduction::BucketReduction(const StepSpec& spec, Bf16* gradients, MpiWorld* world)
    : buckets_{buckets_of(spec)},
      layer_elements_{static_cast<std::size_t>(spec.width * spec.width)},
      gradients_{gradients},
      world_{world} {
  if (world != nullptr) reduction_.emplace(DType::bf16);
}

std::vector<BucketReduction::Part> BucketReduction::parts_of(const GradientBucket& bucket) const {
  const auto layers = static_cast<std::size_t>(bucket.last - bucket.first + 1);
  Bf16* const begin = gradients_ + static_cast<std::size_t>(bucket.first) * layer_elements_;
  std::vector<Part> parts;
  for (const MessagePart& part : message_parts(layers * layer_elements_ * sizeof(Bf16), sizeof(Bf16))) {
    parts.push_back({begin + part.start / sizeof(Bf16), part.count});
  }
  return parts;
}

Result<void> BucketReduction::layer_is_ready(std::int64_t layer) {
  if (world_ == nullptr) return {};
  const auto bucket =
      std::find_if(buckets_.begin(), buckets_.end(), [&](const GradientBucket& each) { return each.first == layer; });
  if (bucket == buckets_.end()) return {};
  for (const Part& part : parts_of(*bucket)) {
    MPI_Request& request = requests_.emplace_back(MPI_REQUEST_NULL);
    const int code = MPI_Iallreduce(MPI_IN_PLACE, part.data, part.count, reduction_->type(), reduction_->operation(),
                                    world_->communicator(), &request);
    if (code != MPI_SUCCESS) return world_->outcome(code, "MPI_Iallreduce");
  }
  return {};
}

Result<void> BucketReduction::progress() {
  if (requests_.empty()) return {};
  int all_done = 0;
  const int code = MPI_Testall(static_cast<int>(requests_.size()), requests_.data(), &all_done, MPI_STATUSES_IGNORE);
  return world_->outcome(code, "MPI_Testall");
}

Result<void> BucketReduction::finish() {
  if (requests_.empty()) return {};
  const int code = MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE);
  requests_.clear();
  return world_->outcome(code, "MPI_Waitall");
}

Result<void> BucketReduction::reduce_all() {
  if (world_ == nullptr) return {};
  for (const GradientBucket& bucket : buckets_) {
    for (const Part& part : parts_of(bucket)) {
      const int code = MPI_Allreduce(MPI_IN_PLACE, part.data, part.count, reduction_->type(), reduction_->operation(),
                                     world_->communicator());
      if (code != MPI_SUCCESS) return world_->outcome(code, "MPI_Allreduce");
    }
  }
  return {};
}

}  // namespace roofgate
