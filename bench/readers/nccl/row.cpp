#include "bench/readers/nccl/row.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

#include "kernels/base/text_fields.hpp"

namespace roofgate {
namespace {

constexpr std::size_t kMostTokens = 40;

/// Words of a line, without allocation: there are millions of them.
struct Tokens {
  std::array<std::string_view, kMostTokens> words;
  std::size_t count = 0;
};

Tokens split(std::string_view text) {
  Tokens tokens;
  std::size_t at = 0;
  while (tokens.count < kMostTokens) {
    while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
    if (at == text.size()) break;
    const std::size_t begin = at;
    while (at < text.size() && text[at] != ' ' && text[at] != '\t') ++at;
    tokens.words[tokens.count++] = text.substr(begin, at - begin);
  }
  return tokens;
}

bool is_whole(std::string_view word) {
  return !word.empty() && word.size() <= 15 &&
         std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool is_integer(std::string_view word) { return is_whole(word.starts_with('-') ? word.substr(1) : word); }

bool is_name(std::string_view word) {
  return !word.empty() && word.size() <= 16 && word != "N/A" &&
         ((word[0] >= 'a' && word[0] <= 'z') || (word[0] >= 'A' && word[0] <= 'Z'));
}

/// An error is printed as one digit and an exponent of two: "2e-07" that was cut to "2e-0" or "2" would be a large one.
bool is_cut_error(std::string_view word) {
  const std::size_t exponent = word.find('e');
  if (exponent != std::string_view::npos) return word.size() - exponent < 4;
  return is_whole(word) && word.find_first_not_of('0') != std::string_view::npos;
}

/// "N/A": nobody looked. A star marks an error beyond the tool's own threshold.
std::optional<NcclHalf> read_half(const std::string_view* words, const ElementType& type, bool counts_wrong) {
  NcclHalf half;
  const auto time = strict_number_of(words[0]);
  const auto algbw = strict_number_of(words[1]);
  const auto busbw = strict_number_of(words[2]);
  if (!time || !algbw || !busbw) return std::nullopt;
  half.time_us = *time;
  half.algbw_gb_per_s = *algbw;
  half.busbw_gb_per_s = *busbw;
  std::string_view error = words[3];
  if (error == "N/A" || error == "n/a" || error == "-") return half;
  const bool is_starred = error.ends_with('*');
  if (is_starred) error.remove_suffix(1);
  const auto value = strict_number_of(error);
  if (!value && error != "nan" && error != "-nan" && error != "inf") return std::nullopt;
  if (!counts_wrong && value && is_cut_error(error)) return std::nullopt;
  half.error = value.value_or(1.0);
  const bool is_wrong = is_starred || !value || half.error < 0 || half.error > (counts_wrong ? 0.0 : type.tolerance);
  half.correctness = is_wrong ? Correctness::wrong : Correctness::right;
  return half;
}

bool is_date(std::string_view word) { return word.size() == 10 && word[4] == '-' && word[7] == '-'; }

/// The columns that a heading names, up to the last known one: a log may have put other text behind it.
void read_layout(const Tokens& tokens, NcclColumns& columns) {
  constexpr std::array<std::string_view, 9> kLeading{"size", "bytes", "B", "count", "N", "type", "redop", "op", "root"};
  constexpr std::array<std::string_view, 5> kFigures{"algbw", "busbw", "#wrong", "error", "res"};
  const auto is_of = [](const auto& names, std::string_view word) {
    return std::find(names.begin(), names.end(), word) != names.end();
  };
  columns.cells = columns.block = 0;
  columns.has_redop = false;
  std::size_t leading = 0;
  std::array<std::size_t, 2> blocks{};
  std::size_t count = 0;
  for (const std::string_view word : std::span{tokens.words}.first(tokens.count)) {
    if (word == "time" || word == "cputime") {
      if (++count > blocks.size()) return;
      blocks[count - 1] = 1;
    } else if (count > 0 && (is_of(kFigures, word) || word.starts_with("i_"))) {
      ++blocks[count - 1];
    } else if (count == 0 && is_of(kLeading, word)) {
      ++leading;
      columns.has_redop = columns.has_redop || word == "redop" || word == "op";
    }
  }
  const bool is_known = count > 0 && (blocks[0] == 4 || blocks[0] == 8) && (count == 1 || blocks[1] == blocks[0]);
  if (!is_known || leading < 3) return;
  columns.block = blocks[0];
  columns.cells = leading + count * columns.block;
}

/// Blanks before the first figure that are wide enough for a block: it was left blank.
bool has_blank_block(std::string_view text, std::string_view first_figure) {
  constexpr std::size_t kBlock = 20;
  const auto at = static_cast<std::size_t>(first_figure.data() - text.data());
  return at >= kBlock && text.substr(at - kBlock, kBlock).find_first_not_of(" \t") == std::string_view::npos;
}

/// A redop that a version left blank, a block of which the same is true, and a moment behind are no damage.
bool fits_heading(std::string_view text, const Tokens& tokens, const NcclColumns& columns) {
  std::size_t count = tokens.count;
  if (count == columns.cells) return true;
  if (count > columns.cells && count >= 2 && is_date(tokens.words[count - 2])) count -= 2;
  if (columns.has_redop && !is_name(tokens.words[3])) ++count;
  if (count == columns.cells) return true;
  return count + columns.block == columns.cells && tokens.count > columns.block &&
         has_blank_block(text, tokens.words[tokens.count - columns.block]);
}

bool is_numeral(std::string_view word) {
  if (word.starts_with('-')) word.remove_prefix(1);
  return !word.empty() && word[0] >= '0' && word[0] <= '9';
}

}  // namespace

bool read_heading(std::string_view text, NcclColumns& columns) {
  if (text.find("out-of-place") != std::string_view::npos || text.find("in-place") != std::string_view::npos) {
    const bool out = text.find("out-of-place") != std::string_view::npos;
    const std::size_t last = text.rfind("in-place");
    columns.only_out_of_place = out && last == std::string_view::npos;
    columns.only_in_place = !out;
    return false;
  }
  const Tokens tokens = split(text);
  const auto* begin = tokens.words.begin();
  const auto* end = begin + tokens.count;
  const auto has = [&](std::string_view name) { return std::find(begin, end, name) != end; };
  if ((!has("size") && !has("bytes")) || !has("algbw") || !has("busbw")) return false;
  columns.counts_wrong = !has("error") && !has("res");
  columns.is_cpu_time = has("cputime");
  read_layout(tokens, columns);
  // A heading for one block that says nothing of its place: the tool's plain way of calling.
  const bool is_placed = columns.only_in_place || columns.only_out_of_place;
  if (!is_placed && std::count(begin, end, "busbw") == 1) columns.has_one_block = true;
  return true;
}

bool is_row(std::string_view text) {
  std::size_t at = text.find_first_not_of(" \t");
  if (at == std::string_view::npos || text[at] < '0' || text[at] > '9') return false;
  const Tokens tokens = split(text.substr(0, std::min<std::size_t>(text.size(), 120)));
  return tokens.count >= 3 && is_whole(tokens.words[0]) && is_whole(tokens.words[1]) &&
         find_element_type(tokens.words[2]) != nullptr;
}

std::size_t cell_count(std::string_view text) { return split(text).count; }

bool is_lost_row(std::string_view text) {
  const Tokens tokens = split(text);
  const auto& words = tokens.words;
  if (tokens.count == 0 || words[0].starts_with('#')) return false;
  constexpr std::size_t kMostBefore = 4;
  for (std::size_t at = 0; at < kMostBefore && at + 6 < tokens.count; ++at) {
    if (is_numeral(words[at]) && is_numeral(words[at + 1]) && find_element_type(words[at + 2]) != nullptr) return true;
  }
  if (tokens.count > 3 || !is_whole(words[0]) || (tokens.count > 1 && !is_whole(words[1]))) return false;
  return tokens.count < 3 || is_name(words[2]);
}

std::optional<NcclRow> read_row(std::string_view text, const NcclColumns& columns) {
  const Tokens tokens = split(text);
  if (tokens.count < 7 || !is_whole(tokens.words[0]) || !is_whole(tokens.words[1])) return std::nullopt;
  if (columns.cells > 0 && !fits_heading(text, tokens, columns)) return std::nullopt;
  NcclRow row;
  row.bytes = *strict_number_of(tokens.words[0]);
  row.count = *strict_number_of(tokens.words[1]);
  row.type = find_element_type(tokens.words[2]);
  if (row.type == nullptr) return std::nullopt;
  std::size_t at = 3;
  std::size_t end = tokens.count;
  if (end >= 2 && is_date(tokens.words[end - 2])) end -= 2;
  if (is_name(tokens.words[at])) {
    if (tokens.words[at] != "none") row.redop = tokens.words[at];
    ++at;
  }
  if ((end - at) % 4 == 1) {
    if (!is_integer(tokens.words[at])) return std::nullopt;
    const double root = *strict_number_of(tokens.words[at]);
    if (root >= 0 && root < 1e6) row.root = static_cast<int>(root);
    ++at;
  }
  const std::size_t rest = end - at;
  if (rest != 4 && rest != 8 && rest != 16) return std::nullopt;
  const std::size_t step = rest == 16 ? 8 : 4;
  const std::size_t blocks = rest / step;
  for (std::size_t block = 0; block < blocks; ++block) {
    auto half = read_half(&tokens.words[at + block * step], *row.type, columns.counts_wrong);
    if (!half) return std::nullopt;
    // A single block under a heading for two: the out-of-place one was left blank.
    const bool is_in_place = block == 1 || (blocks == 1 && !columns.only_out_of_place && !columns.has_one_block);
    row.halves[is_in_place ? 1 : 0] = *half;
  }
  return row;
}

}  // namespace roofgate
