// Shows a session's progress on the error stream: one line that is redrawn on a terminal, one line per process
// elsewhere.
#pragma once

#include <chrono>
#include <iosfwd>
#include <string>

#include "bench/session/run_session.hpp"

namespace roofgate {

class RunProgress final : public RunObserver {
 public:
  /// `width`: columns of the terminal that `stream` is; 0: it is none.
  RunProgress(std::ostream& stream, int width);
  ~RunProgress() override;

  void plan_is_made(const std::vector<Group>& plan, int rounds) override;
  void process_starts(int round, const Group& group, std::size_t missing) override;
  void case_is_done(const std::string& id) override;
  void tell(const std::string& sentence) override;
  void warn(const std::string& sentence) override;

 private:
  void draw(const std::string& what);
  void erase();

  std::ostream& stream_;
  std::size_t width_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::string step_;
  std::size_t total_ = 0, done_ = 0;
  int rounds_ = 0;
  bool is_drawn_ = false;
};

}  // namespace roofgate
