#include "bench/session/child_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>

#include "bench/record/file_descriptor.hpp"
#include "bench/session/stop_signals.hpp"

extern char** environ;

namespace roofgate {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kPollMs = 1000;  // wakes once a second: no load on the machine that is being measured
constexpr int kReapMs = 10;    // between closing its pipes and ending
constexpr std::size_t kLastWords = 4096;

struct Pipe {
  FileDescriptor read_end, write_end;
};

Result<Pipe> make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return fail(ErrorKind::internal, std::strerror(errno), "pipe");
  return Pipe{FileDescriptor{ends[0]}, FileDescriptor{ends[1]}};
}

/// Null-terminated pointers into strings that it owns, as exec wants them.
class StringArray {
 public:
  explicit StringArray(std::vector<std::string> strings) : strings_{std::move(strings)} {
    for (std::string& text : strings_) pointers_.push_back(text.data());
    pointers_.push_back(nullptr);
  }
  [[nodiscard]] char* const* data() const { return pointers_.data(); }

 private:
  std::vector<std::string> strings_;
  std::vector<char*> pointers_;
};

std::vector<std::string> environment_with(const ProcessRequest& request) {
  std::vector<std::string> strings;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text{*entry};
    const std::string_view name = text.substr(0, text.find('='));
    bool is_replaced = false;
    for (const auto& [added, value] : request.variables) is_replaced = is_replaced || added == name;
    if (!is_replaced) strings.emplace_back(text);
  }
  for (const auto& [name, value] : request.variables) strings.emplace_back(name).append("=").append(value);
  return strings;
}

/// Between fork and exec: async-signal-safe calls only.
[[noreturn]] void become(const char* program, const StringArray& arguments, const StringArray& environment,
                         const Pipe& out, const Pipe& err, const Pipe& failure, pid_t parent) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) _exit(127);  // it died before the line above
  struct sigaction standard {};
  standard.sa_handler = SIG_DFL;
  for (const int signal : {SIGPIPE, SIGINT, SIGTERM, SIGHUP}) sigaction(signal, &standard, nullptr);
  const int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, STDIN_FILENO);
  dup2(out.write_end.get(), STDOUT_FILENO);
  dup2(err.write_end.get(), STDERR_FILENO);
  execve(program, arguments.data(), environment.data());
  const int reason = errno;
  [[maybe_unused]] const ssize_t written = write(failure.write_end.get(), &reason, sizeof reason);
  _exit(127);
}

/// One running child: its pipes and what came out of them.
class Child {
 public:
  Child(pid_t pid, FileDescriptor out, FileDescriptor err, const ProcessRequest& request)
      : pid_{pid}, out_{std::move(out)}, err_{std::move(err)}, request_{request} {
    if (!request.log.empty()) log_.open(request.log, std::ios::app | std::ios::binary);
  }
  ~Child() {
    if (reaped_) return;
    send(SIGKILL);
    reap(0);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// Waits at most `limit_ms` for output or the end. False when the child has ended and its pipes are drained.
  bool step(int limit_ms) {
    std::array<pollfd, 2> ends{pollfd{out_.get(), POLLIN, 0}, pollfd{err_.get(), POLLIN, 0}};
    const bool has_pipes = out_.is_open() || err_.is_open();
    const int ready = poll(ends.data(), ends.size(), has_pipes ? limit_ms : std::min(limit_ms, kReapMs));
    if (ready > 0 && ends[0].revents != 0) read_from(out_, true);
    if (ready > 0 && ends[1].revents != 0) read_from(err_, false);
    if (!reaped_) reap(WNOHANG);
    return !reaped_ || (ready > 0 && has_pipes);
  }

  void send(int signal) const { kill(-pid_, signal); }
  [[nodiscard]] bool has_ended() const { return reaped_; }
  [[nodiscard]] Seconds silence() const {
    return Seconds{std::chrono::duration<double>(Clock::now() - heard_).count()};
  }

  ProcessEnd end() {
    if (!line_.empty() && request_.on_line) request_.on_line(line_);
    if (WIFEXITED(status_)) end_.exit_code = WEXITSTATUS(status_);
    if (WIFSIGNALED(status_)) end_.signal = WTERMSIG(status_);
    return std::move(end_);
  }

 private:
  /// When the leader has ended, so does the rest of its group: before its id is given back, and can be another's.
  void reap(int flags) {
    siginfo_t info{};
    int failed = 0;
    do {
      failed = waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT | flags);
    } while (failed != 0 && errno == EINTR);
    if (failed == 0 && info.si_pid == 0) return;
    send(SIGKILL);
    waitpid(pid_, &status_, 0);
    reaped_ = true;
  }

