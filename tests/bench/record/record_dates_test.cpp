#include "bench/record/record_dates.hpp"

#include <gtest/gtest.h>

namespace roofgate {
namespace {

Record dated(std::string started, std::string finished) {
  Record record;
  record.started_at = std::move(started);
  record.finished_at = std::move(finished);
  return record;
}

TEST(RecordDates, WhatAClockCanGiveIsFine) {
  EXPECT_FALSE(impossible_dates(dated("2026-03-01T02:00:00Z", "2026-03-01T02:09:00Z"), "2026-03-01"));
  EXPECT_FALSE(impossible_dates(dated("2026-03-01T02:00:00Z", "2026-03-01T02:00:00Z"), "2026-03-01T04:00:00Z"));
  EXPECT_FALSE(impossible_dates(dated("2026-03-02T23:59:59Z", ""), "2026-03-01")) << "a day of grace";
  EXPECT_FALSE(impossible_dates(dated("2036-03-02T23:59:59Z", ""), "")) << "without a day nothing is in its future";
}

TEST(RecordDates, TheFutureAndAnEndBeforeTheBeginningAreImpossible) {
  EXPECT_EQ(impossible_dates(dated("2026-03-03T00:00:00Z", ""), "2026-03-01").value_or(""),
            "The record is dated 2026-03-03T00:00:00Z, in the future: today is 2026-03-01.");
  EXPECT_EQ(impossible_dates(dated("2026-03-01T02:00:00Z", "2026-03-01T01:59:59Z"), "2026-03-01").value_or(""),
            "The record was finished at 2026-03-01T01:59:59Z, before it started at 2026-03-01T02:00:00Z.");
}

}  // namespace
}  // namespace roofgate
