#include "kernels/collective/collective_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels/base/bf16.hpp"

namespace roofgate {
namespace {

constexpr double kHugeError = 1e30;  // stands for "no finite error": a record holds finite numbers only

float load(const std::byte* data, std::size_t element, DType dtype) {
  if (dtype == DType::fp32) return reinterpret_cast<const float*>(data)[element];
  return to_float(reinterpret_cast<const Bf16*>(data)[element]);
}

std::string right_words(const CollectiveSpec& spec) {
  const bool sums = spec.op == CollectiveOp::allreduce || spec.op == CollectiveOp::reduce_scatter;
  return fmt::format("all {} elements on each of {} ranks equal {}", spec.output_elements(), spec.ranks,
                     sums ? "the exact sum" : "what was sent");
}

}  // namespace

void store_elements(std::span<const float> values, DType dtype, std::byte* into) {
  if (dtype == DType::fp32) {
    std::copy(values.begin(), values.end(), reinterpret_cast<float*>(into));
  } else {
    std::transform(values.begin(), values.end(), reinterpret_cast<Bf16*>(into),
                   [](float value) { return to_bf16(value); });
  }
}

std::optional<Difference> first_difference(const std::byte* got, DType dtype, std::span<const float> expected,
                                           std::size_t begin) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const float value = load(got, i, dtype);
    if (!(value == expected[i])) return Difference{begin + i, value, expected[i], false};
  }
  return std::nullopt;
}

void for_each_slab(std::size_t elements, const std::function<bool(std::size_t, std::size_t)>& visit) {
  for (std::size_t begin = 0; begin < elements; begin += kCheckSlab) {
    if (!visit(begin, std::min(kCheckSlab, elements - begin))) return;
  }
}

Result<Check> agree_on_check(World& world, const CollectiveSpec& spec, const std::optional<Difference>& mine) {
  const Difference told = mine.value_or(Difference{});
  const auto elements = world.all_gather(mine ? static_cast<double>(told.element) : -1.0);
  if (!elements) return fail(elements.error());
  const auto values = world.all_gather(told.got);
  if (!values) return fail(values.error());
  const auto expected = world.all_gather(told.expected);
  if (!expected) return fail(expected.error());
  const auto inputs = world.all_gather(told.in_input ? 1.0 : 0.0);
  if (!inputs) return fail(inputs.error());
  for (std::size_t rank = 0; rank < elements->size(); ++rank) {
    if ((*elements)[rank] < 0.0) continue;
    const bool in_input = (*inputs)[rank] > 0.0;
    const double error = std::abs((*values)[rank] - (*expected)[rank]);
    return Check{false, std::isfinite(error) ? std::min(kHugeError, 1.0 + error) : kHugeError,
                 fmt::format("rank {}, element {:.0f} of {}: {} {}, expected {}", rank, (*elements)[rank],
                             in_input ? spec.input_elements() : spec.output_elements(),
                             in_input ? "the input became" : "got", (*values)[rank], (*expected)[rank])};
  }
  return Check{true, 0.0, right_words(spec)};
}

}  // namespace roofgate
