// What the host's arithmetic ceilings have in common: each thread runs one loop on values in its registers.
#pragma once

#include <omp.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "kernels/base/bounded.hpp"
#include "kernels/base/element_errors.hpp"
#include "kernels/base/workload.hpp"
#include "kernels/ceiling/ceiling_spec.hpp"
#include "kernels/host/context.hpp"
#include "kernels/host/random_fill.hpp"
#include "kernels/host/threads.hpp"

namespace roofgate {

[[nodiscard]] Result<std::unique_ptr<Workload>> make_host_fma(const HostContext& context);

/// `unavailable` on a CPU without a bf16 dot product, or with tiles that multiply faster.
[[nodiscard]] Result<std::unique_ptr<Workload>> make_host_dot(const CeilingSpec& spec, const HostContext& context);

/// Iterations of a launch on all CPUs with the strongest instruction set: about a millisecond, a thousand times what
/// starting the team takes.
inline constexpr std::size_t kLoopIterations = 1U << 17U;
/// Few enough to repeat in scalar code.
inline constexpr std::size_t kCheckIterations = 4099;

/// Each thread's values, with a page between those of two threads.
class ThreadValues {
 public:
  ThreadValues(int threads, std::size_t values)
      : values_{values}, stride_{values + 1024}, all_(static_cast<std::size_t>(threads) * stride_) {}

  [[nodiscard]] float* of(int thread) { return all_.data() + static_cast<std::size_t>(thread) * stride_; }
  [[nodiscard]] std::size_t size() const { return values_; }

 private:
  std::size_t values_;
  std::size_t stride_;
  std::vector<float> all_;
};

inline std::vector<float> normal_values(std::size_t count, std::uint64_t seed) {
  std::vector<float> values(count);
  fill_normal(values.data(), count, seed);
  return values;
}

/// One buffer set in registers; each thread runs the same loop on values of its own. Whatever the number of threads and
/// the instruction set, a launch does the same work to within an iteration of each thread, so that its time tells when
/// either becomes less: nights are compared by times.
class ArithmeticCeiling : public Workload {
 public:
  /// `values`: how many a thread works on; `most_values`: with the strongest instruction set of this CPU.
  ArithmeticCeiling(const HostContext& context, std::size_t values, std::size_t most_values)
      : threads_{context.threads},
        iterations_{share_of(context.threads, values, most_values)},
        seed_{context.seed},
        start_{normal_values(values, seed_)},
        values_{context.threads, values} {}

  [[nodiscard]] std::size_t set_count() const override { return 1; }

 protected:
  [[nodiscard]] std::size_t iterations() const { return iterations_; }
  [[nodiscard]] std::size_t value_count() const { return values_.size(); }
  [[nodiscard]] std::uint64_t fresh_seed() { return derive_seed(seed_, ~std::uint64_t{0}, ++checks_); }

  /// `flops`: of one value in one iteration.
  [[nodiscard]] Work work_of(double flops) const {
    Work work;
    work.subject = Subject::flops;
    work.flops = Flops{flops * static_cast<double>(iterations_) * static_cast<double>(value_count()) *
                       static_cast<double>(threads_)};
    return work;
  }

  /// Each launch starts from the same values, so that none drifts to infinity or zero over a night.
  template <class Loop>
  void run_from_start(Loop loop) {
    run_from(start_, loop);
  }

  /// Runs `loop` from `start` on every thread and compares each thread's values with expected(i) within tolerance(i).
  template <class Loop, class Expected>
  void compare(const std::vector<float>& start, Loop loop, Expected expected, ElementErrors& errors) {
    run_from(start, loop);
    for (std::size_t i = 0; i < start.size(); ++i) {
      const Bounded value = expected(i);
      for (int thread = 0; thread < threads_; ++thread) {
        errors.add(i, error_in_tolerances(static_cast<double>(values_.of(thread)[i]), value.value, value.error));
      }
    }
  }

  [[nodiscard]] Check conclude(const ElementErrors& errors) const;

 private:
  static std::size_t share_of(int threads, std::size_t values, std::size_t most_values) {
    const double all = static_cast<double>(kLoopIterations) * static_cast<double>(allowed_cpus().size()) *
                       static_cast<double>(most_values);
    return static_cast<std::size_t>(std::ceil(all / (static_cast<double>(threads) * static_cast<double>(values))));
  }

  template <class Loop>
  void run_from(const std::vector<float>& start, Loop loop) {
#pragma omp parallel num_threads(threads_)
    {
      float* const values = values_.of(omp_get_thread_num());
      std::copy(start.begin(), start.end(), values);
      loop(values);
    }
  }

  int threads_;
  std::size_t iterations_;
  std::uint64_t seed_;
  std::uint64_t checks_ = 0;
  std::vector<float> start_;
  ThreadValues values_;
};

}  // namespace roofgate
