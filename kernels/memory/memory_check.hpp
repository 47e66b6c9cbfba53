// Every element of a memory workload's result against its definition. Host memory: CUDA results are copied first.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/base/workload.hpp"

namespace roofgate {

/// The factor of the triad: not a power of two, so that the product rounds.
inline constexpr float kTriadScale = 3.0F;

/// b = a, bit for bit. `what` names it in the message: "copy", "host_to_device".
[[nodiscard]] Check check_copy(const std::byte* to, const std::byte* from, std::size_t bytes, const char* what);

[[nodiscard]] Check check_write(const std::uint32_t* written, std::uint32_t pattern, std::size_t count);

/// a = b + scale x c in fp32. Tolerance: half an ulp of the sum, and half an ulp of the product where it is rounded
/// before the addition.
[[nodiscard]] Check check_triad(const float* a, const float* b, const float* c, float scale, std::size_t count);

/// The sum of the 64-bit words modulo 2^64, the last one filled with zeros: exact, so that no word can be missed.
[[nodiscard]] std::uint64_t sum_of_words(const std::byte* data, std::size_t bytes);
[[nodiscard]] Check check_read(std::uint64_t sum, const std::byte* data, std::size_t bytes);

}  // namespace roofgate
