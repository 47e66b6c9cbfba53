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

Result<std::optional<Difference>> find_difference(CollectiveData& data, const CollectiveSpec& spec, int rank,
                                                  const SlabReader& output, const SlabReader& input) {
  using Expect = void (CollectiveData::*)(int, std::size_t, std::span<float>);
  std::vector<float> values(kCheckSlab);
  std::optional<Difference> difference;
  Result<void> looked{};
  const auto look = [&](const SlabReader& read, std::size_t elements, Expect expect) {
    for_each_slab(elements, [&](std::size_t begin, std::size_t count) {
      const std::span<float> expected{values.data(), count};
      (data.*expect)(rank, begin, expected);
      const auto slab = read(begin, count);
      looked = slab.map([](const std::byte*) {});
      if (slab) difference = first_difference(*slab, spec.dtype, expected, begin);
      return slab && !difference;
    });
  };
  look(output, data.defined_elements(rank), &CollectiveData::expected);
  if (looked && !difference && !spec.in_place) {
    look(input, spec.input_elements(), &CollectiveData::input);
    if (difference) difference->in_input = true;
  }
  if (!looked) return fail(looked.error());
  return difference;
}

Check to_check(const CollectiveSpec& spec, const std::optional<Difference>& found) {
  if (!found) return Check{true, 0.0, right_words(spec)};
  const double error = std::abs(found->got - found->expected);
  return Check{false, std::isfinite(error) ? std::min(kHugeError, 1.0 + error) : kHugeError,
               fmt::format("element {} of {}: {} {}, expected {}", found->element,
                           found->in_input ? spec.input_elements() : spec.output_elements(),
                           found->in_input ? "the input became" : "got", found->got, found->expected)};
}

}  // namespace roofgate
