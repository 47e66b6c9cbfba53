#include "bench/readers/nccl/row.hpp"

#include <algorithm>
#include <cstddef>

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
  half.error = value.value_or(1.0);
  const bool is_wrong = is_starred || !value || half.error < 0 || half.error > (counts_wrong ? 0.0 : type.tolerance);
  half.correctness = is_wrong ? Correctness::wrong : Correctness::right;
  return half;
}

bool is_date(std::string_view word) { return word.size() == 10 && word[4] == '-' && word[7] == '-'; }

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

std::optional<NcclRow> read_row(std::string_view text, const NcclColumns& columns) {
  const Tokens tokens = split(text);
  if (tokens.count < 7 || !is_whole(tokens.words[0]) || !is_whole(tokens.words[1])) return std::nullopt;
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
