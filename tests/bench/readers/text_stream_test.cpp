#include "bench/readers/text_stream.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace roofgate {
namespace {

using namespace std::string_literals;

std::vector<std::string> lines_of(const std::string& text) {
  TextStream stream{text_source(text)};
  std::vector<std::string> lines;
  while (const auto line = stream.line()) lines.emplace_back(*line);
  return lines;
}

/// Gives one byte per read, as a slow pipe may.
class Dripping : public ByteSource {
 public:
  explicit Dripping(std::string text) : text_{std::move(text)} {}
  Result<std::size_t> read(char* to, std::size_t room) override {
    if (at_ == text_.size() || room == 0) return std::size_t{0};
    *to = text_[at_++];
    return std::size_t{1};
  }

 private:
  std::string text_;
  std::size_t at_ = 0;
};

class Failing : public ByteSource {
 public:
  Result<std::size_t> read(char* /*to*/, std::size_t /*room*/) override {
    return fail(ErrorKind::input, "cannot read: Input/output error", "a.log");
  }
};

TEST(TextStream, GivesLinesWithoutTheirEnds) {
  EXPECT_EQ(lines_of("a\nb\r\n\nlast"), (std::vector<std::string>{"a", "b", "", "last"}));
  EXPECT_EQ(lines_of("a\rb\r\rlast"), (std::vector<std::string>{"a", "b", "", "last"}));
  EXPECT_EQ(lines_of("10 %\r20 %\ndone\r"), (std::vector<std::string>{"10 %\r20 %", "done"}))
      << "progress, drawn over itself";
  EXPECT_EQ(lines_of("a\n"), (std::vector<std::string>{"a"}));
  EXPECT_TRUE(lines_of("").empty());
}

TEST(TextStream, WhatIsNoUtf8BecomesTheReplacementCharacter) {
  const std::string bad = "\xef\xbf\xbd";
  EXPECT_EQ(lines_of("a\xb5 b\xff\n"), (std::vector<std::string>{"a" + bad + " b" + bad})) << "Latin-1";
  EXPECT_EQ(lines_of("\xc0\xaf"), (std::vector<std::string>{bad + bad})) << "longer than it need be";
  EXPECT_EQ(lines_of("\xed\xa0\x80"), (std::vector<std::string>{bad + bad + bad})) << "a surrogate";
  EXPECT_EQ(lines_of("x\xe2\x82"), (std::vector<std::string>{"x" + bad})) << "cut off at the end";
  EXPECT_EQ(lines_of("\xf4\x90\x80\x80"), (std::vector<std::string>{bad + bad + bad + bad})) << "above U+10FFFF";
}

TEST(TextStream, ACharacterAcrossTwoReadsStaysWhole) {
  const std::string text = std::string(kHeadBytes - 1, 'a') + "\xe2\x82\xac\n";
  TextStream stream{text_source(text)};
  std::string all;
  for (int c = stream.next(); c >= 0; c = stream.next()) all += static_cast<char>(c);
  EXPECT_EQ(all, text);
}

TEST(TextStream, LongLinesAreCutBetweenCharacters) {
  const std::string text = std::string(kMaxLineBytes - 1, 'a') + "\xe2\x82\xac\n8";
  TextStream stream{text_source(text)};
  EXPECT_EQ(stream.line(), std::string(kMaxLineBytes - 1, 'a'));
  EXPECT_TRUE(stream.is_cut());
  EXPECT_EQ(stream.line(), "8");
}

TEST(TextStream, TakesEncodingSlips) {
  const std::vector<std::string> wanted{"size µ", "8"};
  EXPECT_EQ(lines_of("\xef\xbb\xbfsize µ\r\n8"), wanted);
  EXPECT_EQ(lines_of("\xff\xfes\0i\0z\0e\0 \0\xb5\0\r\0\n\0"
                     "8\0"s),
            wanted);
  EXPECT_EQ(lines_of("\xfe\xff\0s\0i\0z\0e\0 \0\xb5\0\n\0"
                     "8"s),
            wanted);
  EXPECT_EQ(lines_of("\xff\xfe\x3d\xd8\x00\xde\n\0"s), (std::vector<std::string>{"\xf0\x9f\x98\x80"}));
  EXPECT_EQ(lines_of("si\0ze µ\n8\0"s), wanted);
  EXPECT_EQ(lines_of("\xff\xfe\x00\xde\n\0"s), (std::vector<std::string>{"\xef\xbf\xbd"})) << "half a surrogate pair";
}

TEST(TextStream, CutsLinesThatNobodyReads) {
  const std::string text = std::string(10'000'000, 'x') + "\nshort\n" + std::string(kMaxLineBytes, 'y') + "\r\n";
  TextStream stream{text_source(text)};
  EXPECT_EQ(stream.line()->size(), kMaxLineBytes);
  EXPECT_TRUE(stream.is_cut());
  EXPECT_EQ(*stream.line(), "short");
  EXPECT_FALSE(stream.is_cut());
  EXPECT_EQ(stream.line()->size(), kMaxLineBytes);
  EXPECT_FALSE(stream.is_cut());
  EXPECT_EQ(stream.line_number(), 3U);
  EXPECT_FALSE(stream.line());
}

TEST(TextStream, TheHeadIsNotConsumed) {
  TextStream stream{text_source("first\nsecond")};
  EXPECT_EQ(stream.head(), "first\nsecond");
  EXPECT_EQ(*stream.line(), "first");
  EXPECT_EQ(*stream.line(), "second");
  TextStream large{text_source(std::string(3 * kHeadBytes, 'x'))};
  EXPECT_EQ(large.head().size(), kHeadBytes);
}

TEST(TextStream, AFingerprintDoesNotDependOnHowItWasRead) {
  std::string text;
  for (int i = 0; i < 60'000; ++i) text += std::to_string(i) + "\n";
  TextStream whole{text_source(text)};
  whole.drain();
  TextStream dripping{std::make_unique<Dripping>(text)};
  while (dripping.line()) continue;
  TextStream by_character{text_source(text)};
  while (by_character.next() >= 0) continue;
  EXPECT_EQ(whole.fingerprint(), dripping.fingerprint());
  EXPECT_EQ(whole.fingerprint(), by_character.fingerprint());
  EXPECT_EQ(whole.bytes_read(), text.size());
  text.back() = ' ';
  TextStream other{text_source(text)};
  other.drain();
  EXPECT_NE(whole.fingerprint(), other.fingerprint());
}

TEST(TextStream, SaysWhyItEndedEarly) {
  TextStream stream{std::make_unique<Failing>()};
  EXPECT_FALSE(stream.line());
  ASSERT_TRUE(stream.problem());
  EXPECT_EQ(stream.problem()->what, "cannot read: Input/output error");
}

TEST(OpenFile, NamesWhatCannotBeRead) {
  EXPECT_EQ(open_file("/nonexistent/a.log").error().where, "/nonexistent/a.log");
  EXPECT_EQ(open_file(std::filesystem::temp_directory_path()).error().kind, ErrorKind::input);
}

TEST(TextStream, LooksFurtherWithoutConsuming) {
  std::string text;
  while (text.size() < 3 * kHeadBytes) text += "line " + std::to_string(text.size()) + "\n";
  TextStream stream{text_source(text)};
  EXPECT_EQ(stream.head(), std::string_view{text}.substr(0, kHeadBytes));
  std::size_t seen = kHeadBytes;
  for (std::string_view more = stream.look_further(); !more.empty(); more = stream.look_further()) {
    EXPECT_TRUE(more.starts_with("line ")) << "from the beginning of the line that the last piece cut";
    EXPECT_LE(more.size(), kHeadBytes + 20);
    seen += more.size();
  }
  EXPECT_GE(seen, text.size());
  EXPECT_EQ(stream.head(), std::string_view{text}.substr(0, kHeadBytes));
  EXPECT_EQ(*stream.line(), "line 0");
  std::size_t lines = 1;
  while (stream.line()) ++lines;
  EXPECT_EQ(lines, static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')));
  TextStream plain{text_source(text)};
  plain.drain();
  EXPECT_EQ(stream.fingerprint(), plain.fingerprint());
}

TEST(TextStream, LooksNoFurtherThanItsLimit) {
  TextStream stream{text_source(std::string(kMostAheadBytes + 3 * kHeadBytes, 'x'))};
  std::size_t most = 0;
  std::size_t pieces = 0;
  for (std::string_view more = stream.look_further(); !more.empty(); more = stream.look_further()) {
    most = std::max(most, more.size());
    ++pieces;
  }
  EXPECT_LE(most, kHeadBytes + kMaxLineBytes);
  EXPECT_LE(pieces, kMostAheadBytes / kHeadBytes + 1);
  TextStream empty{text_source("")};
  EXPECT_TRUE(empty.look_further().empty());
}

}  // namespace
}  // namespace roofgate
