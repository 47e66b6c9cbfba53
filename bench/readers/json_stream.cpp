// A recursive descent over characters: nlohmann's parser has no way to take NaN, to go on after a document's end, or to
// say how far a cut-off document was good.
#include "bench/readers/json_stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "bench/readers/utf8_text.hpp"

namespace roofgate {
namespace {

constexpr std::size_t kMostTextBytes = std::size_t{16}
                                       << 20U;  // one string; base64 samples of nvbench are files of their own

class Parser {
 public:
  Parser(TextStream& stream, std::string_view source, std::span<const std::string_view> streamed,
         const VisitJson& visit)
      : stream_{stream}, source_{source}, streamed_{streamed}, visit_{visit} {
    advance();
  }

  Result<JsonStreamEnd> run() {
    while (skip_blanks(), c_ >= 0) {
      nodes_ = 0;
      if (!document()) break;
      ++end_.documents;
    }
    if (error_) return fail(std::move(*error_));
    if (stream_.problem()) return fail(*stream_.problem());
    return end_;
  }

 private:
  void advance() {
    if (c_ == '\n') ++line_;
    c_ = stream_.next();
  }
  void skip_blanks() {
    while (c_ == ' ' || c_ == '\n' || c_ == '\r' || c_ == '\t') advance();
  }

  bool give_up(std::string what) {
    if (!error_) {
      error_ = Error{ErrorKind::input, std::move(what), fmt::format("{}: line {}", source_, line_), {}, false};
    }
    return false;
  }
  bool bad(std::string_view wanted) {
    if (c_ < 0) {
      end_.is_cut_off = true;
      return false;
    }
    const char shown = static_cast<char>(c_);
    return give_up(fmt::format("not valid JSON: '{}' where {} should be", printable({&shown, 1}), wanted));
  }

  bool is_streamed(std::string_view path) const {
    return std::find(streamed_.begin(), streamed_.end(), path) != streamed_.end();
  }
  bool hand_over(std::string_view path, JsonNode& node) {
    nodes_ = 0;
    auto visited = visit_(end_.documents, path, node);
    if (!visited) error_ = std::move(visited.error());
    return visited.has_value();
  }

  bool document() {
    if (c_ == '[' && is_streamed("")) return stream_array("/*");
    JsonNode node;
    if (c_ == '{') return stream_object({}) && hand_over("", node);
    return value(node, 0) && hand_over("", node);
  }

  /// Whether an array to stream stands inside this object: "/nvbandwidth/testcases".
  bool is_below(std::string_view path) const {
    return std::any_of(streamed_.begin(), streamed_.end(), [path](std::string_view one) {
      return one.size() > path.size() && one.starts_with(path) && one[path.size()] == '/';
    });
  }
  bool stream_object(const std::string& outer) {
    advance();
    skip_blanks();
    if (c_ == '}') return advance(), true;
    while (true) {
      std::string key;
      if (!member_key(key)) return false;
      std::string path = outer;
      path.append("/").append(key);
      JsonNode node;
      if (c_ == '[' && is_streamed(path)) {
        if (!stream_array(path + "/*")) return false;
      } else if (c_ == '{' && is_below(path)) {
        if (!stream_object(path)) return false;
      } else if (!value(node, 2) || !hand_over(path, node)) {
        return false;
      }
      const auto more = goes_on('}');
      if (!more || !*more) return more.has_value();
    }
  }

  bool stream_array(const std::string& path) {
    advance();
    skip_blanks();
    if (c_ == ']') return advance(), true;
    while (true) {
      JsonNode node;
      skip_blanks();
      if (!value(node, 2) || !hand_over(path, node)) return false;
      const auto more = goes_on(']');
      if (!more || !*more) return more.has_value();
    }
  }

  /// After a member or element: a comma and more, or the end. None: neither.
  std::optional<bool> goes_on(char end) {
    skip_blanks();
    if (c_ == ',') {
      advance();
      skip_blanks();
      return true;
    }
    if (c_ == end) {
      advance();
      return false;
    }
    bad(end == '}' ? "',' or '}'" : "',' or ']'");
    return std::nullopt;
  }

