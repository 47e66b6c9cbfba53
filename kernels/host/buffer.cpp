#include "kernels/host/buffer.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

#include "kernels/base/quantity.hpp"
#include "kernels/host/available_memory.hpp"

namespace roofgate {
namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20U;

std::size_t round_up(std::size_t value, std::size_t multiple) { return (value + multiple - 1) / multiple * multiple; }

void unmap(std::byte* from, std::byte* to) {
  if (from != to) munmap(from, static_cast<std::size_t>(to - from));
}

}  // namespace

HostBuffer& HostBuffer::operator=(HostBuffer&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(mapped_, other.mapped_);
  return *this;
}

HostBuffer::~HostBuffer() {
  if (data_ != nullptr) munmap(data_, mapped_);
}

Result<HostBuffer> HostBuffer::allocate(std::size_t bytes) {
  const Result<void> enough = check_memory(Bytes{static_cast<double>(bytes)}, memory_state());
  if (!enough) return fail(enough.error());
  const std::size_t mapped = round_up(bytes == 0 ? 1 : bytes, kHugePage);
  void* const start =
      mmap(nullptr, mapped + kHugePage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (start == MAP_FAILED) {
    return fail(ErrorKind::unavailable, fmt::format("cannot map {} bytes: {}", mapped, std::strerror(errno)),
                "host memory", "use a smaller case, or raise the limit of this process (ulimit -v)");
  }
  auto* const first = static_cast<std::byte*>(start);
  const std::size_t misalignment = reinterpret_cast<std::uintptr_t>(first) % kHugePage;
  std::byte* const data = first + (misalignment == 0 ? 0 : kHugePage - misalignment);
  unmap(first, data);
  unmap(data + mapped, first + mapped + kHugePage);
  // Advice only: without huge pages the buffer works, with more TLB misses.
  madvise(data, mapped, MADV_HUGEPAGE);
  return HostBuffer{data, mapped};
}

}  // namespace roofgate
