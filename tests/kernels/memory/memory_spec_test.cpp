#include "kernels/memory/memory_spec.hpp"

#include <gtest/gtest.h>

namespace roofgate {
namespace {

constexpr std::int64_t kBytes = 1024;

Work work_of(MemoryOp op) { return MemorySpec{op, kBytes}.work(); }

TEST(MemorySpec, IdNamesOperationAndSize) {
  EXPECT_EQ((MemorySpec{MemoryOp::copy, 1073741824}.id()), "memory/copy/bytes1073741824");
  EXPECT_EQ((MemorySpec{MemoryOp::host_to_device, 4}.id()), "memory/host_to_device/bytes4");
}

TEST(MemorySpec, CountsReadsAndWrites) {
  EXPECT_EQ(work_of(MemoryOp::copy).bytes_read, Bytes{1024.0});
  EXPECT_EQ(work_of(MemoryOp::copy).bytes_written, Bytes{1024.0});
  EXPECT_EQ(work_of(MemoryOp::read).bytes(), Bytes{1024.0});
  EXPECT_EQ(work_of(MemoryOp::read).bytes_written, Bytes{0.0});
  EXPECT_EQ(work_of(MemoryOp::write).bytes_read, Bytes{0.0});
  EXPECT_EQ(work_of(MemoryOp::write).bytes(), Bytes{1024.0});
  EXPECT_EQ(work_of(MemoryOp::triad).bytes_read, Bytes{2048.0});
  EXPECT_EQ(work_of(MemoryOp::triad).bytes_written, Bytes{1024.0});
  EXPECT_EQ(work_of(MemoryOp::triad).flops, Flops{512.0}) << "256 FMA";
  EXPECT_EQ(work_of(MemoryOp::triad).working_set, Bytes{3072.0});
  EXPECT_EQ(work_of(MemoryOp::copy).subject, Subject::bytes);
}

TEST(MemorySpec, TransfersCountTheLinkOnce) {
  for (const MemoryOp op : {MemoryOp::host_to_device, MemoryOp::device_to_host, MemoryOp::peer_copy}) {
    EXPECT_TRUE(is_transfer(op));
    EXPECT_EQ(work_of(op).link_bytes, Bytes{1024.0});
    EXPECT_EQ(work_of(op).bytes(), Bytes{0.0});
    EXPECT_EQ(work_of(op).subject, Subject::link_bytes);
  }
  EXPECT_FALSE(is_transfer(MemoryOp::triad));
}

TEST(MemorySpec, NamesParseBack) {
  for (const MemoryOp op : {MemoryOp::copy, MemoryOp::read, MemoryOp::write, MemoryOp::triad, MemoryOp::host_to_device,
                            MemoryOp::device_to_host, MemoryOp::peer_copy}) {
    EXPECT_EQ(parse_memory_op(name_of(op)).value(), op);
  }
  const Result<MemoryOp> parsed = parse_memory_op("scan");
  ASSERT_FALSE(parsed);
  EXPECT_EQ(to_string(parsed.error()),
            "memory: unknown memory operation 'scan'\n  hint: use copy, read, write, triad, host_to_device, "
            "device_to_host or peer_copy");
}

TEST(MemorySpec, RefusesSizesThatAreNoWholeElements) {
  for (const std::int64_t bytes : {std::int64_t{-4}, std::int64_t{0}, std::int64_t{2}, std::int64_t{1023}}) {
    const Result<void> valid = MemorySpec{MemoryOp::copy, bytes}.validate();
    ASSERT_FALSE(valid) << bytes;
    EXPECT_EQ(valid.error().what, "bytes must be a positive multiple of 4, not " + std::to_string(bytes));
  }
  EXPECT_TRUE((MemorySpec{MemoryOp::copy, 4}.validate()));
}

}  // namespace
}  // namespace roofgate
