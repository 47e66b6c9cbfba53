#include "kernels/memory/memory_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "kernels/base/element_errors.hpp"

namespace roofgate {
namespace {

constexpr double kFp32Roundoff = 0x1p-24;
constexpr std::size_t kTeamFrom = 1U << 14U;  // elements: below, starting the team costs more than it saves
constexpr double kFp32Smallest = 0x1p-149;    // an absolute floor: below 2^-126 the spacing no longer shrinks

/// Calls error_of(i) for every element, on every thread.
template <class ErrorOf>
ElementErrors compare(std::size_t count, ErrorOf error_of) {
  ElementErrors all;
#pragma omp parallel if (count >= kTeamFrom)
  {
    ElementErrors mine;
#pragma omp for schedule(static) nowait
    for (std::size_t i = 0; i < count; ++i) mine.add(i, error_of(i));
#pragma omp critical(roofgate_memory_check)
    all.merge(mine);
  }
  return all;
}

}  // namespace

Check check_copy(const std::byte* to, const std::byte* from, std::size_t bytes, const char* what) {
  const ElementErrors errors =
      compare(bytes, [&](std::size_t i) { return to[i] == from[i] ? 0.0 : error_in_tolerances(1.0, 0.0, 0.0); });
  if (errors.passed())
    return errors.to_check(fmt::format("{}: every one of {} bytes compared with its source", what, bytes));
  const std::size_t i = errors.first_wrong();
  return errors.to_check(fmt::format("{}: {} of {} bytes are wrong; the first at {}: {:#04x} instead of {:#04x}", what,
                                     errors.wrong(), bytes, i, std::to_integer<unsigned>(to[i]),
                                     std::to_integer<unsigned>(from[i])));
}

Check check_write(const std::uint32_t* written, std::uint32_t pattern, std::size_t count) {
  const ElementErrors errors =
      compare(count, [&](std::size_t i) { return written[i] == pattern ? 0.0 : error_in_tolerances(1.0, 0.0, 0.0); });
  if (errors.passed()) return errors.to_check(fmt::format("write: every one of {} words compared", count));
  const std::size_t i = errors.first_wrong();
  return errors.to_check(fmt::format("write: {} of {} words are wrong; the first at {}: {:#010x} instead of {:#010x}",
                                     errors.wrong(), count, i, written[i], pattern));
}

Check check_triad(const float* a, const float* b, const float* c, float scale, std::size_t count) {
  const auto expected_at = [&](std::size_t i) {
    return static_cast<double>(b[i]) + static_cast<double>(scale) * static_cast<double>(c[i]);
  };
  const ElementErrors errors = compare(count, [&](std::size_t i) {
    const double product = static_cast<double>(scale) * static_cast<double>(c[i]);
    const double expected = expected_at(i);
    // The rounded product moves the sum, whose own rounding then is of a slightly larger value.
    const double product_error = kFp32Roundoff * std::abs(product);
    const double tolerance = product_error + kFp32Roundoff * (std::abs(expected) + product_error) + kFp32Smallest;
    return error_in_tolerances(static_cast<double>(a[i]), expected, tolerance);
  });
  if (errors.passed())
    return errors.to_check(fmt::format("triad: every one of {} elements compared with double", count));
  const std::size_t i = errors.first_wrong();
  return errors.to_check(fmt::format("triad: {} of {} elements are wrong; the first at {}: {} instead of {}",
                                     errors.wrong(), count, i, a[i], expected_at(i)));
}

std::uint64_t sum_of_words(const std::byte* data, std::size_t bytes) {
  const std::size_t whole = bytes / sizeof(std::uint64_t);
  std::uint64_t sum = 0;
#pragma omp parallel for schedule(static) reduction(+ : sum) if (whole >= kTeamFrom)
  for (std::size_t i = 0; i < whole; ++i) {
    std::uint64_t word = 0;
    std::memcpy(&word, data + i * sizeof word, sizeof word);
    sum += word;
  }
  std::uint64_t last = 0;
  std::memcpy(&last, data + whole * sizeof last, bytes - whole * sizeof last);
  return sum + last;
}

Check check_read(std::uint64_t sum, const std::byte* data, std::size_t bytes) {
  const std::uint64_t expected = sum_of_words(data, bytes);
  ElementErrors errors;
  errors.add(0, sum == expected ? 0.0 : error_in_tolerances(1.0, 0.0, 0.0));
  return errors.to_check(
      errors.passed() ? fmt::format("read: sum of every 64-bit word of {} bytes compared", bytes)
                      : fmt::format("read: sum of the 64-bit words {:#018x} instead of {:#018x}", sum, expected));
}

}  // namespace roofgate
