#include "bench/readers/json_stream.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace roofgate {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

struct Seen {
  std::vector<std::string> paths;
  std::vector<JsonNode> nodes;
  Result<JsonStreamEnd> end;
};

Seen read(const std::string& text, std::vector<std::string_view> streamed = {"/results", "/outer/inner", ""}) {
  Seen seen;
  TextStream stream{text_source(text)};
  seen.end = stream_json(stream, "x.json", streamed,
                         [&](std::size_t document, std::string_view path, JsonNode& node) -> Result<void> {
                           seen.paths.push_back(std::to_string(document) + std::string{path});
                           seen.nodes.push_back(std::move(node));
                           return {};
                         });
  return seen;
}

TEST(JsonStream, HandsOverPieceByPiece) {
  const Seen seen = read(R"({"a": 1, "results": [{"x": 2}, 3], "outer": {"b": [1, 2], "inner": ["i"]}} [4] 5 )");
  EXPECT_THAT(seen.paths,
              ElementsAre("0/a", "0/results/*", "0/results/*", "0/outer/b", "0/outer/inner/*", "0", "1/*", "2"));
  EXPECT_EQ(seen.end->documents, 3U);
  EXPECT_FALSE(seen.end->is_cut_off);
  EXPECT_EQ(std::get<JsonNode::Numbers>(seen.nodes[3].value), (std::vector<double>{1, 2}));
}

TEST(JsonStream, TakesWhatToolsWrite) {
  Seen seen =
      read(R"({"a": NaN, "b": -Infinity, "c": [1, Infinity, 2], "d": "tab	in text \u00e9\ud83d\ude00\/"})");
  ASSERT_TRUE(seen.end) << to_string(seen.end.error());
  EXPECT_EQ(*text_of(&seen.nodes[0]), "NaN");
  EXPECT_EQ(*text_of(&seen.nodes[1]), "-Infinity");
  EXPECT_EQ(elements_of(&seen.nodes[2]).size(), 3U);
  EXPECT_EQ(*text_of(&seen.nodes[3]), "tab\tin text \xc3\xa9\xf0\x9f\x98\x80/");
}

TEST(JsonStream, KeepsWhatStandsBeforeACut) {
  const Seen seen = read(R"({"results": [{"x": 1}, {"x": 2)");
  ASSERT_TRUE(seen.end);
  EXPECT_TRUE(seen.end->is_cut_off);
  EXPECT_THAT(seen.paths, ElementsAre("0/results/*"));
}

TEST(JsonStream, RefusesDamageWithItsLine) {
  EXPECT_EQ(to_string(read("{\"a\": 1,\n \"b\" 2}").end.error()),
            "x.json: line 2: not valid JSON: '2' where ':' should be");
  EXPECT_THAT(to_string(read("{\"a\": tru}").end.error()), HasSubstr("'tru' is no value"));
  EXPECT_THAT(to_string(read("{\"a\": 1e999}").end.error()), HasSubstr("beyond double"));
  EXPECT_THAT(to_string(read("{\"a\": 1 2}").end.error()), HasSubstr("where ',' or '}' should be"));
  EXPECT_THAT(to_string(read("{\"a\": \"\\x\"}").end.error()), HasSubstr("an escaped character"));
}

TEST(JsonStream, NestingBombsAreRefused) {
  for (const std::string& open : {std::string{"["}, std::string{"{\"a\":"}}) {
    std::string bomb;
    for (int i = 0; i < 1'000'000; ++i) bomb += open;
    const Seen seen = read(bomb, {});
    ASSERT_FALSE(seen.end);
    EXPECT_THAT(seen.end.error().what, HasSubstr("nested deeper than 32 levels"));
  }
}

TEST(JsonStream, AHugePieceIsRefused) {
  std::string text = "{\"a\": [";
  for (std::size_t i = 0; i < kMostJsonPieceNodes + 2; ++i) text += "1,";
  EXPECT_THAT(read(text).end.error().what, HasSubstr("holds more values than any tool writes"));
}

TEST(JsonStream, AVisitorsErrorEndsTheReading) {
  TextStream stream{text_source(R"({"a": 1, "b": 2})")};
  int calls = 0;
  const auto end = stream_json(stream, "x.json", {}, [&](std::size_t, std::string_view, JsonNode&) -> Result<void> {
    ++calls;
    return fail(ErrorKind::input, "enough");
  });
  EXPECT_EQ(end.error().what, "enough");
  EXPECT_EQ(calls, 1);
}

TEST(NumberOf, TakesNumbersInText) {
  const auto number = [](JsonNode node) { return number_of(&node); };
  EXPECT_EQ(number({std::string{"    -1"}}), -1.0);
  EXPECT_EQ(number({2.5}), 2.5);
  EXPECT_EQ(number({std::string{"nan"}}), std::nullopt);
  EXPECT_EQ(number({std::string{"12 GB"}}), std::nullopt);
  EXPECT_EQ(number({std::string{}}), std::nullopt);
  EXPECT_EQ(number_of(nullptr), std::nullopt);
}

}  // namespace
}  // namespace roofgate
