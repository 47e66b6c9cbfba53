// One document model for every output: commands build it, renderers (terminal, Markdown, CSV) show it.
// Text from records goes in raw; each renderer escapes for its format.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace roofgate {

enum class Align { left, right };

/// Emphasis that a terminal may colour; words carry the meaning without it.
enum class Tone { plain, good, bad, doubtful, quiet };

struct Cell {
  std::string text;
  Tone tone = Tone::plain;
  std::optional<double> value = {};  ///< the number behind `text`, SI; CSV writes it instead, with all its figures
};

struct Column {
  std::string title;
  Align align = Align::left;
  std::string key = {};  ///< CSV's column name, with the unit: "median_s", "rate_flops_per_s"; empty: the title
};

struct Table {
  std::string name;  ///< for CSV and anchors: "roofline", "verdicts"
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;  ///< each as long as `columns`
};

struct Heading {
  std::string text;
};

struct Paragraph {
  std::string text;
  Tone tone = Tone::plain;
  bool is_finding = false;  ///< one of many: with its details it may be left out, counted, where space is short
};

/// Lines below a table row or finding, indented.
struct Detail {
  std::string text;
};

struct Document {
  std::vector<std::variant<Heading, Paragraph, Detail, Table>> blocks;
};

}  // namespace roofgate
