#include "kernels/collective/collective_data.hpp"

#include <algorithm>

#include "kernels/collective/pairs.hpp"

namespace roofgate {
namespace {

constexpr std::uint64_t kMostValue = 255;  // bf16 has 8 significant bits

bool reduces(CollectiveOp op) { return op == CollectiveOp::allreduce || op == CollectiveOp::reduce_scatter; }

/// -255 to 255 without 0. splitmix64's finalizer (Steele, Lea, Flood, OOPSLA 2014).
float moved_value(std::uint64_t salt, int rank, std::size_t place) {
  std::uint64_t bits = salt * 0x9e3779b97f4a7c15ULL + (static_cast<std::uint64_t>(rank) << 32U) + place;
  bits = (bits ^ (bits >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  bits = (bits ^ (bits >> 27U)) * 0x94d049bb133111ebULL;
  bits ^= bits >> 31U;
  const auto size = static_cast<float>(1 + (bits >> 1U) % kMostValue);
  return (bits & 1U) != 0 ? -size : size;
}

}  // namespace

CollectiveData::CollectiveData(const CollectiveSpec& spec, std::uint64_t salt) : spec_{spec}, salt_{salt} {
  if (reduces(spec.op)) sum_.emplace(spec.ranks, salt);
}

std::size_t CollectiveData::defined_elements(int rank) const {
  const bool is_alone = spec_.op == CollectiveOp::send_recv && partner_of(rank, spec_.pairing, spec_.ranks) == rank;
  return is_alone ? 0 : spec_.output_elements();
}

CollectiveData::Origin CollectiveData::origin_of(int rank, std::size_t element) const {
  const std::size_t block = spec_.block_elements();
  const std::size_t offset = element % block;
  const int sender = static_cast<int>(element / block);
  switch (spec_.op) {
    case CollectiveOp::reduce_scatter:
      return {rank, static_cast<std::size_t>(rank) * block + element, block - offset};
    case CollectiveOp::all_gather:
      return {sender, offset, block - offset};
    case CollectiveOp::all_to_all:
      return {sender, static_cast<std::size_t>(rank) * block + offset, block - offset};
    case CollectiveOp::broadcast:
      return {0, element, block - offset};
    case CollectiveOp::send_recv:
      return {partner_of(rank, spec_.pairing, spec_.ranks), element, block - offset};
    case CollectiveOp::allreduce:
      break;
  }
  return {rank, element, block - offset};
}

void CollectiveData::contribution(int rank, std::size_t begin, std::span<float> into) {
  if (period_rank_ != rank) {
    period_.resize(ExactSum::kPeriod);
    for (std::size_t i = 0; i < period_.size(); ++i) {
      period_[i] = sum_ ? sum_->input(rank, i) : moved_value(salt_, rank, i);
    }
    period_rank_ = rank;
  }
  for (std::size_t done = 0; done < into.size();) {
    const std::size_t place = (begin + done) % ExactSum::kPeriod;
    const std::size_t length = std::min(ExactSum::kPeriod - place, into.size() - done);
    std::copy_n(&period_[place], length, &into[done]);
    done += length;
  }
}

void CollectiveData::input(int rank, std::size_t begin, std::span<float> into) { contribution(rank, begin, into); }

void CollectiveData::expected(int rank, std::size_t begin, std::span<float> into) {
  for (std::size_t done = 0; done < into.size();) {
    const Origin origin = origin_of(rank, begin + done);
    const std::size_t length = std::min(origin.run, into.size() - done);
    const std::span<float> part = into.subspan(done, length);
    if (sum_) {
      for (std::size_t i = 0; i < length; ++i) part[i] = sum_->sum(origin.element + i);
    } else {
      contribution(origin.rank, origin.element, part);
    }
    done += length;
  }
}

}  // namespace roofgate
