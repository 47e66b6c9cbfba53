// A field that is added to the record and forgotten in its JSON would be lost without a word: whoever adds one meets
// this test, and adds the key to the writer, the reader, the schema, docs/record.md and the sample.
#include <gtest/gtest.h>

#include <cstddef>
#include <utility>

#include "bench/record/record.hpp"

namespace roofgate {
namespace {

struct Anything {
  template <class T>
  operator T() const;  // NOLINT(google-explicit-constructor): stands for a member of any type
};

template <class T, std::size_t... I>
concept HasFields = requires {
  T{(static_cast<void>(I), Anything{})...};
};

template <class T, std::size_t Count = 0, std::size_t... I>
constexpr std::size_t count_fields(std::index_sequence<I...> /*tried*/ = {}) {
  if constexpr (HasFields<T, I..., Count>) {
    return count_fields<T, Count + 1>(std::index_sequence<I..., Count>{});
  } else {
    return Count;
  }
}

TEST(RecordFields, EveryFieldHasAKey) {
  EXPECT_EQ(count_fields<DeviceInfo>(), 15U);
  EXPECT_EQ(count_fields<CpuInfo>(), 7U);
  EXPECT_EQ(count_fields<HostInfo>(), 6U);
  EXPECT_EQ(count_fields<Environment>(), 6U);
  EXPECT_EQ(count_fields<Activity>(), 7U);
  EXPECT_EQ(count_fields<TelemetrySummary>(), 23U);
  EXPECT_EQ(count_fields<Mark>(), 2U);
  EXPECT_EQ(count_fields<Round>(), 15U);
  EXPECT_EQ(count_fields<Work>(), 6U);
  EXPECT_EQ(count_fields<Case>(), 9U);
  EXPECT_EQ(count_fields<Metric>(), 2U);
  EXPECT_EQ(count_fields<ToolInfo>(), 3U);
  EXPECT_EQ(count_fields<Record>(), 11U);
  EXPECT_EQ(count_fields<PlacedWorld>(), 4U);
  EXPECT_EQ(count_fields<RankPlacement>(), 5U);
  EXPECT_EQ(count_fields<Provenance>(), 6U);
}

}  // namespace
}  // namespace roofgate
