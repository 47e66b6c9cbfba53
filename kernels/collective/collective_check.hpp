// Compares what a rank holds after a collective with what it must hold.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>

#include "kernels/base/dtype.hpp"
#include "kernels/base/result.hpp"
#include "kernels/base/workload.hpp"
#include "kernels/collective/collective_data.hpp"

namespace roofgate {

/// The first element that is not what it should be.
struct Difference {
  std::size_t element = 0;
  double got = 0.0;
  double expected = 0.0;
  bool in_input = false;  ///< of the send buffer, which no collective may change out of place
};

/// Elements of `dtype` from `values`, or the other way round; bf16 holds the values that are used here exactly.
void store_elements(std::span<const float> values, DType dtype, std::byte* into);

/// Values are compared, not bits: a sum of 0 may be -0. NaN is always different.
[[nodiscard]] std::optional<Difference> first_difference(const std::byte* got, DType dtype,
                                                         std::span<const float> expected, std::size_t begin);

/// Elements at a time in which buffers are filled and compared.
inline constexpr std::size_t kCheckSlab = std::size_t{1} << 18U;

/// Calls `visit(begin, count)` for [0, elements) in slabs; stops where it returns false.
void for_each_slab(std::size_t elements, const std::function<bool(std::size_t begin, std::size_t count)>& visit);

/// Elements [begin, begin + count) of a buffer, until the next call.
using SlabReader = std::function<Result<const std::byte*>(std::size_t begin, std::size_t count)>;

/// The first element of this rank that is not as it must be: of the receive buffer, then, out of place, of the send
/// buffer. Fails as the readers do.
[[nodiscard]] Result<std::optional<Difference>> find_difference(CollectiveData& data, const CollectiveSpec& spec,
                                                                int rank, const SlabReader& output,
                                                                const SlabReader& input);

/// This rank's part of the check: every rank makes its own.
[[nodiscard]] Check to_check(const CollectiveSpec& spec, const std::optional<Difference>& found);

}  // namespace roofgate
