// The ranks that measure together. One rank alone is a world too (SoloWorld), so the measuring loop has one form.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "kernels/base/result.hpp"

namespace roofgate {

class World {
 public:
  World() = default;
  World(const World&) = delete;
  World& operator=(const World&) = delete;
  virtual ~World() = default;

  [[nodiscard]] virtual int rank() const = 0;
  [[nodiscard]] virtual int size() const = 0;
  /// Returns when every rank has called it.
  [[nodiscard]] virtual Result<void> barrier() = 0;
  /// One number from each rank, on every rank, in rank order.
  [[nodiscard]] virtual Result<std::vector<double>> all_gather(double value) = 0;
  /// Rank 0's number on every rank: decisions that depend on a clock are made once.
  [[nodiscard]] virtual Result<double> broadcast(double value) = 0;
  /// Rank 0's bytes into `data` on every rank; the same length everywhere.
  [[nodiscard]] virtual Result<void> broadcast_bytes(std::span<std::byte> data) = 0;
};

class SoloWorld final : public World {
 public:
  [[nodiscard]] int rank() const override { return 0; }
  [[nodiscard]] int size() const override { return 1; }
  [[nodiscard]] Result<void> barrier() override { return {}; }
  [[nodiscard]] Result<std::vector<double>> all_gather(double value) override { return std::vector<double>{value}; }
  [[nodiscard]] Result<double> broadcast(double value) override { return value; }
  [[nodiscard]] Result<void> broadcast_bytes(std::span<std::byte> /*data*/) override { return {}; }
};

}  // namespace roofgate
