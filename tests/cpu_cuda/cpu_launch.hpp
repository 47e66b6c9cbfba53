// Runs kernels that were compiled as plain C++: every block and every thread, one after the other, with real index
// variables. For kernels without barriers and shuffles; not a model of time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace roofgate {

/// In which order threads run. A kernel whose threads are independent gives the same result in any.
enum class ThreadOrder { forward, backward };

void set_thread_order(ThreadOrder order);

/// Counts the stores into some memory while it exists. One at a time for each address.
class StoreCount {
 public:
  explicit StoreCount(std::span<std::byte> memory);
  StoreCount(const StoreCount&) = delete;
  StoreCount& operator=(const StoreCount&) = delete;
  ~StoreCount();

  /// Empty if every byte was stored exactly once; else the first that was not.
  [[nodiscard]] std::string first_not_once() const;

  void note(const std::byte* address, std::size_t bytes);

 private:
  std::span<std::byte> memory_;
  std::vector<std::uint8_t> count_;
};

}  // namespace roofgate
