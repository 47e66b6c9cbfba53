#include "tests/cpu_cuda/standin/meeting.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <thread>

namespace roofgate::standin {
namespace {

MeetingPlace* map(const std::string& name, bool creates) {
  const int file = ::shm_open(name.c_str(), creates ? O_RDWR | O_CREAT | O_EXCL : O_RDWR, 0600);
  if (file < 0 || (creates && ::ftruncate(file, sizeof(MeetingPlace)) != 0)) {
    std::fprintf(stderr, "stand-in: no shared memory %s\n", name.c_str());
    std::_Exit(70);
  }
  void* const data = ::mmap(nullptr, sizeof(MeetingPlace), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  ::close(file);
  if (data == MAP_FAILED) std::_Exit(70);
  // Zero bytes, as the file is made, are the initial state of every field.
  return static_cast<MeetingPlace*>(data);
}

}  // namespace

std::string Meeting::found() {
  static std::atomic<int> count{0};
  const std::string name = "/roofgate-standin-" + std::to_string(::getpid()) + "-" + std::to_string(++count);
  ::munmap(map(name, true), sizeof(MeetingPlace));
  return name;
}

Meeting::Meeting(const std::string& name, int rank, int ranks) : place_{map(name, false)}, ranks_{ranks} {
  place_->pids[static_cast<std::size_t>(rank)] = ::getpid();
  // All are in: nobody needs the name any more.
  if (barrier([] { return false; })) ::shm_unlink(name.c_str());
}

Meeting::~Meeting() { ::munmap(place_, sizeof(MeetingPlace)); }

bool Meeting::is_sound() const {
  if (place_->failed) return false;
  for (std::size_t rank = 0; rank < static_cast<std::size_t>(ranks_); ++rank) {
    const pid_t pid = place_->pids[rank];
    if (pid != 0 && ::kill(pid, 0) != 0) return false;
  }
  return true;
}

bool Meeting::barrier(const std::function<bool()>& gives_up) {
  constexpr int kSpins = 100;
  const unsigned turn = place_->turn;
  if (++place_->arrived == ranks_) {
    place_->arrived = 0;
    ++place_->turn;
    return true;
  }
  for (int spins = 0; place_->turn == turn; ++spins) {
    if (spins < kSpins) {
      std::this_thread::yield();
      continue;
    }
    if (!is_sound() || gives_up()) return false;
    std::this_thread::sleep_for(std::chrono::microseconds{50});
  }
  return true;
}

}  // namespace roofgate::standin
