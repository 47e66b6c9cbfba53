#include "bench/record/json_quick.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace roofgate {
namespace {

const JsonNode* member(const JsonNode& node, std::string_view key) {
  for (const JsonMember& one : std::get<JsonNode::Object>(node.value)) {
    if (one.key == key) return &one.node;
  }
  return nullptr;
}

TEST(JsonQuick, KeepsTypesNumbersAndOrder) {
  const auto root = parse_json_quickly(
      R"({"b": [1, -2, 18446744073709551615, 2.5e-7], "a": ["x", 1, null], "c": [], "d": {"e": true, "f": "µ\n"}})");
  ASSERT_TRUE(root);
  EXPECT_EQ(std::get<JsonNode::Object>(root->value).front().key, "b");
  EXPECT_THAT(std::get<JsonNode::Numbers>(member(*root, "b")->value),
              testing::ElementsAre(1.0, -2.0, 18446744073709551615.0, 2.5e-7));
  const auto& mixed = std::get<JsonNode::Array>(member(*root, "a")->value);
  ASSERT_EQ(mixed.size(), 3U);
  EXPECT_EQ(std::get<std::string>(mixed[0].value), "x");
  EXPECT_EQ(std::get<double>(mixed[1].value), 1.0);
  EXPECT_EQ(type_of(mixed[2]), "null");
  EXPECT_TRUE(std::get<JsonNode::Numbers>(member(*root, "c")->value).empty());
  EXPECT_EQ(std::get<std::string>(member(*member(*root, "d"), "f")->value), "µ\n");
}

TEST(JsonQuick, NumbersBeforeTheFirstOtherValueAreKept) {
  const auto root = parse_json_quickly(R"([1, 2, "x", 3])");
  ASSERT_TRUE(root);
  const auto& mixed = std::get<JsonNode::Array>(root->value);
  ASSERT_EQ(mixed.size(), 4U);
  EXPECT_EQ(std::get<double>(mixed[1].value), 2.0);
  EXPECT_EQ(std::get<double>(mixed[3].value), 3.0);
}

TEST(JsonQuick, WhatItDoesNotKnowIsLeftToTheReaderThatSaysWhy) {
  const std::string deep(kMaxJsonDepth + 1, '[');
  for (const std::string& text : {std::string{""}, std::string{"{"}, std::string{R"({"a": NaN})"},
                                  std::string{R"({"a": 1, "a": 2})"}, std::string{"1 2"}, std::string{"[1e999]"},
                                  std::string{"\"\xff\""}, deep + std::string(kMaxJsonDepth + 1, ']')}) {
    EXPECT_FALSE(parse_json_quickly(text)) << text;
    EXPECT_FALSE(parse_json(text, "file.json")) << text;
  }
}

TEST(JsonQuick, AnIntegerBeyond64BitsIsStillRead) {
  const auto root = parse_json(R"([123456789012345678901234567890])", "file.json");
  ASSERT_TRUE(root);
  EXPECT_THAT(std::get<JsonNode::Numbers>(root->value), testing::ElementsAre(1.2345678901234568e29));
}

// Beyond a mebibyte, long lists of objects are copied by several threads.
TEST(JsonQuick, ALargeListOfObjectsIsReadInItsOrder) {
  constexpr std::size_t kCount = 20'000;
  const auto text_of = [](std::size_t odd_one, const std::string& odd) {
    std::string text = R"({"cases": [)";
    for (std::size_t i = 0; i < kCount; ++i) {
      text += (i == 0 ? "" : ", ") +
              (i == odd_one ? odd : R"({"id": "case )" + std::to_string(i) + R"(", "time_s": [1, 2.5, 3]})");
    }
    return text + "]}";
  };
  const std::string text = text_of(kCount, "");
  ASSERT_GT(text.size(), 800'000U);
  const auto root = parse_json_quickly(text + std::string(1 << 20, ' '));
  ASSERT_TRUE(root);
  const auto& cases = std::get<JsonNode::Array>(member(*root, "cases")->value);
  ASSERT_EQ(cases.size(), kCount);
  for (std::size_t i = 0; i < kCount; i += 777) {
    EXPECT_EQ(std::get<std::string>(member(cases[i], "id")->value), "case " + std::to_string(i));
    EXPECT_EQ(std::get<JsonNode::Numbers>(member(cases[i], "time_s")->value).size(), 3U);
  }
  for (const std::size_t place : {std::size_t{0}, kCount / 2, kCount - 1}) {
    const std::string twice = text_of(place, R"({"id": "a", "id": "b"})") + std::string(1 << 20, ' ');
    EXPECT_FALSE(parse_json_quickly(twice)) << "a key that is there twice is found in every part";
  }
}

TEST(JsonQuick, MoreValuesThanAFileOfOursCouldHoldAreRefused) {
  std::string text = "[";
  for (int i = 0; i < 200'000; ++i) text += "[],";
  text += "0]";
  EXPECT_FALSE(parse_json_quickly(text));
}

}  // namespace
}  // namespace roofgate
