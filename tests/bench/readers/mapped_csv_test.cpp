#include "bench/readers/mapped_csv.hpp"

#include <gmock/gmock.h>

#include <string>

#include "bench/record/marks.hpp"
#include "tests/bench/readers/reading.hpp"

namespace roofgate {
namespace {

using testing::HasSubstr;

Result<Imported> read(const std::string& text, const std::string& mapping) {
  TextStream stream{text_source(text)};
  return read_mapped_csv(stream, Source{"times.csv", "2026-11-01T00:00:00Z", mapping});
}

std::string error_of(const std::string& text, const std::string& mapping) {
  const auto imported = read(text, mapping);
  return imported ? "no error" : to_string(imported.error());
}

const std::string kTwoColumns = "id = group, name\nvalue = ms\nunit = ms\n";

TEST(MappedCsv, AKeyThatTheMappingSaysTwiceIsRefused) {
  EXPECT_THAT(error_of("name,ms\na,1\n", "id = name\nvalue = ms\nunit = ms\nunit = s\n"),
              HasSubstr("mapping file, line 4: says 'unit' twice"));
}

TEST(MappedCsv, TwoNamesThatWouldBeOneCaseAreRefusedByName) {
  const std::string error = error_of("group,name,ms\na/b,c,1\na,b/c,2\n", kTwoColumns);
  EXPECT_THAT(error, HasSubstr("'a/b', 'c' and 'a', 'b/c' would be one case 'a/b/c'"));
  EXPECT_THAT(error, HasSubstr("times.csv, line 3"));
  EXPECT_EQ(error_of("group,name,ms\na/b,c,1\na/b,c,1\na,c,2\n", kTwoColumns), "no error");
}

TEST(MappedCsv, RowsOfOneMomentThatAreNoRepeatsAreNotTrusted) {
  const std::string mapping = "id = name\nvalue = ms\nunit = ms\n";
  const auto mixed = read("name,size,ms\ncopy,1024,0.01\ncopy,1048576,4.0\nsort,1,2.0\nsort,1,2.9\n", mapping);
  ASSERT_TRUE(mixed);
  const auto& cases = mixed->records.at(0).cases;
  ASSERT_EQ(cases.size(), 2U);
  const Mark* const mark = find_mark(cases[0], MarkKind::error);
  ASSERT_NE(mark, nullptr);
  EXPECT_EQ(mark->evidence, "its rows of one moment lie 400 times apart: 'id' may lack a column that tells them apart");
  EXPECT_EQ(find_mark(cases[1], MarkKind::error), nullptr) << "a disturbed repeat is still one";
  const auto apart =
      read("name,size,ms\ncopy,1024,0.01\ncopy,1048576,4.0\n", "id = name, size\nvalue = ms\nunit = ms\n");
  ASSERT_TRUE(apart);
  for (const Case& measured : apart->records.at(0).cases) EXPECT_EQ(find_mark(measured, MarkKind::error), nullptr);
}

}  // namespace
}  // namespace roofgate
