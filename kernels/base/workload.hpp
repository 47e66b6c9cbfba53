// A measurable piece of work bound to one device: it can be checked and launched. It does not know about time.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "kernels/base/result.hpp"
#include "kernels/base/work.hpp"

namespace roofgate {

/// The outcome of comparing one launch on fresh data with a reference.
struct Check {
  bool passed = false;
  double worst_error = 0.0;  ///< in units of the tolerance: passed means <= 1
  std::string detail;        ///< what was compared with what; on failure the first wrong element
};

/// Whether inputs come from memory (rotated through sets larger than twice the last-level cache) or from cache.
enum class CacheState { cold, warm };

/// Owns its buffers. Made by the factories in each workload's folder: `make_host_gemm(spec, context)` and its
/// siblings allocate and fill (random normal data), and fail with `unavailable` where memory or a library is missing.
class Workload {
 public:
  Workload() = default;
  Workload(const Workload&) = delete;
  Workload& operator=(const Workload&) = delete;
  virtual ~Workload() = default;

  /// Compulsory work of one `launch`.
  [[nodiscard]] virtual Work work() const = 0;

  /// Runs once on fresh data and compares every result the workload's spec says is compared.
  [[nodiscard]] virtual Result<Check> check() = 0;

  /// Number of independent buffer sets. Cold measuring launches set 0, 1, … in turn; warm always set 0.
  [[nodiscard]] virtual std::size_t set_count() const = 0;

  /// Starts one iteration on buffer set `set` (< set_count()). Asynchronous on CUDA: queued on the context's stream.
  [[nodiscard]] virtual Result<void> launch(std::size_t set) = 0;

  /// Entries that one `launch` takes in a device's launch queue: a platform that queues ahead of a blocked stream
  /// bounds their sum.
  [[nodiscard]] virtual std::size_t queue_cost() const { return 1; }

  /// Called when all launches of a batch are queued and held back, just before they may start (where a platform cannot
  /// hold them back: before the first): ranks of a collective meet here, so that none is timed waiting for another's
  /// host.
  [[nodiscard]] virtual Result<void> rendezvous() { return {}; }

  /// Called now and then while a platform waits for launches to end; an error ends the wait (a collective whose peer
  /// failed never ends by itself).
  [[nodiscard]] virtual Result<void> poll() { return {}; }

  /// What the library chose (algorithm id, tile, split-K, protocol, …); empty where nothing chooses.
  [[nodiscard]] virtual std::map<std::string, std::string> algorithm() const { return {}; }
};

}  // namespace roofgate
