#include "bench/report/render.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/bench/report/golden_file.hpp"
#include "tests/bench/report/sample_document.hpp"

namespace roofgate {
namespace {

TEST(RenderTerminal, AlignsColumns) { expect_golden(render_terminal(sample_document(), {}), "sample.txt"); }

TEST(RenderTerminal, ColoursOnlyWhenAsked) {
  expect_golden(render_terminal(sample_document(), {true, 0}), "sample_colour.txt");
}

TEST(RenderTerminal, WrapsTheNoteToTheWidth) {
  expect_golden(render_terminal(sample_document(), {false, 100}), "sample_width100.txt");
}

TEST(RenderTerminal, ColourAddsNoWordAndRemovesNone) {
  std::string coloured = render_terminal(sample_document(), {true, 0});
  for (std::size_t escape = coloured.find('\x1b'); escape != std::string::npos; escape = coloured.find('\x1b')) {
    coloured.erase(escape, coloured.find('m', escape) - escape + 1);
  }
  EXPECT_EQ(coloured, render_terminal(sample_document(), {}));
}

TEST(RenderTerminal, HostileTextCannotSteerTheTerminal) {
  const std::string text = render_terminal(hostile_document(), {});
  expect_golden(text, "hostile.txt");
  const auto is_control = [](char c) { return (static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7f; };
  EXPECT_TRUE(std::none_of(text.begin(), text.end(), is_control));
}

TEST(RenderTerminal, NoLineEndsInASpace) {
  for (const Document& document : {sample_document(), hostile_document()}) {
    EXPECT_EQ(render_terminal(document, {false, 100}).find(" \n"), std::string::npos);
  }
}

TEST(RenderTerminal, EmptyTableShowsItsTitles) {
  EXPECT_EQ(render_terminal({{Table{"t", {{"case"}, {"rate", Align::right}}, {}}}}, {}), "case  rate\n");
}

TEST(RenderMarkdown, Sample) { expect_golden(render_markdown(sample_document()), "sample.md"); }

TEST(RenderMarkdown, HostileTextStaysText) { expect_golden(render_markdown(hostile_document()), "hostile.md"); }

TEST(RenderMarkdown, FitsAComment) {
  Table table{"verdicts", {{"case"}}, {}};
  for (int i = 0; i < 5000; ++i) table.rows.push_back({{"memory/copy/bytes" + std::to_string(i)}});
  const Document document{{Paragraph{"first", Tone::plain}, table, Paragraph{"last", Tone::plain}}};
  const std::string text = render_markdown(document);
  EXPECT_LE(text.size(), kCommentBytes);
  EXPECT_GT(text.size(), kCommentBytes / 2);
  EXPECT_NE(text.find("more rows are left out to fit a comment"), std::string::npos);
  EXPECT_NE(text.find("last"), std::string::npos);
  EXPECT_NE(render_markdown(document, 0).find("bytes4999"), std::string::npos);
}

TEST(RenderCsv, NumbersInFullUnderTheirKeys) { expect_golden(render_csv(sample_document()), "sample.csv"); }

TEST(RenderCsv, HostileTextIsQuotedAndNoFormula) { expect_golden(render_csv(hostile_document()), "hostile.csv"); }

TEST(RenderCsv, SeveralTablesCarryTheirNames) {
  const Table first{"a", {{"x"}}, {{{"1"}}}};
  const Table second{"b", {{"y"}}, {{{"2"}}}};
  EXPECT_EQ(render_csv({{first, second}}), "table,x\r\na,1\r\ntable,y\r\nb,2\r\n");
}

TEST(RenderCsv, NotANumberIsAnEmptyField) {
  const Cell nan{"nan", Tone::plain, std::nan("")};
  EXPECT_EQ(render_csv({{Table{"t", {{"x", Align::left, "x_s"}}, {{nan}}}}}), "x_s\r\n\r\n");
}

TEST(RenderCsv, SignedNumbersStayNumbers) {
  const auto one = [](const char* text) { return render_csv({{Table{"t", {{"x"}}, {{Cell{text}}}}}}); };
  EXPECT_EQ(one("-31.4 %"), "x\r\n-31.4 %\r\n");
  EXPECT_EQ(one("+1e-3"), "x\r\n+1e-3\r\n");
  EXPECT_EQ(one("-A1"), "x\r\n'-A1\r\n");
}

}  // namespace
}  // namespace roofgate
