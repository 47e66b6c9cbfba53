#include "bench/measure/agreement.hpp"

#include <fmt/format.h>

#include <cstddef>

namespace roofgate {
namespace {

// An error's kind and whether it ends the process as one number, because worlds gather numbers.
constexpr int kFine = -1;
constexpr int kEndsProcess = 100;

int outcome_of(const Result<void>& result) {
  if (result) return kFine;
  return static_cast<int>(result.error().kind) + (result.error().ends_process ? kEndsProcess : 0);
}

Error error_of(int outcome, std::size_t rank) {
  Error error;
  error.kind = static_cast<ErrorKind>(outcome % kEndsProcess);
  error.what = fmt::format("rank {} failed", rank);
  error.ends_process = outcome >= kEndsProcess;
  return error;
}

}  // namespace

Result<void> agree(World& world, const Result<void>& mine) {
  const auto outcomes = world.all_gather(static_cast<double>(outcome_of(mine)));
  if (!mine) return mine;
  if (!outcomes) return fail(outcomes.error());
  for (std::size_t rank = 0; rank < outcomes->size(); ++rank) {
    const int outcome = static_cast<int>((*outcomes)[rank]);
    if (outcome != kFine) return fail(error_of(outcome, rank));
  }
  return {};
}

}  // namespace roofgate
