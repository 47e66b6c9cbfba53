// Where the ranks of a stand-in communicator meet: memory that their processes share.
#pragma once

#include <sys/types.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <functional>
#include <string>

namespace roofgate::standin {

inline constexpr int kMostRanks = 16;
inline constexpr std::size_t kChunkBytes = std::size_t{64} << 10U;

struct MeetingPlace {
  std::atomic<int> arrived{0};
  std::atomic<unsigned> turn{0};
  std::atomic<bool> failed{false};
  std::array<std::atomic<pid_t>, kMostRanks> pids{};
  std::array<std::atomic<int>, kMostRanks> devices{};
  alignas(64) std::array<std::array<std::byte, kChunkBytes>, kMostRanks> chunks{};
  /// Messages from one rank to another: full while `bytes` is not 0.
  struct Mailbox {
    std::atomic<std::size_t> bytes{0};
    std::array<std::byte, kChunkBytes> data{};
  };
  std::array<std::array<Mailbox, kMostRanks>, kMostRanks> mail{};
};

/// One rank's view of the place.
class Meeting {
 public:
  /// Makes an empty place and returns its name.
  [[nodiscard]] static std::string found();

  Meeting(const std::string& name, int rank, int ranks);
  Meeting(const Meeting&) = delete;
  Meeting& operator=(const Meeting&) = delete;
  ~Meeting();

  /// Returns when all ranks are here; false if one of them is gone, if the meeting failed, or if `gives_up` says so.
  [[nodiscard]] bool barrier(const std::function<bool()>& gives_up);
  /// Whether no rank is gone and the meeting has not failed.
  [[nodiscard]] bool is_sound() const;
  void fail() { place_->failed = true; }

  [[nodiscard]] MeetingPlace& place() { return *place_; }

 private:
  MeetingPlace* place_ = nullptr;
  int ranks_;
};

}  // namespace roofgate::standin
