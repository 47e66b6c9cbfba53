#include "bench/readers/gzip_source.hpp"

#include <gmock/gmock.h>
#include <zlib.h>

#include <fstream>

#include "bench/readers/import.hpp"
#include "bench/readers/text_stream.hpp"
#include "tests/bench/readers/reading.hpp"
#include "tests/bench/record/scratch_folder.hpp"

namespace roofgate {
namespace {

using testing::HasSubstr;

std::string packed(const std::string& text) {
  z_stream stream{};
  EXPECT_EQ(::deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string out(::deflateBound(&stream, text.size()), '\0');
  std::string in = text;
  stream.next_in = reinterpret_cast<Bytef*>(in.data());
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(::deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  ::deflateEnd(&stream);
  return out;
}

std::string unpacked(const std::string& text, std::string* problem = nullptr) {
  TextStream stream{gzip_source(text_source(text), "night.log.gz")};
  std::string all;
  for (int c = stream.next(); c >= 0; c = stream.next()) all += static_cast<char>(c);
  if (problem != nullptr) *problem = stream.problem() ? to_string(*stream.problem()) : std::string{};
  return all;
}

TEST(GzipSource, GivesWhatWasPackedMemberAfterMember) {
  const std::string text(1'000'000, 'x');
  EXPECT_EQ(unpacked(packed("one\n") + packed("") + packed(text)), "one\n" + text);
}

TEST(GzipSource, DamageAndCutsAreErrors) {
  std::string problem;
  const std::string whole = packed("some lines that are long enough to be cut in their middle\n");
  static_cast<void>(unpacked(whole.substr(0, whole.size() - 10), &problem));
  EXPECT_THAT(problem, HasSubstr("night.log.gz: ends in the middle of its gzip data"));
  std::string damaged = whole;
  damaged[12] = static_cast<char>(~static_cast<unsigned char>(damaged[12]));
  static_cast<void>(unpacked(damaged, &problem));
  EXPECT_THAT(problem, HasSubstr("is damaged: its gzip data cannot be unpacked"));
}

class PackedFile : public ScratchFolder {};

TEST_F(PackedFile, IsReadAsWhatIsInIt) {
  const std::filesystem::path file = folder_ / "nccl-2026-10-01.log.gz";
  std::ofstream{file, std::ios::binary} << packed(sample_text("nccl_allreduce_2x4.log"));
  EXPECT_TRUE(is_gzip(file));
  const auto read = import_file(file, {});
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(read->imported.remarks.summary(), "6 of 6 rows read");
  EXPECT_EQ(read->imported.records.at(0).started_at, "2026-10-01T00:00:00Z");
}

TEST_F(PackedFile, OfAnotherPackerNamesItsCommand) {
  const std::filesystem::path file = folder_ / "night.log.zst";
  std::ofstream{file, std::ios::binary} << "\x28\xb5\x2f\xfdxxxx";
  const auto read = import_file(file, {});
  ASSERT_FALSE(read);
  EXPECT_THAT(to_string(read.error()), HasSubstr("is packed"));
  EXPECT_THAT(to_string(read.error()), HasSubstr("unpack it first: zstd -d FILE"));
}

}  // namespace
}  // namespace roofgate
