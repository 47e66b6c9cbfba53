#include "kernels/host/available_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <limits>
#include <optional>
#include <string>

namespace roofgate {
namespace {

constexpr double kKibibyte = 1024.0;
constexpr double kMebibyte = 1024.0 * 1024.0;
constexpr Bytes kUnlimited{std::numeric_limits<double>::infinity()};

std::string text_of(const char* file) {
  std::ifstream in{file};
  return {std::istreambuf_iterator<char>{in}, {}};
}

std::optional<double> number_in(std::string_view text) {
  const std::size_t first = text.find_first_of("0123456789");
  if (first == std::string_view::npos) return std::nullopt;
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data() + first, text.data() + text.size(), value);
  return error == std::errc{} ? std::optional{value} : std::nullopt;
}

struct Cgroup {
  Bytes limit = kUnlimited;
  Bytes used;
};

// The process's own group as a container shows it: mounted at the root of the hierarchy.
Cgroup cgroup() {
  constexpr std::pair<const char*, const char*> kFiles[] = {
      {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"},
      {"/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes"}};
  for (const auto& [limit_file, used_file] : kFiles) {
    const std::optional<double> limit = number_in(text_of(limit_file));
    if (!limit) continue;  // absent, or "max"
    return Cgroup{Bytes{*limit}, Bytes{number_in(text_of(used_file)).value_or(0.0)}};
  }
  return {};
}

}  // namespace

Bytes parse_meminfo(std::string_view text, std::string_view key) {
  const std::size_t at = text.find(key);
  if (at == std::string_view::npos) return Bytes{0.0};
  return Bytes{number_in(text.substr(at + key.size())).value_or(0.0) * kKibibyte};
}

MemoryState memory_state() {
  const std::string meminfo = text_of("/proc/meminfo");
  MemoryState state{parse_meminfo(meminfo, "MemTotal:"), parse_meminfo(meminfo, "MemAvailable:")};
  if (state.total.value() <= 0.0) state = MemoryState{kUnlimited, kUnlimited};
  const Cgroup group = cgroup();
  state.total = std::min(state.total, group.limit);
  state.available = std::min(state.available, group.limit - std::min(group.used, group.limit));
  return state;
}

Result<void> check_memory(Bytes wanted, const MemoryState& state) {
  const Bytes allowed = std::min(state.total * kMemoryShare, state.available);
  if (wanted <= allowed) return {};
  return fail(ErrorKind::unavailable,
              fmt::format("the buffers need {:.0f} MiB; {:.0f} MiB may be used", wanted.value() / kMebibyte,
                          allowed.value() / kMebibyte),
              "host memory",
              fmt::format("a case may take {:.0f} % of the memory, and only what is free: use a smaller case",
                          kMemoryShare * 100.0));
}

}  // namespace roofgate
