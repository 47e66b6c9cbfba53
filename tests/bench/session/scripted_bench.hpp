// A process runner that behaves like roofgate-bench as far as a session can see: it lists, describes, and adds rounds
// to the record, and it dies where a test says so.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "bench/record/record.hpp"
#include "bench/session/process.hpp"

namespace roofgate {

class ScriptedBench final : public ProcessRunner {
 public:
  Result<ProcessEnd> run(const ProcessRequest& request) override;

  std::vector<std::string> single{"gemm/a", "gemm/b", "memory/c", "memory/d"};
  std::vector<std::string> collective{"allreduce/e"};  ///< "/ranks<N>" is added
  int cores = 2;
  std::string tool_version;  ///< empty: this_tool()

  /// A process that comes to this case dies by signal 11; as often as the number says.
  std::map<std::string, int> kills;
  bool dies_at_once = false;  ///< before it says at which case it is
  /// Cases that the program itself marks.
  std::map<std::string, Mark> marks;
  /// How many times longer a case takes than 1 ms.
  std::map<std::string, double> slow;
  /// Called after each measured case; true ends the process as if the user had stopped it.
  std::function<bool(int measured)> stops;
  int answer_status = 0;     ///< of --describe and --list-json
  std::string answer_words;  ///< what they then say
  int measuring_status = 0;  ///< of a measuring process that refuses at once

  /// What happened: one entry per measuring process, "round/ranks: case case".
  std::vector<std::string> processes;
  int measured = 0;
  int records = 0;  ///< that it began: each has its own id, a minute after the one before

 private:
  ProcessEnd answer(const std::string& text) const;
  Result<ProcessEnd> measure(const ProcessRequest& request, const std::map<std::string, std::string>& options);
  std::vector<std::string> ids(int ranks) const;
};

/// The value after each option: {"--suite", "quick"}; flags have "".
std::map<std::string, std::string> options_of(const ProcessRequest& request);

}  // namespace roofgate
