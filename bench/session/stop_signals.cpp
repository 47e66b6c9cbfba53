#include "bench/session/stop_signals.hpp"

#include <atomic>

namespace roofgate {
namespace {

std::atomic<int> requests{0};
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler may touch only lock-free atomics");

void note(int /*signal*/) { requests.fetch_add(1); }

}  // namespace

StopSignals::StopSignals() {
  requests = 0;
  struct sigaction action {};
  action.sa_handler = note;
  sigemptyset(&action.sa_mask);
  action.sa_flags = 0;  // no SA_RESTART: poll() must return
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &action, &before_[i]);
}

StopSignals::~StopSignals() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &before_[i], nullptr);
  requests = 0;
}

bool StopSignals::is_requested() { return requests.load() > 0; }

int StopSignals::count() { return requests.load(); }

}  // namespace roofgate
