#include "bench/readers/google/console.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/record/record_rules.hpp"
#include "tests/bench/readers/reading.hpp"

namespace roofgate {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kHeader =
    "-------------------------------------------------------------\n"
    "Benchmark                   Time             CPU   Iterations\n"
    "-------------------------------------------------------------\n";

std::string with_context() {
  return std::string{
             "2026-10-01T12:00:03+02:00\nRunning ./build/copies\nRun on (12 X 3200.5 MHz CPU s)\nCPU Caches:\n"
             "  L1 Data 32 KiB (x6)\n  L3 Unified 24576 KiB (x2)\nLoad Average: 0.10, 0.20, 0.30\n"
             "***WARNING*** CPU scaling is enabled, the benchmark real time measurements may be noisy and will incur "
             "extra overhead.\n"} +
         kHeader +
         "copy/8                   2.43 ns         2.41 ns    288345679 bytes_per_second=3.06Gi/s\n"
         "copy/8                   2.45 ns         2.43 ns    288345679 bytes_per_second=3.04Gi/s\n"
         "copy/8_mean              2.44 ns         2.42 ns            2 bytes_per_second=3.05Gi/s\n"
         "copy/8_cv                0.58 %          0.58 %             2\n"
         "sort big/threads:4       10.3 ms         41.0 ms           17\n"
         "sort_BigO                0.35 NlgN       0.35 NlgN\n"
         "alloc              ERROR OCCURRED: 'no memory'\n"
         "gpu                SKIPPED: 'no device'\n";
}

TEST(GoogleBenchmarkText, EachRepetitionIsASample) {
  const auto file = read_text(with_context());
  ASSERT_TRUE(file) << to_string(file.error());
  EXPECT_EQ(file->taken_for, "google-benchmark-text: Google Benchmark's table");
  const Record& record = file->imported.records.at(0);
  EXPECT_FALSE(first_broken_rule(record));
  EXPECT_EQ(record.suite, "imported-google-benchmark");
  EXPECT_EQ(record.started_at, "2026-10-01T10:00:03Z");
  EXPECT_EQ(record.notes.at("executable"), "copies");
  EXPECT_EQ(record.environment.cpu.threads, 12);
  EXPECT_EQ(record.environment.cpu.last_level_cache, Bytes{24576 * 1024.0});
  const Case* copy = find_case(*file, "copy/8");
  ASSERT_NE(copy, nullptr);
  ASSERT_EQ(copy->rounds.size(), 1U);
  EXPECT_THAT(copy->rounds[0].time_s,
              ElementsAre(testing::DoubleNear(2.43e-9, 1e-15), testing::DoubleNear(2.45e-9, 1e-15)));
  EXPECT_EQ(copy->rounds[0].iterations_per_sample, 288345679);
  const Case* sort = find_case(*file, "sort big/threads:4");
  ASSERT_NE(sort, nullptr) << "a name may hold blanks";
  EXPECT_NEAR(sort->rounds.at(0).time_s.at(0), 10.3e-3, 1e-12);
  EXPECT_EQ(std::get<double>(sort->parameters.at("threads")), 4);
  EXPECT_EQ(find_case(*file, "alloc")->rounds.at(0).marks.at(0).kind, MarkKind::error);
  EXPECT_EQ(find_case(*file, "gpu")->rounds.at(0).marks.at(0).kind, MarkKind::skipped);
  EXPECT_EQ(file->imported.remarks.summary(), "5 of 8 rows read, 3 refused");
  EXPECT_THAT(remarks_of(*file), HasSubstr("complexity (BigO, RMS)"));
  EXPECT_THAT(remarks_of(*file), HasSubstr("three figures of each time"));
  EXPECT_THAT(remarks_of(*file), HasSubstr("CPU frequency scaling was on"));
}

TEST(GoogleBenchmarkText, TheTableAloneIsEnoughAndAnotherTableIsAnotherRun) {
  const std::string table = std::string{kHeader} + "copy/8   2.43 ns   2.41 ns   1000\n";
  const auto file = read_text(table + table + "copy/16  5.0 us  5.0 us  9\n");
  ASSERT_TRUE(file) << to_string(file.error());
  EXPECT_EQ(find_case(*file, "copy/8")->rounds.size(), 2U);
  EXPECT_EQ(find_case(*file, "copy/16")->rounds.size(), 1U);
}

TEST(GoogleBenchmarkText, CountersMayBeColumnsAndColoursAreTakenOff) {
  const auto file = read_text(
      "Benchmark     Time    CPU   Iterations  Bar  Foo\n"
      "\x1b[0;32mcopy/8      \x1b[m\x1b[0;33m  2.43 ns     2.41 ns  \x1b[m\x1b[0;36m  1000\x1b[m  3  4\x1b[m\n"
      "Benchmark     Time    CPU   Iterations  Baz\ncopy/8   2.53 ns  2.51 ns   1000  7\n");
  ASSERT_TRUE(file) << to_string(file.error());
  const Case* copy = find_case(*file, "copy/8");
  ASSERT_NE(copy, nullptr);
  ASSERT_EQ(copy->rounds.size(), 1U) << "the header came again for another counter";
  EXPECT_EQ(copy->rounds[0].time_s.size(), 2U);
}

TEST(GoogleBenchmarkText, ARowThatIsCutIsCounted) {
  const auto file = read_text(std::string{kHeader} + "copy/8   2.43 ns   2.41 ns   1000\ncopy/16   5.0 ns   5.\n");
  ASSERT_TRUE(file) << to_string(file.error());
  EXPECT_EQ(file->imported.remarks.summary(), "1 of 2 rows read, 1 refused");
  EXPECT_THAT(remarks_of(*file), HasSubstr("1 refused: a row without time, CPU time and iterations (line 5)"));
  const auto none = read_text(kHeader);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().kind, ErrorKind::measurement);
  EXPECT_THAT(to_string(none.error()), HasSubstr("no benchmark ran"));
}

TEST(GoogleBenchmarkText, ATimeThatIsNoneIsMarked) {
  const auto file =
      read_text(std::string{kHeader} + "nothing   nan ns   0.000 ns   1000\nsome   2.0 ns   2.0 ns   1000\n");
  ASSERT_TRUE(file) << to_string(file.error());
  EXPECT_EQ(find_case(*file, "nothing")->rounds.at(0).marks.at(0).kind, MarkKind::error);
}

TEST(GoogleBenchmarkText, IsTheSameCaseAsItsCsv) {
  const auto text = read_text(std::string{kHeader} + "copy/8/threads:2   2.43 ns   2.41 ns   1000\n");
  const auto csv =
      read_text("name,iterations,real_time,cpu_time,time_unit\n\"copy/8/threads:2\",1000,2.4301,2.41,ns\n");
  ASSERT_TRUE(text && csv);
  EXPECT_EQ(find_case(*text, "copy/8/threads:2")->definition, find_case(*csv, "copy/8/threads:2")->definition);
}

}  // namespace
}  // namespace roofgate
