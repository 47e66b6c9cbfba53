// A stream: a thread that does its operations in order, later than the calls that queued them.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "tests/cpu_cuda/standin/device.hpp"
#include "tests/cpu_cuda/standin/memory_map.hpp"

namespace roofgate::standin {

/// What an operation finds while it runs.
struct Execution {
  Device& device;
  Footprint footprint{};
  bool waited_for_host = false;     ///< then it lasts until the host's time at its end
  double not_before_s = 0.0;        ///< it ends then at the earliest: what it waits for on another stream
  std::vector<Allocation> known{};  ///< memory that was found to be there
};

/// The operation that the calling thread runs; null outside of one.
[[nodiscard]] Execution*& current_execution();

struct Operation {
  /// Does it; seconds it takes on the device. Throws DeviceFault.
  std::function<double(Execution&)> run;
  /// Told the moment it ended, in virtual time.
  std::function<void(double)> ended{};
  bool is_kernel = false;
  double latency_s = 0.0;  ///< from the host's call to the start on an idle device
  /// Words that may be addresses of memory it uses.
  std::vector<std::uintptr_t> words{};
  double issued_s = 0.0;
};

}  // namespace roofgate::standin

/// The runtime's opaque handles are these.
struct CUgraph_st {
  std::vector<roofgate::standin::Operation> operations;
};

struct CUgraphExec_st {
  std::vector<roofgate::standin::Operation> operations;
};

struct CUstream_st {
 public:
  explicit CUstream_st(roofgate::standin::Device& device);
  CUstream_st(const CUstream_st&) = delete;
  CUstream_st& operator=(const CUstream_st&) = delete;
  ~CUstream_st();

  [[nodiscard]] roofgate::standin::Device& device() const { return device_; }

  /// Waits while the queue is full. Returns the operation's number.
  std::uint64_t push(roofgate::standin::Operation operation);
  /// Several that count as one call of the host.
  std::uint64_t push_all(const std::vector<roofgate::standin::Operation>& operations, double latency_s);
  /// Asks that everything up to operation `number` be done; does not wait.
  void demand(std::uint64_t number);
  void wait_for_all();
  [[nodiscard]] bool is_done(std::uint64_t number) const;

  /// Whether a queued operation may use [data, data + bytes).
  [[nodiscard]] bool may_use(const void* data, std::size_t bytes) const;

  /// Operations go into the graph instead of the queue.
  CUgraph_st* capturing = nullptr;

 private:
  void work();
  void run_one(roofgate::standin::Operation& operation);
  std::uint64_t enqueue(roofgate::standin::Operation operation, double latency_s);

  roofgate::standin::Device& device_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<roofgate::standin::Operation> queue_;
  std::uint64_t pushed_ = 0;
  std::uint64_t done_ = 0;
  std::uint64_t demanded_ = 0;
  double now_s_ = 0.0;
  bool ends_ = false;
  std::thread thread_;
};

namespace roofgate::standin {

/// Calls `visit` for each living stream.
void for_each_stream(const std::function<void(CUstream_st&)>& visit);

}  // namespace roofgate::standin
