#include "bench/roofgate-bench/case_runner.hpp"

#include <gtest/gtest.h>

namespace roofgate {
namespace {

TEST(Limits, TheSuitesGoOverTheDefaults) {
  SuiteLimits suite;
  suite.max_sampling = Seconds{0.25};
  suite.max_samples = 40;
  const SamplingLimits limits = limits_of(suite, BenchOptions{});
  EXPECT_EQ(limits.max_sampling, Seconds{0.25});
  EXPECT_EQ(limits.max_samples, 40U);
  EXPECT_EQ(limits.max_warmup, SamplingLimits{}.max_warmup);
  EXPECT_EQ(limits.max_case, SamplingLimits{}.max_case);
}

TEST(Limits, TheCommandLinesGoOverTheSuites) {
  SuiteLimits suite;
  suite.max_sampling = Seconds{0.25};
  suite.max_case = Seconds{9.0};
  BenchOptions options;
  options.min_time = Seconds{3.0};
  options.max_case = Seconds{7.0};
  options.min_warmup = Seconds{5.0};
  const SamplingLimits limits = limits_of(suite, options);
  EXPECT_EQ(limits.max_sampling, Seconds{3.0});
  EXPECT_EQ(limits.max_case, Seconds{7.0});
  EXPECT_EQ(limits.min_warmup, Seconds{5.0});
  EXPECT_EQ(limits.max_warmup, Seconds{5.0});
}

TEST(Limits, AShortBudgetShortensTheLeastTime) {
  BenchOptions options;
  options.min_time = Seconds{0.01};
  EXPECT_EQ(limits_of({}, options).min_sampling, Seconds{0.01});
}

TEST(Limits, ManyLeastSamplesRaiseTheMost) {
  SuiteLimits suite;
  suite.min_samples = 5000;
  EXPECT_EQ(limits_of(suite, {}).max_samples, 5000U);
}

}  // namespace
}  // namespace roofgate
