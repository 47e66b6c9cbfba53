#include "bench/measure/sampler.hpp"

#include <algorithm>

#include "bench/measure/attempt.hpp"
#include "kernels/base/agree.hpp"

namespace roofgate {

Result<Sample> Sampler::take(std::size_t iterations) {
  if (world_.size() > 1) {
    if (const auto together = world_.barrier(); !together) return fail(together.error());
  }
  const Batch batch{next_launch_, iterations};
  next_launch_ += iterations;
  const Result<Seconds> mine = attempt([&] { return platform_.time(workload_, batch, expose_launch_); });
  if (const auto all = agree(world_, mine ? Result<void>{} : fail(mine.error())); !all) return fail(all.error());
  auto regions = world_.all_gather(mine->value());
  if (!regions) return fail(regions.error());
  Sample sample;
  sample.region = Seconds{*std::max_element(regions->begin(), regions->end())};
  sample.time = sample.region / static_cast<double>(iterations);
  // A rank without a partner has nothing to do: its region is shorter than the timer can tell, which is no time of 0.
  const double shortest = sample.region.value() > 0.0 ? platform_.timer_resolution().value() : 0.0;
  for (double& region : *regions) region = std::max(region, shortest) / static_cast<double>(iterations);
  sample.rank_time_s = std::move(*regions);
  return sample;
}

}  // namespace roofgate
