#include "bench/stats/student_t.hpp"

#include <gtest/gtest.h>

#include <boost/math/distributions/students_t.hpp>

namespace roofgate {
namespace {

// An independent implementation: Boost.Math's incomplete beta function.
TEST(StudentT, TailsAgreeWithBoost) {
  for (const int freedom : {1, 2, 3, 4, 5, 8, 13, 30, 39, 40, 41, 81, 120, 199}) {
    const boost::math::students_t_distribution<double> t(freedom);
    for (const double x : {-9.0, -1.3, 0.0, 0.2, 1.0, 2.5, 4.0, 7.0, 15.0, 60.0}) {
      const double expected = boost::math::cdf(boost::math::complement(t, x));
      EXPECT_NEAR(t_upper_tail(x, freedom) / expected, 1.0, expected > 1e-14 ? 1e-6 : 2e-3) << x << " on " << freedom;
    }
  }
}

// scipy.stats.t.sf(3.5, 7), scipy.stats.t.sf(3.5, 12)
TEST(StudentT, TailsAgreeWithScipy) {
  EXPECT_NEAR(t_upper_tail(3.5, 7), 0.0049965204409428, 1e-12);
  EXPECT_NEAR(t_upper_tail(3.5, 12), 0.0021909347158741, 1e-12);
}

TEST(StudentT, DensitiesAgreeWithBoost) {
  for (const int freedom : {1, 2, 3, 4, 5, 8, 13, 40, 120, 199}) {
    const boost::math::students_t_distribution<double> t(freedom);
    for (const double x : {-9.0, -1.3, 0.0, 0.2, 2.5, 15.0}) {
      EXPECT_NEAR(t_density(x, freedom) / boost::math::pdf(t, x), 1.0, 1e-12) << x << " on " << freedom;
    }
  }
  EXPECT_NEAR(t_density(1.5, 400), 0.12951759566589174, 1e-12);  // scipy.stats.norm.pdf(1.5)
}

TEST(StudentTDeathTest, NoDegreesOfFreedomIsABug) { EXPECT_DEATH((void)t_upper_tail(1.0, 0), "degrees_of_freedom"); }

}  // namespace
}  // namespace roofgate
