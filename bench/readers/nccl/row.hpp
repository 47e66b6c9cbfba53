// One row of a table of nccl-tests: pure text work, whatever version printed it.
//
// size count type [redop] [root] {time algbw busbw error-or-#wrong [i_min i_max i_p99 i_cv%]} x 1 or 2 [date time]
//
// Versions differ in which of the bracketed columns they print, so a row is read by its own shape: names are names,
// numbers are numbers, and what is left divides into blocks. The heading says how many cells there must be: a row that
// was cut has the shape of another layout.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "bench/readers/nccl/collective.hpp"

namespace roofgate {

enum class Correctness { unchecked, right, wrong };

/// One way of calling the collective: out of place or in place.
struct NcclHalf {
  double time_us = 0;
  double algbw_gb_per_s = 0;
  double busbw_gb_per_s = 0;
  Correctness correctness = Correctness::unchecked;
  double error = 0;  ///< as printed: a count of wrong elements, or the largest error
};

struct NcclRow {
  double bytes = 0;
  double count = 0;
  const ElementType* type = nullptr;
  std::string_view redop;                         ///< "sum", or empty where nothing is reduced; points into the line
  std::optional<int> root;                        ///< absent also where the tool prints -1
  std::array<std::optional<NcclHalf>, 2> halves;  ///< out of place, in place
};

/// What a table's heading says of its rows.
struct NcclColumns {
  bool counts_wrong = true;    ///< "#wrong": a number of elements; "error", "res": the largest error
  bool is_cpu_time = false;    ///< "cputime": what the CPU spent on launching, not the collective's time
  bool only_in_place = false;  ///< the one block of a row is in place
  bool only_out_of_place = false;
  bool has_one_block = false;  ///< of a heading that does not say which: out of place
  bool has_redop = false;
  std::size_t cells = 0;  ///< of a row; 0 where no heading tells it
  std::size_t block = 0;  ///< cells of one block
};

/// The names of the columns, if `text` is a heading; `columns` keeps what the line above it said of the blocks.
[[nodiscard]] bool read_heading(std::string_view text, NcclColumns& columns);

/// Whether `text` begins like a row: two whole numbers and the name of a type.
[[nodiscard]] bool is_row(std::string_view text);

/// Whether `text`, which is no row, is what is left of one: cut in its first cells, glued to a word, or with a size
/// that is no number of bytes. Asked only inside a table.
[[nodiscard]] bool is_lost_row(std::string_view text);

/// Cells of a row.
[[nodiscard]] std::size_t cell_count(std::string_view text);

/// None where the row is damaged, or has other cells than its heading.
[[nodiscard]] std::optional<NcclRow> read_row(std::string_view text, const NcclColumns& columns);

}  // namespace roofgate
