#include "bench/roofgate-bench/slowed_workload.hpp"

#include <chrono>
#include <utility>

namespace roofgate {
namespace {

class SlowedWorkload final : public Workload {
 public:
  SlowedWorkload(std::unique_ptr<Workload> inner, double loss)
      : inner_{std::move(inner)}, wait_per_work_{loss / (1.0 - loss)} {}

  [[nodiscard]] Work work() const override { return inner_->work(); }
  [[nodiscard]] Result<Check> check() override { return inner_->check(); }
  [[nodiscard]] std::size_t set_count() const override { return inner_->set_count(); }
  [[nodiscard]] std::size_t queue_cost() const override { return inner_->queue_cost(); }
  [[nodiscard]] Result<void> rendezvous() override { return inner_->rendezvous(); }
  [[nodiscard]] Result<void> poll() override { return inner_->poll(); }
  [[nodiscard]] std::map<std::string, std::string> algorithm() const override { return inner_->algorithm(); }

  [[nodiscard]] Result<void> launch(std::size_t set) override {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    if (auto launched = inner_->launch(set); !launched) return launched;
    const Clock::time_point done = Clock::now();
    const auto end = done + std::chrono::duration_cast<Clock::duration>((done - start) * wait_per_work_);
    while (Clock::now() < end) {
    }
    return {};
  }

 private:
  std::unique_ptr<Workload> inner_;
  double wait_per_work_;
};

}  // namespace

std::unique_ptr<Workload> slowed(std::unique_ptr<Workload> workload, double loss) {
  return std::make_unique<SlowedWorkload>(std::move(workload), loss);
}

}  // namespace roofgate