  void read_from(FileDescriptor& end, bool is_out) {
    std::array<char, 4096> piece{};
    const ssize_t size = read(end.get(), piece.data(), piece.size());
    if (size < 0 && errno == EINTR) return;
    if (size <= 0) {
      end = FileDescriptor{};
      return;
    }
    heard_ = Clock::now();
    const std::string_view text{piece.data(), static_cast<std::size_t>(size)};
    log_ << text << std::flush;
    if (is_out) {
      end_.out += text;
      split_lines(text);
    } else {
      end_.last_words += text;
      if (end_.last_words.size() > kLastWords) end_.last_words.erase(0, end_.last_words.size() - kLastWords);
    }
  }

  void split_lines(std::string_view text) {
    if (!request_.on_line) return;
    for (const char c : text) {
      if (c == '\n') {
        request_.on_line(line_);
        line_.clear();
      } else {
        line_ += c;
      }
    }
  }

  pid_t pid_;
  FileDescriptor out_, err_;
  const ProcessRequest& request_;
  std::ofstream log_;
  std::string line_;
  Clock::time_point heard_ = Clock::now();
  ProcessEnd end_;
  int status_ = 0;
  bool reaped_ = false;
};

/// SIGTERM, then SIGKILL after `grace` or when the user asks again.
void end_gently(Child& child, Seconds grace) {
  child.send(SIGTERM);
  const auto deadline = Clock::now() + std::chrono::duration<double>(grace.value());
  const int requests = StopSignals::count();
  while (!child.has_ended() && Clock::now() < deadline && StopSignals::count() <= requests) child.step(100);
  child.send(SIGKILL);
  while (child.step(100)) {
  }
}

}  // namespace

Result<ProcessEnd> ChildProcessRunner::run(const ProcessRequest& request) {
  if (StopSignals::is_requested()) {
    ProcessEnd not_started;
    not_started.was_stopped = true;
    return not_started;
  }
  auto out = make_pipe();
  auto err = make_pipe();
  auto failure = make_pipe();
  if (!out || !err || !failure) return fail(!out ? out.error() : !err ? err.error() : failure.error());
  std::vector<std::string> words{request.program.string()};
  words.insert(words.end(), request.arguments.begin(), request.arguments.end());
  const StringArray arguments{std::move(words)};
  const StringArray environment{environment_with(request)};
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid < 0) return fail(ErrorKind::internal, std::strerror(errno), "fork");
  if (pid == 0) become(request.program.c_str(), arguments, environment, *out, *err, *failure, parent);
  setpgid(pid, pid);  // also here: the group must exist before the first kill
  out->write_end = FileDescriptor{};
  err->write_end = FileDescriptor{};
  failure->write_end = FileDescriptor{};
  Child child{pid, std::move(out->read_end), std::move(err->read_end), request};
  int reason = 0;
  ssize_t size = 0;
  do {
    size = read(failure->read_end.get(), &reason, sizeof reason);
  } while (size < 0 && errno == EINTR);
  if (size > 0) {
    return fail(ErrorKind::unavailable, std::string{"cannot start it: "} + std::strerror(reason),
                request.program.string());
  }
  bool was_stopped = false;
  bool was_silent = false;
  while (child.step(kPollMs)) {
    was_stopped = StopSignals::is_requested();
    was_silent = request.silence_limit && child.silence() > *request.silence_limit;
    if (was_stopped || was_silent) {
      end_gently(child, grace_);
      break;
    }
  }
  ProcessEnd end = child.end();
  end.was_stopped = was_stopped;
  end.was_silent = was_silent;
  return end;
}

}  // namespace roofgate
