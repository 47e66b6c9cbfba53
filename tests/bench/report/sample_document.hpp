// One document with every kind of block, and one whose text attacks each format.
#pragma once

#include "bench/report/document.hpp"

namespace roofgate {

inline Document sample_document() {
  Table table{"roofline",
              {{"case"},
               {"median", Align::right, "median_s"},
               {"of roof", Align::right, "of_roof"},
               {"bound"},
               {"", Align::left, "note"}},
              {}};
  table.rows.push_back({{"gemm/bf16/tn/m512n512k512/align128"},
                        {"1.38 ms", Tone::plain, 0.00138},
                        {"80.6 %", Tone::good, 0.806},
                        {"compute"},
                        {""}});
  table.rows.push_back(
      {{"memory/copy/bytes1073741824"},
       {"92.1 ms", Tone::plain, 0.0921},
       {"-"},
       {"memory"},
       {"contended: CPU steal 12 % of the sampling time (limit 2 %), so this is no baseline", Tone::doubtful, {}}});
  return Document{{Heading{"roofline of one night"}, Paragraph{"2 cores, 5 rounds", Tone::quiet}, table,
                   Paragraph{"REGRESSED  gemm/bf16/tn/m512n512k512/align128  -31.4 %", Tone::bad},
                   Detail{"Clocks equal."}, Detail{"The library chose another algorithm."},
                   Paragraph{"1 regressed · 1 pass", Tone::plain}}};
}

inline Document hostile_document() {
  Table table{"verdicts", {{"case"}, {"note"}}, {}};
  const auto row = [&](std::string id, std::string note) {
    table.rows.push_back({{std::move(id), Tone::bad}, {std::move(note)}});
  };
  row("\x1b[31mred\x1b[0m", "line\nbreak\r\ttab");
  row("a|b`c`*d*_e_~f~", "<script>alert(1)</script>&amp;");
  row("=HYPERLINK(\"http://x\",\"y\")", "-2+3+cmd|' /C calc'!A1");
  row("@everyone #1 [x](y) $a$", "\xff\xfe half \xe2\x82 sequence");
  row("\xd7\x90\xd7\x91\xd7\x92", "over\xe2\x80\xaeride");
  row("\xe6\xb8\xac\xe8\xa9\xa6", "quote \" comma , bell \x07");
  return Document{{Heading{"# heading | <b>"}, Paragraph{"- not a list", Tone::plain},
                   Paragraph{"1. no list", Tone::plain}, Detail{"> no quote\nno break"}, table}};
}

}  // namespace roofgate
