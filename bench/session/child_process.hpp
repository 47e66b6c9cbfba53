// The real process runner: fork and exec, output by pipes, no orphan. Boost.Process 1.74 starts a second process to
// wait with a time limit and leaves groups and parent death to its user, so this is POSIX.
#pragma once

#include "bench/session/process.hpp"

namespace roofgate {

/// The child leads a process group of its own, has no standard input, and gets SIGTERM if this program dies. When
/// StopSignals is asked to stop, the group gets SIGTERM, and SIGKILL after `grace` or at a second request.
class ChildProcessRunner final : public ProcessRunner {
 public:
  explicit ChildProcessRunner(Seconds grace = Seconds{10}) : grace_{grace} {}
  [[nodiscard]] Result<ProcessEnd> run(const ProcessRequest& request) override;

 private:
  Seconds grace_;
};

}  // namespace roofgate
