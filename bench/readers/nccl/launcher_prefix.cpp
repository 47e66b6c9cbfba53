#include "bench/readers/nccl/launcher_prefix.hpp"

#include <algorithm>
#include <cstddef>

namespace roofgate {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_name_part(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '_' || c == '-';
}

void skip_blanks(std::string_view& text) { text.remove_prefix(std::min(text.size(), text.find_first_not_of(" \t"))); }

/// "[1,0]<stdout>:", "[pod/launcher-x/main]", "[node1:4711]". NCCL's own "[0]" holds a number alone and is none.
std::size_t bracket_length(std::string_view text) {
  const std::size_t close = text.substr(0, 200).find(']');
  if (close == std::string_view::npos) return 0;
  const std::string_view inside = text.substr(1, close - 1);
  if (inside.find_first_of(",:/") == std::string_view::npos) return 0;
  std::size_t length = close + 1;
  for (const std::string_view stream : {"<stdout>", "<stderr>", "<stddiag>"}) {
    if (text.substr(length).starts_with(stream)) length += stream.size();
  }
  if (text.substr(length).starts_with(':')) ++length;
  return length;
}

/// "2026-11-29T02:00:13.123Z " and the like, with the blank.
std::size_t time_length(std::string_view text) {
  constexpr std::string_view kShape = "0000-00-00T00:00:00";
  if (text.size() < kShape.size() + 1) return 0;
  for (std::size_t i = 0; i < kShape.size(); ++i) {
    const char wanted = kShape[i];
    const bool fits = wanted == '0'   ? is_digit(text[i])
                      : wanted == 'T' ? text[i] == 'T' || text[i] == ' '
                                      : text[i] == wanted;
    if (!fits) return 0;
  }
  const std::size_t blank = text.find_first_of(" \t", kShape.size());
  return blank < kShape.size() + 20 ? blank + 1 : 0;
}

/// "3:" of srun --label, "node1:" of pdsh, "worker-0  |" of docker compose. A name with a colon must be followed by a
/// blank or a '#', and what the tools themselves write so is none.
std::size_t label_length(std::string_view text) {
  if (text.starts_with("pod/")) {  // kubectl's, without its brackets
    const std::size_t blank = text.substr(0, 200).find_first_of(" \t");
    return blank == std::string_view::npos ? 0 : blank;
  }
  const auto end = static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_name_part) - text.begin());
  if (end == 0 || end == text.size() || end > 100) return 0;
  if (text[end] == ':') {
    const bool goes_on =
        end + 1 == text.size() || text[end + 1] == ' ' || text[end + 1] == '#' || text[end + 1] == '\t';
    const std::string_view name = text.substr(0, end);
    return goes_on && name != "rccl-tests" && name != "error" && name != "Warning" ? end + 1 : 0;
  }
  const std::size_t bar = text.find_first_not_of(' ', end);
  return bar != std::string_view::npos && text[bar] == '|' ? bar + 1 : 0;
}

}  // namespace

PrefixedLine split_prefix(std::string_view line) {
  PrefixedLine split;
  split.text = line;
  constexpr int kMostPrefixes = 4;
  for (int i = 0; i < kMostPrefixes; ++i) {
    skip_blanks(split.text);
    while (split.text.starts_with('>')) {  // quoted in a mail or a thread
      split.text.remove_prefix(1);
      skip_blanks(split.text);
    }
    if (split.text.empty() || split.text.front() == '#') break;
    std::size_t length = 0;
    bool is_tag = true;
    if (split.text.front() == '[') {
      length = bracket_length(split.text);
    } else if (is_digit(split.text.front()) && (length = time_length(split.text)) > 0) {
      is_tag = false;
    } else if (split.text.starts_with("stdout F ") || split.text.starts_with("stderr F ")) {
      length = 9;  // a container runtime's log file
      is_tag = false;
    } else {
      length = label_length(split.text);
    }
    if (length == 0) break;
    if (is_tag) split.tag = split.text.substr(0, length);
    split.text.remove_prefix(length);
  }
  skip_blanks(split.text);
  return split;
}

}  // namespace roofgate
