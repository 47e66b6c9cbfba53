#include "bench/readers/nccl/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>

#include "bench/readers/mscclpp.hpp"
#include "bench/readers/nccl/import.hpp"
#include "bench/readers/nccl/launcher_prefix.hpp"
#include "bench/readers/stray_lines.hpp"
#include "kernels/base/text_fields.hpp"

namespace roofgate {
namespace {

constexpr std::size_t kMostRemembered = 200'000;  // rows that another rank may have printed as well

std::string_view without_hash(std::string_view text) {
  while (!text.empty() && (text.front() == '#' || text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  return text;
}

class Reader {
 public:
  explicit Reader(const Source& source) : import_{source} {}

  void take(std::string_view line, std::size_t number) {
    std::string plain;
    if (line.find('\x1b') != std::string_view::npos) line = plain = without_escapes(line);
    const PrefixedLine split = split_prefix(line);
    if (is_row(split.text)) return take_row(split, number);
    const std::string_view text = without_hash(split.text);
    if (text.empty()) return;
    if (take_heading(split, text)) return;
    if (is_in_table() && is_lost_row(split.text)) return refuse_damaged(number);
    if (begins_run(text) && (rows_ > 0 || repeats_run_ || run_.is_concluded || !run_.failure.empty())) next_run();
    if (text.starts_with("Testing ") && text.find(" cycle") != std::string_view::npos) {
      run_.has_cycles = true;
      return;
    }
    if (read_remark(text, run_)) return;
    if (const std::string_view sign = failure_in(text); !sign.empty()) {
      run_.has_own_failure = true;
      if (run_.failure.empty()) run_.failure = sign;
    }
    if (text.find(" NCCL INFO ") != std::string_view::npos) return;  // by the million in some logs
    if (run_.failure.empty()) run_.failure = death_in(text);
    strays_.take(text, number, import_.remarks());
  }

  Result<Imported> finish(TextStream& stream) {
    next_run();
    return import_.finish(stream);
  }

 private:
  static bool begins_run(std::string_view text) {
    return text.starts_with("nccl-tests version") || text.starts_with("Collective test starting:") ||
           text.starts_with("nThread ") || text.starts_with("Using devices");
  }

  bool take_heading(const PrefixedLine& split, std::string_view text) {
    NcclColumns columns = columns_;
    const bool is_heading = read_heading(text, columns);
    const bool is_title = !is_heading && text.find("-place") != std::string_view::npos;
    if (!is_heading && !is_title) return false;
    // Other ranks may print the heading too; the run's own comes again only where another table begins, and any heading
    // after its closing lines is another run's.
    if ((rows_ > 0 || repeats_run_) && (split.tag == tag_ || run_.is_concluded)) {
      const std::optional<NcclCollective> collective = run_.collective;
      next_run();
      run_.collective = collective;
    }
    columns_ = columns;
    return true;
  }

  void take_row(const PrefixedLine& split, std::size_t number) {
    const auto row = read_row(split.text, columns_);
    if (!row) return refuse_damaged(number);
    const bool is_other = !split.tag.empty() && split.tag != printed_tag_;
    if (rows_ == 0 && is_other && printed_.contains(std::string{split.text})) {
      repeats_run_ = true;  // a whole table again, as another rank printed it
      return import_.remarks().refuse("printed by several ranks: counted once", fmt::format("line {}", number));
    }
    if (rows_ == 0) tag_ = split.tag;
    if (split.tag != tag_) {
      if (remembered_.contains(std::string{split.text})) {
        return import_.remarks().refuse("printed by several ranks: counted once", fmt::format("line {}", number));
      }
      const auto& half = row->halves[0] ? row->halves[0] : row->halves[1];
      if (half->algbw_gb_per_s >= 0.5 && half->busbw_gb_per_s == 0.0) import_.report_strangers();
      return import_.remarks().refuse("of another process than the table's: split the log by its prefix",
                                      fmt::format("line {}", number));
    }
    if (rows_++ == 0 && columns_.cells == 0) {
      columns_.cells = cell_count(split.text);  // no heading tells it: the table's first row does
      columns_.block = 4;
    }
    if (!tag_.empty() && remembered_.size() < kMostRemembered) remembered_.emplace(split.text);
    import_.add_row(*row, run_, columns_, number);
  }

  [[nodiscard]] bool is_in_table() const { return (columns_.cells > 0 || rows_ > 0) && !run_.is_concluded; }

  void refuse_damaged(std::size_t number) {
    import_.remarks().refuse("a row that is damaged or has other cells than its heading",
                             fmt::format("line {}", number));
  }

  void next_run() {
    if (rows_ > 0 || !repeats_run_) import_.end_run(run_);
    NcclRun next;
    next.tool = run_.tool;
    next.software = run_.software;
    next.variables = run_.variables;
    run_ = std::move(next);
    if (rows_ > 0) {
      printed_ = std::move(remembered_);
      printed_tag_ = tag_;
    }
    rows_ = 0;
    repeats_run_ = false;
    tag_.clear();
    remembered_.clear();
    columns_ = {};
  }

  NcclImport import_;
  NcclRun run_;
  NcclColumns columns_;
  std::string tag_;  ///< of the process whose table is read
  std::unordered_set<std::string> remembered_;
  std::string printed_tag_;                  ///< of the run before, with
  std::unordered_set<std::string> printed_;  ///< its rows
  bool repeats_run_ = false;                 ///< rows of the run before were seen, and none of its own
  std::size_t rows_ = 0;
  StrayLines strays_{"nccl-tests"};
};

}  // namespace

Claim claims_nccl_text(std::string_view head) {
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || head[first] == '{' || is_mscclpp_table(head)) return {};
  std::size_t tables = 0;
  std::size_t rows = 0;
  bool is_named = false;
  bool is_like = false;
  while (!head.empty()) {
    const std::size_t end = std::min(head.find('\n'), head.size());
    const std::string_view line = head.substr(0, std::min<std::size_t>(end, 400));
    head.remove_prefix(std::min(head.size(), end + 1));
    const std::string_view text = split_prefix(line.ends_with('\r') ? line.substr(0, line.size() - 1) : line).text;
    NcclColumns columns;
    const std::string_view words = without_hash(text);
    if (is_row(text)) {
      rows += read_row(text, columns) ? 1 : 0;
    } else if (read_heading(words, columns)) {
      ++tables;
    } else if (words.starts_with("nccl-tests version") || words.starts_with("Collective test starting:") ||
               words.starts_with("rccl-tests: Version") ||
               (words.starts_with("nThread ") && words.find("minBytes") != std::string_view::npos)) {
      is_named = true;
    } else {
      is_like = is_like || words.find("NCCL INFO") != std::string_view::npos ||
                words.find("'minbytes'") != std::string_view::npos ||
                words.find("'maxbytes'") != std::string_view::npos ||
                words.find("Test NCCL failure") != std::string_view::npos;
    }
  }
  if (tables > 0 || rows > 0) {
    return {Fit::sure, fmt::format("text of nccl-tests or rccl-tests, {} heading{} and {} row{} at its beginning",
                                   tables, tables == 1 ? "" : "s", rows, rows == 1 ? "" : "s")};
  }
  if (is_named) return {Fit::sure, "text of nccl-tests or rccl-tests"};
  return is_like ? Claim{Fit::maybe, "a log of NCCL"} : Claim{};
}

Result<Imported> read_nccl_text(TextStream& stream, const Source& source) {
  Reader reader{source};
  while (const auto line = stream.line()) reader.take(*line, stream.line_number());
  if (stream.problem()) return fail(*stream.problem());
  return reader.finish(stream);
}

}  // namespace roofgate
