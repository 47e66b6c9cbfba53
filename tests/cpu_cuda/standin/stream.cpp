#include "tests/cpu_cuda/standin/stream.hpp"

#include <algorithm>
#include <set>

#include "tests/cpu_cuda/standin/faults.hpp"

namespace roofgate::standin {
namespace {

struct Streams {
  std::mutex mutex;
  std::set<CUstream_st*> all;
};

Streams& streams() {
  static auto* const made = new Streams;
  return *made;
}

}  // namespace

Execution*& current_execution() {
  thread_local Execution* execution = nullptr;
  return execution;
}

void for_each_stream(const std::function<void(CUstream_st&)>& visit) {
  const std::lock_guard lock{streams().mutex};
  for (CUstream_st* stream : streams().all) visit(*stream);
}

}  // namespace roofgate::standin

using namespace roofgate::standin;

CUstream_st::CUstream_st(Device& device) : device_{device}, thread_{[this] { work(); }} {
  const std::lock_guard lock{streams().mutex};
  streams().all.insert(this);
}

CUstream_st::~CUstream_st() {
  {
    const std::lock_guard lock{streams().mutex};
    streams().all.erase(this);
  }
  {
    const std::lock_guard lock{mutex_};
    ends_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

std::uint64_t CUstream_st::enqueue(Operation operation, double latency_s) {
  operation.issued_s = host_clock().now();
  operation.latency_s = latency_s;
  std::unique_lock lock{mutex_};
  if (queue_.size() >= scenario().queue_entries) demanded_ = std::max(demanded_, pushed_);
  changed_.notify_all();
  changed_.wait(lock, [&] { return queue_.size() < scenario().queue_entries; });
  queue_.push_back(std::move(operation));
  const std::uint64_t number = ++pushed_;
  if (!scenario().late) demanded_ = number;
  changed_.notify_all();
  return number;
}

std::uint64_t CUstream_st::push(Operation operation) {
  if (capturing != nullptr) {
    capturing->operations.push_back(std::move(operation));
    return 0;
  }
  host_clock().advance(scenario().host_call_s);
  const double latency_s = operation.is_kernel ? scenario().launch_latency_s : 0.0;
  return enqueue(std::move(operation), latency_s);
}

std::uint64_t CUstream_st::push_all(const std::vector<Operation>& operations, double latency_s) {
  host_clock().advance(scenario().host_call_s);
  std::uint64_t last = 0;
  for (const Operation& operation : operations) last = enqueue(operation, latency_s);
  return last;
}

void CUstream_st::demand(std::uint64_t number) {
  const std::lock_guard lock{mutex_};
  demanded_ = std::max(demanded_, number);
  changed_.notify_all();
}

void CUstream_st::wait_for_all() {
  std::unique_lock lock{mutex_};
  const std::uint64_t number = pushed_;
  demanded_ = std::max(demanded_, number);
  changed_.notify_all();
  changed_.wait(lock, [&] { return done_ >= number; });
  host_clock().reach(now_s_);
}

bool CUstream_st::is_done(std::uint64_t number) const {
  const std::lock_guard lock{mutex_};
  return done_ >= number;
}

bool CUstream_st::may_use(const void* data, std::size_t bytes) const {
  const auto first = reinterpret_cast<std::uintptr_t>(data);
  const auto is_inside = [&](std::uintptr_t word) { return word >= first && word < first + bytes; };
  const std::lock_guard lock{mutex_};
  return std::any_of(queue_.begin(), queue_.end(), [&](const Operation& operation) {
    return std::any_of(operation.words.begin(), operation.words.end(), is_inside);
  });
}

void CUstream_st::work() {
  std::unique_lock lock{mutex_};
  while (true) {
    changed_.wait(lock, [&] { return (!queue_.empty() && (demanded_ > done_ || ends_)) || (ends_ && queue_.empty()); });
    if (queue_.empty()) return;
    Operation& operation = queue_.front();  // stays in the queue while it runs: it is in use
    lock.unlock();
    run_one(operation);
    lock.lock();
    queue_.pop_front();
    ++done_;
    changed_.notify_all();
  }
}

void CUstream_st::run_one(Operation& operation) {
  Execution execution{device_};
  double seconds = 0.0;
  if (device_.sticky() == 0) {
    if (operation.is_kernel) {
      device_.count_launch();
      if (const auto fault = count_call("kernel")) device_.fail(fault->result);
    }
    current_execution() = &execution;
    try {
      if (device_.sticky() == 0) seconds = operation.run(execution);
    } catch (const DeviceFault& fault) {
      device_.fail(fault.code);
    }
    current_execution() = nullptr;
  }
  // now_s_ is read by waiting hosts under the lock; this thread alone writes it.
  const double start = std::max(now_s_, operation.issued_s + operation.latency_s);
  double end = start + (seconds > 0.0 ? device_.with_noise(seconds) : 0.0);
  end = std::max(end, execution.not_before_s);
  // What the host writes takes as long to arrive as what it launches.
  if (execution.waited_for_host) end = std::max(end, host_clock().now() + scenario().launch_latency_s);
  {
    const std::lock_guard lock{mutex_};
    now_s_ = end;
  }
  device_.add_busy(end - start);
  if (operation.ended) operation.ended(end);
}
