// SIGINT, SIGTERM and SIGHUP as a request to stop: noted, not obeyed, so that what is measured is kept.
#pragma once

#include <csignal>

#include <array>

namespace roofgate {

/// While it lives, these signals only set a flag and interrupt waiting system calls. One at a time.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  [[nodiscard]] static bool is_requested();
  /// How often: a second request asks to be quick.
  [[nodiscard]] static int count();

 private:
  static constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};
  std::array<struct sigaction, kSignals.size()> before_{};
};

}  // namespace roofgate
