#include "bench/readers/nccl/row.hpp"

#include <gtest/gtest.h>

#include "bench/readers/nccl/launcher_prefix.hpp"

namespace roofgate {
namespace {

NcclColumns columns_under(std::string_view title, std::string_view heading) {
  NcclColumns columns;
  EXPECT_FALSE(read_heading(title, columns));
  EXPECT_TRUE(read_heading(heading, columns));
  return columns;
}

TEST(NcclRow, EveryLayout) {
  struct Layout {
    std::string_view row;
    std::string_view redop;
    int root;  // -1: none
  };
  const Layout layouts[] = {
      {"  4096  1024  float  sum  -1  30.5  0.13  0.23  0  29.5  0.14  0.24  0", "sum", -1},
      {"4096 1024 float sum 30.5 0.13 0.23 2e-07 29.5 0.14 0.24 2e-07", "sum", -1},
      {"4096 1024 float 30.5 0.13 0.23 0e+00 29.5 0.14 0.24 0e+00", "", -1},
      {"4096 1024 float 3 30.5 0.13 0.23 0e+00 29.5 0.14 0.24 0e+00", "", 3},
      {"4096 1024 float none 2 30.5 0.13 0.23 0 29.5 0.14 0.24 0", "", 2},
      {"4096 1024 float sum -1 30.5 0.13 0.23 0 28.1 33.0 32.9 4.1 29.5 0.14 0.24 0 28.0 33.1 33.0 4.2", "sum", -1},
      {"4096 1024 float sum -1 30.5 0.13 0.23 0 29.5 0.14 0.24 0  2026-10-01 02:03:04", "sum", -1},
  };
  for (const Layout& layout : layouts) {
    ASSERT_TRUE(is_row(layout.row)) << layout.row;
    const auto row = read_row(layout.row, {});
    ASSERT_TRUE(row) << layout.row;
    EXPECT_EQ(row->bytes, 4096.0);
    EXPECT_EQ(row->type->own_name, "fp32");
    EXPECT_EQ(row->redop, layout.redop) << layout.row;
    EXPECT_EQ(row->root.value_or(-1), layout.root) << layout.row;
    ASSERT_TRUE(row->halves[0] && row->halves[1]) << layout.row;
    EXPECT_EQ(row->halves[0]->time_us, 30.5);
    EXPECT_EQ(row->halves[1]->busbw_gb_per_s, 0.24);
  }
}

TEST(NcclRow, ErrorsAreRoundingAndWrongIsACount) {
  const std::string_view row = "4096 1024 float sum 30.5 0.13 0.23 4e-07 29.5 0.14 0.24 2e-01";
  const NcclColumns old =
      columns_under("out-of-place   in-place", "size count type redop time algbw busbw error time algbw busbw error");
  const auto before = read_row(row, old);
  EXPECT_EQ(before->halves[0]->correctness, Correctness::right);
  EXPECT_EQ(before->halves[1]->correctness, Correctness::wrong);
  const NcclColumns counted =
      columns_under("out-of-place   in-place", "size count type redop time algbw busbw #wrong time algbw busbw #wrong");
  EXPECT_EQ(read_row(row, counted)->halves[0]->correctness, Correctness::wrong) << "a count above zero";
  const auto moved = read_row("64 64 uint8 11.5 0.01 0.01 0e+00 11.6 0.01 0.01 3e+02", old);
  EXPECT_EQ(moved->halves[0]->correctness, Correctness::right);
  EXPECT_EQ(moved->halves[1]->correctness, Correctness::wrong) << "bytes that were moved are exact";
  EXPECT_EQ(read_row("64 16 float sum 11.5 0.01 0.01 1e-06* 11.6 0.01 0.01 N/A", old)->halves[0]->correctness,
            Correctness::wrong);
  EXPECT_EQ(read_row("64 16 float sum 11.5 0.01 0.01 nan 11.6 0.01 0.01 N/A", old)->halves[0]->correctness,
            Correctness::wrong);
  EXPECT_EQ(read_row("64 16 float sum 11.5 0.01 0.01 0 11.6 0.01 0.01 N/A", counted)->halves[1]->correctness,
            Correctness::unchecked);
}

TEST(NcclRow, OneBlockIsInPlaceUnlessTheHeadingSaysOther) {
  const std::string_view row = "64 16 float sum -1 11.5 0.01 0.01 0";
  EXPECT_FALSE(read_row(row, {})->halves[0]);
  EXPECT_TRUE(read_row(row, {})->halves[1]);
  const NcclColumns out = columns_under("   out-of-place   ", "size count type redop root time algbw busbw #wrong");
  EXPECT_TRUE(read_row(row, out)->halves[0]);
}

TEST(NcclRow, CpuTimeIsSeen) {
  EXPECT_TRUE(columns_under("out-of-place in-place",
                            "size count type redop root cputime algbw busbw #wrong cputime algbw busbw #wrong")
                  .is_cpu_time);
}

TEST(NcclRow, DamageIsNoRow) {
  for (const std::string_view text :
       {"", "size count type", "12 apples", "64 16 wood sum -1 1 2 3 0", "-64 16 float sum -1 1 2 3 0"}) {
    EXPECT_FALSE(is_row(text)) << text;
  }
  for (const std::string_view text :
       {"64 16 float", "64 16 float sum -1 11.5 0.01",
        "64 16 float sum -1 11.5 0.01 0.01 0 host:1:2 [0] NCCL INFO Channel 00",
        "64 16 float sum -1 eleven 0.01 0.01 0", "64 16 float sum x 11.5 0.01 0.01 0 1 2 3 0"}) {
    EXPECT_FALSE(read_row(text, {})) << text;
  }
}

TEST(Collectives, ByNameAndByShape) {
  EXPECT_EQ(nccl_collective_of("/opt/x/build/all_reduce_perf"), NcclCollective::allreduce);
  EXPECT_EQ(nccl_collective_of("alltoall_perf"), NcclCollective::all_to_all);
  EXPECT_EQ(nccl_collective_of("AllReduce"), NcclCollective::allreduce);
  EXPECT_EQ(nccl_collective_of("bash"), std::nullopt);
  EXPECT_EQ(name_of(collective_by_shape(true, false, 1.75)), "allreduce");
  EXPECT_EQ(name_of(collective_by_shape(true, false, 0.875)), "reduce_scatter");
  EXPECT_EQ(name_of(collective_by_shape(true, true, 1.0)), "reduce");
  EXPECT_EQ(name_of(collective_by_shape(false, true, 1.0)), "broadcast");
  EXPECT_EQ(name_of(collective_by_shape(false, false, 1.0)), "send_recv");
  EXPECT_EQ(name_of(collective_by_shape(false, false, 0.875)), "all_gather_or_all_to_all");
  EXPECT_DOUBLE_EQ(*nccl_bus_factor(NcclCollective::allreduce, 8), 1.75);
  EXPECT_DOUBLE_EQ(*nccl_bus_factor(NcclCollective::all_to_all, 4), 0.75);
}

TEST(LauncherPrefix, IsTakenOff) {
  const auto split = [](std::string_view line) {
    const PrefixedLine found = split_prefix(line);
    return std::string{found.tag} + "|" + std::string{found.text};
  };
  EXPECT_EQ(split("   1024  256 float"), "|1024  256 float");
  EXPECT_EQ(split("[1,12]<stdout>:#  Rank  0"), "[1,12]<stdout>:|#  Rank  0");
  EXPECT_EQ(split("   [1,0]<stdout>:     8   2 float"), "[1,0]<stdout>:|8   2 float");
  EXPECT_EQ(split(" 3:   8  2 float"), "3:|8  2 float");
  EXPECT_EQ(split("2026-10-01T02:03:04.5678Z  8  2 float"), "|8  2 float");
  EXPECT_EQ(split("2026-10-01T02:03:04.567890123+00:00 stdout F  8  2 float"), "|8  2 float");
  EXPECT_EQ(split("[pod/launcher-x7/main] # nThread 1"), "[pod/launcher-x7/main]|# nThread 1");
  EXPECT_EQ(split("pod/worker-0 # nThread 1"), "pod/worker-0|# nThread 1");
  EXPECT_EQ(split("pod/worker-0   8  2 float"), "pod/worker-0|8  2 float");
  EXPECT_EQ(split("worker-0  | # nThread 1"), "worker-0  ||# nThread 1");
  EXPECT_EQ(split("lynx-1: # nThread 1"), "lynx-1:|# nThread 1");
  EXPECT_EQ(split("rccl-tests: Version develop:1a2b3c4"), "|rccl-tests: Version develop:1a2b3c4");
  EXPECT_EQ(split(""), "|");
}

}  // namespace
}  // namespace roofgate
