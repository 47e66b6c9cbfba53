#include "bench/command_line/descriptor_stream.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <string>

namespace roofgate {
namespace {

TEST(DescriptorStream, WhatIsWrittenArrives) {
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  const std::string long_text(20000, 'x');  // more than the buffer
  {
    DescriptorStream stream{ends[1]};
    stream << "a" << 1 << '\n' << long_text;
    EXPECT_EQ(stream.finish(), 0);
  }
  close(ends[1]);
  std::string arrived;
  std::array<char, 4096> piece{};
  for (ssize_t size = 0; (size = read(ends[0], piece.data(), piece.size())) > 0;)
    arrived.append(piece.data(), static_cast<std::size_t>(size));
  close(ends[0]);
  EXPECT_EQ(arrived, "a1\n" + long_text);
}

TEST(DescriptorStream, AFullDiskIsRemembered) {
  const int full = open("/dev/full", O_WRONLY);
  if (full < 0) GTEST_SKIP() << "no /dev/full here";
  DescriptorStream stream{full};
  stream << "text" << std::flush;
  stream << std::string(20000, 'x');
  EXPECT_EQ(stream.finish(), ENOSPC);
  close(full);
}

TEST(DescriptorStream, AClosedPipeIsRemembered) {
  std::signal(SIGPIPE, SIG_IGN);
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  close(ends[0]);
  DescriptorStream stream{ends[1]};
  stream << "text";
  EXPECT_EQ(stream.finish(), EPIPE);
  close(ends[1]);
}

TEST(DescriptorStream, AClosedDescriptorIsRemembered) {
  DescriptorStream stream{-1};
  stream << "text";
  EXPECT_EQ(stream.finish(), EBADF);
}

}  // namespace
}  // namespace roofgate
