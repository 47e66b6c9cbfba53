// Queues work that is no kernel of roofgate's as a kernel: products and loops that stand for inline PTX.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tests/cpu_cuda/standin/stream.hpp"

namespace roofgate::standin {

/// `compute` touches its operands through the execution's footprint. Launches of the same `key` do the same.
void queue_kernel(const std::string& key, std::vector<std::uintptr_t> words, std::function<void(Execution&)> compute,
                  CUstream_st* stream);

}  // namespace roofgate::standin
