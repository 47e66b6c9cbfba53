#include "kernels/base/in_parts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace roofgate {
namespace {

TEST(InParts, DoesEveryElementOnce) {
  for (const std::size_t count : {0U, 1U, 7U, 100U, 1001U}) {
    std::vector<int> done(count);
    in_parts(count, 10, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) ++done[i];
    });
    EXPECT_EQ(std::accumulate(done.begin(), done.end(), 0), static_cast<int>(count));
    EXPECT_EQ(std::count(done.begin(), done.end(), 1), static_cast<std::ptrdiff_t>(count));
  }
}

TEST(InParts, AShortListIsOnePart) {
  int calls = 0;
  in_parts(19, 10, [&](std::size_t, std::size_t) { ++calls; });
  EXPECT_EQ(calls, 1);
}

TEST(InParts, WhatAPartThrowsIsThrown) {
  const auto work = [](std::size_t, std::size_t last) {
    if (last == 100) throw std::runtime_error("the last part");
  };
  EXPECT_THROW(in_parts(100, 1, work), std::runtime_error);
}

}  // namespace
}  // namespace roofgate
