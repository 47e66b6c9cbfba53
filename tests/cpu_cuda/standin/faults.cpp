#include "tests/cpu_cuda/standin/faults.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <map>
#include <mutex>
#include <set>

namespace roofgate::standin {
namespace {

struct Calls {
  std::mutex mutex;
  std::map<std::string, std::uint64_t> count;
  std::set<std::string> owned;  ///< `once` files that this process made
};

Calls& calls() {
  static Calls calls;
  return calls;
}

std::atomic<int> misuse_count{0};

/// Asked once in a process for each file.
bool was_there(const std::string& file) {
  static std::map<std::string, bool> seen;
  return seen.try_emplace(file, ::access(file.c_str(), F_OK) == 0).first->second;
}

bool may_happen(const Fault& fault, std::set<std::string>& owned) {
  if (!fault.after.empty() && !was_there(fault.after)) return false;
  if (fault.once.empty() || owned.count(fault.once) != 0) return true;
  const int file = ::open(fault.once.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
  if (file < 0) return false;
  ::close(file);
  owned.insert(fault.once);
  return true;
}

}  // namespace

std::optional<Fault> count_call(const std::string& call, int rank) {
  if (scenario().faults.empty()) return std::nullopt;
  const std::lock_guard lock{calls().mutex};
  const std::uint64_t number = ++calls().count[call];
  for (const Fault& fault : scenario().faults) {
    if (!fault.after.empty()) static_cast<void>(was_there(fault.after));
    const bool matches = fault.call == call && fault.from <= number && number <= fault.until;
    if (matches && (fault.rank < 0 || fault.rank == rank) && may_happen(fault, calls().owned)) return fault;
  }
  return std::nullopt;
}

void reset_calls() {
  const std::lock_guard lock{calls().mutex};
  calls().count.clear();
  calls().owned.clear();
  misuse_count = 0;
}

void report_misuse(const std::string& what) {
  ++misuse_count;
  std::fprintf(stderr, "stand-in: misuse: %s\n", what.c_str());
}

int misuses() { return misuse_count; }

}  // namespace roofgate::standin
