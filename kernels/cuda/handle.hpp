// Sole ownership of one opaque handle of a C library.
#pragma once

#include <utility>

namespace roofgate {

/// Destroys with `destroy` unless empty. Moves, never copies.
template <class Pointer, void (*destroy)(Pointer)>
class Handle {
 public:
  Handle() = default;
  explicit Handle(Pointer pointer) : pointer_{pointer} {}
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  Handle(Handle&& other) noexcept : pointer_{std::exchange(other.pointer_, nullptr)} {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(pointer_, other.pointer_);
    return *this;
  }
  ~Handle() {
    if (pointer_ != nullptr) destroy(pointer_);
  }

  [[nodiscard]] Pointer get() const { return pointer_; }
  /// Gives the handle away: it is destroyed elsewhere.
  [[nodiscard]] Pointer release() { return std::exchange(pointer_, nullptr); }

 private:
  Pointer pointer_ = nullptr;
};

}  // namespace roofgate
