#include "bench/stats/multinomial_maximum.hpp"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <numeric>

namespace roofgate {

double maximum_p_value(std::span<const std::size_t> counts) {
  const std::size_t draws = std::accumulate(counts.begin(), counts.end(), std::size_t{0});
  if (counts.size() < 2 || draws == 0) return 1.0;
  const auto candidates = static_cast<double>(counts.size());
  const auto most = static_cast<double>(*std::max_element(counts.begin(), counts.end()));
  const boost::math::binomial one{static_cast<double>(draws), 1.0 / candidates};
  const double at_least = boost::math::cdf(boost::math::complement(one, most - 1.0));  // most >= 1
  return std::min(1.0, candidates * at_least);
}

}  // namespace roofgate
