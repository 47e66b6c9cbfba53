// What every host workload is made with.
#pragma once

#include <cstdint>
#include <optional>

#include "kernels/base/quantity.hpp"
#include "kernels/base/workload.hpp"
#include "kernels/host/isa.hpp"

namespace roofgate {

struct HostContext {
  int threads = 1;         ///< OpenMP threads of this rank
  int first_place = 0;     ///< of them: ranks that share CPUs begin at different places
  Bytes last_level_cache;  ///< of one socket
  CacheState cache = CacheState::cold;
  std::uint64_t seed = 1;  ///< of the random normal inputs
  std::optional<Isa> isa;  ///< forces our kernels' instruction set where the CPU has it; empty: the strongest
};

}  // namespace roofgate
