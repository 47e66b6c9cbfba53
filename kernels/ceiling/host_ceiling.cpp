#include "kernels/ceiling/host_ceiling.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <vector>

#include "kernels/base/element_errors.hpp"
#include "kernels/ceiling/host_arithmetic.hpp"

namespace roofgate {
namespace {

/// A parallel region without work: what a launch costs on the host. Each thread notes the launch's number in a cache
/// line of its own, which shows that it took part: a compiler may remove a region that does nothing.
class LaunchCeiling final : public Workload {
 public:
  explicit LaunchCeiling(const HostContext& context) : notes_(static_cast<std::size_t>(context.threads)) {}

  [[nodiscard]] Work work() const override {
    Work work;
    work.subject = Subject::latency;
    return work;
  }

  [[nodiscard]] std::size_t set_count() const override { return 1; }

  [[nodiscard]] Result<void> launch(std::size_t /*set*/) override {
    const std::size_t number = ++launches_;
#pragma omp parallel num_threads(static_cast <int>(notes_.size()))
    notes_[static_cast<std::size_t>(omp_get_thread_num())].launch = number;
    return {};
  }

  [[nodiscard]] Result<Check> check() override {
    const Result<void> launched = launch(0);
    if (!launched) return fail(launched.error());
    ElementErrors errors;
    for (std::size_t i = 0; i < notes_.size(); ++i) {
      errors.add(i, notes_[i].launch == launches_ ? 0.0 : error_in_tolerances(1.0, 0.0, 0.0));
    }
    return errors.to_check(fmt::format("{} of {} threads took part", notes_.size() - errors.wrong(), notes_.size()));
  }

 private:
  struct alignas(64) Note {
    std::size_t launch = 0;
  };

  std::vector<Note> notes_;
  std::size_t launches_ = 0;
};

}  // namespace

Result<std::unique_ptr<Workload>> make_host_ceiling(const CeilingSpec& spec, const HostContext& context) {
  switch (spec.op) {
    case CeilingOp::fma_fp32:
      return make_host_fma(context);
    case CeilingOp::dot_bf16:
      return make_host_dot(spec, context);
    case CeilingOp::launch:
      break;
  }
  return std::make_unique<LaunchCeiling>(context);
}

}  // namespace roofgate