  bool member_key(std::string& key) {
    skip_blanks();
    if (c_ != '"') return bad("a key");
    if (!text(key)) return false;
    skip_blanks();
    if (c_ != ':') return bad("':'");
    advance();
    skip_blanks();
    return true;
  }

  bool value(JsonNode& node, std::size_t depth) {
    if (depth > kMaxJsonDepth) return give_up(fmt::format("nested deeper than {} levels", kMaxJsonDepth));
    if (++nodes_ > kMostJsonPieceNodes) return give_up("one element holds more values than any tool writes");
    switch (c_) {
      case '{':
        return object(node, depth);
      case '[':
        return array(node, depth);
      case '"': {
        std::string words;
        if (!text(words)) return false;
        node.value = std::move(words);
        return true;
      }
      default:
        return scalar(node);
    }
  }

  bool object(JsonNode& node, std::size_t depth) {
    JsonNode::Object members;
    advance();
    skip_blanks();
    if (c_ == '}') {
      advance();
      node.value = std::move(members);
      return true;
    }
    while (true) {
      JsonMember member;
      if (!member_key(member.key) || !value(member.node, depth + 1)) return false;
      members.push_back(std::move(member));
      const auto more = goes_on('}');
      if (!more) return false;
      if (!*more) break;
    }
    node.value = std::move(members);
    return true;
  }

  /// Arrays of numbers are kept as such: they are nearly all of a file of samples.
  bool array(JsonNode& node, std::size_t depth) {
    JsonNode::Numbers numbers;
    JsonNode::Array nodes;
    advance();
    skip_blanks();
    if (c_ == ']') {
      advance();
      node.value = std::move(numbers);
      return true;
    }
    while (true) {
      JsonNode element;
      if (!value(element, depth + 1)) return false;
      const double* number = std::get_if<double>(&element.value);
      if (number != nullptr && nodes.empty()) {
        numbers.push_back(*number);
      } else {
        for (const double earlier : numbers) nodes.push_back(JsonNode{earlier});
        numbers.clear();
        nodes.push_back(std::move(element));
      }
      const auto more = goes_on(']');
      if (!more) return false;
      if (!*more) break;
    }
    if (nodes.empty()) {
      node.value = std::move(numbers);
    } else {
      node.value = std::move(nodes);
    }
    return true;
  }

  bool scalar(JsonNode& node) {
    std::string word;
    const auto is_part = [](int c) {
      return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '+' ||
             c == '.';
    };
    while (is_part(c_) && word.size() < 400) {
      word += static_cast<char>(c_);
      advance();
    }
    if (word.empty()) return bad("a value");
    if (c_ < 0) return bad("more");  // a number may have been cut in two
    if (word == "true" || word == "false") {
      node.value = word == "true";
    } else if (word == "null") {
      node.value = std::monostate{};
    } else if (word == "NaN" || word == "nan" || word == "-nan" || word == "-NaN") {
      node.value = std::string{"NaN"};
    } else if (word == "Infinity" || word == "inf" || word == "Inf" || word == "-Infinity" || word == "-inf" ||
               word == "-Inf") {
      node.value = std::string{word[0] == '-' ? "-Infinity" : "Infinity"};
    } else {
      double number = 0;
      const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), number);
      if (problem == std::errc::result_out_of_range) {
        number = 0;  // under the smallest double; above the largest is refused
        if (word.find("e-") == std::string::npos && word.find("E-") == std::string::npos) {
          return give_up("a number is beyond double precision");
        }
      } else if (problem != std::errc{} || end != word.data() + word.size()) {
        return give_up(fmt::format("not valid JSON: '{}' is no value", printable(word)));
      }
      node.value = number;
    }
    return true;
  }

