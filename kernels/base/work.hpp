// What one iteration of a case must do at least: the model behind every rate. Counted, never measured.
#pragma once

#include "kernels/base/quantity.hpp"

namespace roofgate {

/// Which counted quantity is the subject of a case, and so its reported rate.
enum class Subject { flops, bytes, link_bytes, latency };

/// Compulsory work of one iteration. An FMA is 2 FLOP. Each spec header states its own count beside `work()`.
struct Work {
  Flops flops;
  Bytes bytes_read;
  Bytes bytes_written;
  Bytes link_bytes;   ///< collectives: message size per rank (algorithm bandwidth = link_bytes / time)
  Bytes working_set;  ///< bytes that one iteration touches: under twice the last-level cache it is cache-resident
  Subject subject = Subject::flops;

  [[nodiscard]] Bytes bytes() const { return bytes_read + bytes_written; }
};

}  // namespace roofgate
