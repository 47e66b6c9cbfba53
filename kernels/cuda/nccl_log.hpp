// What NCCL chose and connected, read from its own log. Knows the text only: no NCCL, no CUDA.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace roofgate {

/// Of the last line in `log` that tells a choice for `function` ("AllReduce"): "algorithm" (RING, TREE, NVLS, …),
/// "protocol" (LL, LL128, SIMPLE) and, from NCCL 2.22 on, "channels" (how many). Empty without such a line: point to
/// point transfers have none. Three forms are known:
///   AllReduce: 4096 Bytes -> Algo RING proto LL channel{Lo..Hi}={0..3}   2.22 and later
///   AllReduce: 4096 Bytes -> Algo 1 proto 0 time 9.2                     2.20, 2.21
///   4096 Bytes -> Algo 1 proto 0 time 9.2                                before; taken whatever the function
[[nodiscard]] std::map<std::string, std::string> nccl_choice(std::string_view log, std::string_view function);

/// The transports that this rank's channels use: of "Channel 00/0 : 0[0] -> 1[1] via P2P/CUMEM" P2P/CUMEM. A network's
/// device number is left out: NET/IB/3/GDRDMA is NET/IB/GDRDMA.
[[nodiscard]] std::set<std::string> nccl_transports(std::string_view log);

/// This process's log, in a file of its own that ends with it. One of these before the first call of NCCL, which reads
/// its variables once.
class NcclLog {
 public:
  /// Sets NCCL_DEBUG, NCCL_DEBUG_SUBSYS and NCCL_DEBUG_FILE, unless the user has set NCCL_DEBUG or NCCL_DEBUG_FILE:
  /// then nothing is read and nothing is known.
  NcclLog();
  NcclLog(const NcclLog&) = delete;
  NcclLog& operator=(const NcclLog&) = delete;
  ~NcclLog();

  [[nodiscard]] bool is_read() const { return !file_.empty(); }
  /// What comes after is `since_mark`.
  void mark();
  [[nodiscard]] std::string since_mark() const;
  [[nodiscard]] std::string whole() const;

 private:
  [[nodiscard]] std::string read_from(std::size_t begin) const;

  std::string file_;
  std::size_t mark_ = 0;
};

}  // namespace roofgate