  bool text(std::string& words) {
    advance();
    while (c_ != '"') {
      if (c_ < 0) return bad("more");
      if (words.size() > kMostTextBytes) return give_up("a text is longer than any tool writes");
      if (c_ != '\\') {
        words += static_cast<char>(c_);  // control characters too: some tools do not escape them
        advance();
        continue;
      }
      advance();
      if (!escape(words)) return false;
    }
    advance();
    return true;
  }

  bool escape(std::string& words) {
    constexpr std::string_view kFrom = "\"\\/bfnrt";
    constexpr std::string_view kTo = "\"\\/\b\f\n\r\t";
    if (c_ == 'u') return unicode(words);
    const std::size_t found = c_ >= 0 ? kFrom.find(static_cast<char>(c_)) : std::string_view::npos;
    if (found == std::string_view::npos) return bad("an escaped character");
    words += kTo[found];
    advance();
    return true;
  }

  bool hex(std::uint32_t& code) {
    code = 0;
    for (int i = 0; i < 4; ++i) {
      const char digit = static_cast<char>(c_);
      unsigned value = 0;
      if (c_ < 0 || std::from_chars(&digit, &digit + 1, value, 16).ec != std::errc{}) return bad("a hexadecimal digit");
      code = code * 16 + value;
      advance();
    }
    return true;
  }
  bool unicode(std::string& words) {
    advance();
    std::uint32_t code = 0;
    if (!hex(code)) return false;
    if (code >= 0xd800 && code < 0xdc00 && c_ == '\\') {
      advance();
      std::uint32_t low = 0;
      if (c_ != 'u') {
        append_utf8(words, 0xfffd);
        return escape(words);
      }
      advance();
      if (!hex(low)) return false;
      code = low >= 0xdc00 && low < 0xe000 ? 0x10000 + ((code - 0xd800) << 10U) + (low - 0xdc00) : 0xfffd;
    } else if (code >= 0xd800 && code < 0xe000) {
      code = 0xfffd;
    }
    append_utf8(words, code);
    return true;
  }

  TextStream& stream_;
  std::string source_;
  std::span<const std::string_view> streamed_;
  const VisitJson& visit_;
  int c_ = 0;
  std::size_t line_ = 1;
  std::size_t nodes_ = 0;
  JsonStreamEnd end_;
  std::optional<Error> error_;
};

}  // namespace

Result<JsonStreamEnd> stream_json(TextStream& stream, std::string_view source,
                                  std::span<const std::string_view> streamed, const VisitJson& visit) {
  return Parser{stream, source, streamed, visit}.run();
}

JsonNode* find_member(JsonNode& node, std::string_view key) {
  auto* object = std::get_if<JsonNode::Object>(&node.value);
  if (object == nullptr) return nullptr;
  const auto found = std::find_if(object->begin(), object->end(), [key](const JsonMember& m) { return m.key == key; });
  return found != object->end() ? &found->node : nullptr;
}

const std::string* text_of(const JsonNode* node) {
  return node != nullptr ? std::get_if<std::string>(&node->value) : nullptr;
}

std::optional<double> number_of(const JsonNode* node) {
  if (node == nullptr) return std::nullopt;
  if (const auto* number = std::get_if<double>(&node->value)) return *number;
  const std::string* words = text_of(node);
  if (words == nullptr) return std::nullopt;
  const std::size_t begin = words->find_first_not_of(' ');
  if (begin == std::string::npos) return std::nullopt;
  double number = 0;
  const auto [end, problem] = std::from_chars(words->data() + begin, words->data() + words->size(), number);
  const bool is_whole = problem == std::errc{} && end == words->data() + words->size();
  return is_whole && std::isfinite(number) ? std::optional{number} : std::nullopt;
}

std::vector<JsonNode> elements_of(JsonNode* node) {
  std::vector<JsonNode> elements;
  if (node == nullptr) return elements;
  if (auto* nodes = std::get_if<JsonNode::Array>(&node->value)) return std::move(*nodes);
  if (const auto* numbers = std::get_if<JsonNode::Numbers>(&node->value)) {
    for (const double number : *numbers) elements.push_back(JsonNode{number});
  }
  return elements;
}

}  // namespace roofgate
