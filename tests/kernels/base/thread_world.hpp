// A world of ranks on the threads of one process.
#pragma once

#include <barrier>
#include <cstddef>
#include <span>
#include <vector>

#include "kernels/base/world.hpp"

namespace roofgate {

/// Ranks of one process, on threads, for what is exchanged word by word. Each thread has its own.
class SharedBoard {
 public:
  explicit SharedBoard(int size) : values_(static_cast<std::size_t>(size)), barrier_{size} {}

  std::vector<double> exchange(int rank, double value) {
    values_[static_cast<std::size_t>(rank)] = value;
    barrier_.arrive_and_wait();
    std::vector<double> all = values_;
    barrier_.arrive_and_wait();
    return all;
  }

 private:
  std::vector<double> values_;
  std::barrier<> barrier_;
};

class ThreadWorld final : public World {
 public:
  ThreadWorld(SharedBoard& board, int rank, int size) : board_{board}, rank_{rank}, size_{size} {}
  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int size() const override { return size_; }
  [[nodiscard]] Result<void> barrier() override {
    static_cast<void>(board_.exchange(rank_, 0.0));
    return {};
  }
  [[nodiscard]] Result<std::vector<double>> all_gather(double value) override { return board_.exchange(rank_, value); }
  [[nodiscard]] Result<double> broadcast(double value) override { return board_.exchange(rank_, value)[0]; }
  [[nodiscard]] Result<void> broadcast_bytes(std::span<std::byte> data) override {
    for (std::byte& byte : data) byte = static_cast<std::byte>(board_.exchange(rank_, std::to_integer<int>(byte))[0]);
    return {};
  }

 private:
  SharedBoard& board_;
  int rank_;
  int size_;
};

}  // namespace roofgate
