#include "kernels/base/agree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>

#include "kernels/base/gather_text.hpp"

namespace roofgate {
namespace {

// An error's kind and whether it ends the process as one number, because worlds gather numbers.
constexpr int kFine = -1;
constexpr int kEndsProcess = 100;

int outcome_of(const Result<void>& result) {
  if (result) return kFine;
  return static_cast<int>(result.error().kind) + (result.error().ends_process ? kEndsProcess : 0);
}

}  // namespace

Result<void> agree(World& world, const Result<void>& mine) {
  if (world.size() == 1) return mine;
  const auto outcomes = world.all_gather(static_cast<double>(outcome_of(mine)));
  if (!outcomes) return fail(outcomes.error());
  const auto failed = std::find_if(outcomes->begin(), outcomes->end(), [](double each) { return each != kFine; });
  if (failed == outcomes->end()) return {};
  const auto rank = static_cast<std::size_t>(failed - outcomes->begin());
  const auto texts = gather_texts(world, mine ? std::string{} : to_string(mine.error()));
  if (!texts) return fail(texts.error());
  const int outcome = static_cast<int>(*failed);
  Error error;
  error.kind = static_cast<ErrorKind>(outcome % kEndsProcess);
  // What every rank says alike is no one rank's: they had agreed on it before, or all lack the same.
  const std::string& text = (*texts)[rank];
  const bool is_everyones =
      std::none_of(outcomes->begin(), outcomes->end(), [](double each) { return each == kFine; }) &&
      std::all_of(texts->begin(), texts->end(), [&](const std::string& each) { return each == text; });
  error.what = is_everyones ? text : fmt::format("rank {}: {}", rank, text);
  error.ends_process = outcome >= kEndsProcess;
  return fail(std::move(error));
}

}  // namespace roofgate
