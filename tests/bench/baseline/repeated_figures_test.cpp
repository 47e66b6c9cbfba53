#include "bench/baseline/repeated_figures.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace roofgate {
namespace {

/// Times as nccl-tests prints them, of six sizes.
Figures night(double factor) {
  Figures figures;
  double time = 31.2;
  for (const char* id : {"a", "b", "c", "d", "e", "f"}) {
    figures[id] = {std::round(time * factor * 100.0) / 100.0 * 1e-6};
    time *= 1.9;
  }
  return figures;
}

TEST(RepeatedFigures, ACopyIsTold) {
  const std::array others{night(1.0), night(1.0013), night(0.9982)};
  EXPECT_EQ(repeated_in(night(1.0013), others), 1U);
  EXPECT_EQ(repeated_in(night(1.0007), others), std::nullopt);
  EXPECT_EQ(repeated_in({}, others), std::nullopt);
  Figures part = night(0.9982);
  part.erase("f");
  EXPECT_EQ(repeated_in(part, others), 2U) << "a part of a night is a copy too";
  part["g"] = {1.0};
  EXPECT_EQ(repeated_in(part, others), std::nullopt) << "one that was measured makes it new";
}

TEST(RepeatedFigures, FiguresThatAgreeByChanceAreNoCopy) {
  Figures coarse{{"a", {11e-9}}, {"b", {2e-9}}, {"c", {3e-9}}, {"d", {47e-9}}};
  const std::array same{coarse};
  EXPECT_EQ(repeated_in(coarse, same), std::nullopt) << "two digits";
  const Figures few{{"a", {1.2345678e-3}}, {"b", {2.3456789e-3}}};
  const std::array others{few};
  EXPECT_EQ(repeated_in(few, others), std::nullopt) << "two figures";
  const std::array steady{night(1.0), night(1.0), night(1.0), night(1.0)};
  EXPECT_EQ(repeated_in(night(1.0), steady), std::nullopt) << "they are always the same";
  Figures rates;
  for (const char* id : {"a", "b", "c", "d"}) rates[id] = {1.0 / 55.0};
  const std::array known{rates};
  EXPECT_EQ(repeated_in(rates, known), std::nullopt) << "55 GB/s has two digits, its reciprocal nine";
}

TEST(RepeatedFigures, OwnRecordsHaveAnIdentity) {
  Record record;
  record.id = "a";
  Baseline baseline;
  EXPECT_TRUE(figures_of(record).empty());
  EXPECT_EQ(repeated_night(record, baseline), nullptr);
}

}  // namespace
}  // namespace roofgate
