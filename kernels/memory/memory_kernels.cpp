// Compiled once per instruction set: see roofgate_add_isa_sources.
#include "kernels/memory/memory_kernels.hpp"

#include "kernels/host/vector.hpp"

namespace roofgate::ROOFGATE_ISA {
namespace {

constexpr std::size_t kLine = 64;
constexpr std::size_t kBlock = kVectorBytes < kLine ? kLine : kVectorBytes;  // whole lines, so that each fills at once
constexpr std::size_t kParts = kBlock / kVectorBytes;

// Far enough for the latency of memory at 40 GB/s per core, found by trial on Zen 4: 2 to 6 KiB are alike.
constexpr std::size_t kAhead = 4096;

/// Asks for the block of memory that is `kAhead` past this one.
template <bool streaming>
void prefetch_block(const void* from, std::size_t bytes) {
  if constexpr (streaming) {
    for (std::size_t byte = 0; byte < bytes; byte += kLine) prefetch(from, kAhead + byte);
  }
}

WordLanes load(const void* from) {
  WordLanes words;
  __builtin_memcpy(&words, from, sizeof words);
  return words;
}

/// Bytes before the first line boundary of `to`, at most `bytes`.
std::size_t head_of(const void* to, std::size_t bytes) {
  const std::size_t head = bytes_to_line(to);
  return head < bytes ? head : bytes;
}

template <bool streaming>
void copy_as(std::byte* to, const std::byte* from, std::size_t bytes) {
  const std::size_t head = head_of(to, bytes);
  __builtin_memcpy(to, from, head);
  std::size_t i = head;
  for (; i + kBlock <= bytes; i += kBlock) {
    prefetch_block<streaming>(from + i, kBlock);
    for (std::size_t part = 0; part < kParts; ++part) {
      put<streaming>(to + i + part * kVectorBytes, load(from + i + part * kVectorBytes));
    }
  }
  __builtin_memcpy(to + i, from + i, bytes - i);
  if (streaming) fence();
}

void copy(std::byte* to, const std::byte* from, std::size_t bytes, bool streaming) {
  streaming ? copy_as<true>(to, from, bytes) : copy_as<false>(to, from, bytes);
}

std::uint64_t sum_of(LongLanes lanes) {
  std::uint64_t sum = 0;
  for (std::size_t lane = 0; lane < kVectorBytes / sizeof(std::uint64_t); ++lane) sum += lanes[lane];
  return sum;
}

template <bool streaming>
std::uint64_t read_as(const std::byte* from, std::size_t bytes) {
  constexpr std::size_t kSums = 4;  // an addition waits one cycle for the one before it; loads come two a cycle
  LongLanes sums[kSums] = {};
  std::size_t i = 0;
  for (; i + kSums * kVectorBytes <= bytes; i += kSums * kVectorBytes) {
    prefetch_block<streaming>(from + i, kSums * kVectorBytes);
    for (std::size_t k = 0; k < kSums; ++k) sums[k] += LongLanes(load(from + i + k * kVectorBytes));
  }
  std::uint64_t sum = sum_of((sums[0] + sums[1]) + (sums[2] + sums[3]));
  for (; i < bytes; i += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    const std::size_t left = bytes - i;
    __builtin_memcpy(&word, from + i, left < sizeof word ? left : sizeof word);
    sum += word;
  }
  return sum;
}

std::uint64_t read(const std::byte* from, std::size_t bytes, bool streaming) {
  return streaming ? read_as<true>(from, bytes) : read_as<false>(from, bytes);
}

template <bool streaming>
void write_as(std::byte* to, std::uint32_t pattern, std::size_t bytes) {
  const WordLanes words = pattern - WordLanes{};
  // A head that is no multiple of 4 bytes would shift the pattern: such pointers are stored word by word.
  const std::size_t head = bytes_to_line(to) % sizeof pattern == 0 ? head_of(to, bytes) : bytes;
  std::size_t i = 0;
  for (; i < head; i += sizeof pattern) __builtin_memcpy(to + i, &pattern, sizeof pattern);
  for (; i + kBlock <= bytes; i += kBlock) {
    for (std::size_t part = 0; part < kParts; ++part) put<streaming>(to + i + part * kVectorBytes, words);
  }
  for (; i < bytes; i += sizeof pattern) __builtin_memcpy(to + i, &pattern, sizeof pattern);
  if (streaming) fence();
}

void write(std::byte* to, std::uint32_t pattern, std::size_t bytes, bool streaming) {
  streaming ? write_as<true>(to, pattern, bytes) : write_as<false>(to, pattern, bytes);
}

template <bool streaming>
void triad_as(float* a, const float* b, const float* c, float scale, std::size_t count) {
  constexpr std::size_t kElements = kBlock / sizeof(float);
  const std::size_t head = head_of(a, count * sizeof(float)) / sizeof(float);
  std::size_t i = 0;
  for (; i < head; ++i) a[i] = b[i] + scale * c[i];
  for (; i + kElements <= count; i += kElements) {
    prefetch_block<streaming>(b + i, kBlock);
    prefetch_block<streaming>(c + i, kBlock);
    for (std::size_t part = 0; part < kParts; ++part) {
      const std::size_t at = i + part * kLanes;
      const auto product = FloatLanes(load(c + at)) * scale;
      put<streaming>(a + at, WordLanes(FloatLanes(load(b + at)) + product));
    }
  }
  for (; i < count; ++i) a[i] = b[i] + scale * c[i];
  if (streaming) fence();
}

void triad(float* a, const float* b, const float* c, float scale, std::size_t count, bool streaming) {
  streaming ? triad_as<true>(a, b, c, scale, count) : triad_as<false>(a, b, c, scale, count);
}

}  // namespace

extern const MemoryKernels kMemoryKernels;
const MemoryKernels kMemoryKernels{copy, read, write, triad};

}  // namespace roofgate::ROOFGATE_ISA
