#include "bench/readers/mscclpp.hpp"

#include <gmock/gmock.h>

#include "bench/record/record_rules.hpp"
#include "tests/bench/readers/reading.hpp"

namespace roofgate {
namespace {

using testing::HasSubstr;

std::string replaced_once(std::string text, std::string_view from, std::string_view to) {
  return text.replace(text.find(from), from.size(), to);
}

TEST(Mscclpp, EachLineIsACollectiveOfItsKernel) {
  const auto file = read_sample("mscclpp.jsonl");
  ASSERT_TRUE(file) << to_string(file.error());
  const Record& record = file->imported.records.at(0);
  EXPECT_FALSE(first_broken_rule(record));
  EXPECT_EQ(record.suite, "imported-mscclpp");
  const Case* gather = find_case(*file, "all_gather/mscclpp/kernel1/bytes1073741824/ranks16");
  ASSERT_NE(gather, nullptr);
  EXPECT_EQ(gather->kind, "all_gather");
  EXPECT_EQ(std::get<double>(gather->parameters.at("nodes")), 2.0);
  EXPECT_EQ(std::get<std::string>(gather->parameters.at("target")), "throughput");
  EXPECT_DOUBLE_EQ(gather->rounds.at(0).time_s.at(0), 4294.97e-6);
  EXPECT_EQ(file->imported.remarks.all().at(0).reason, "not checked: the file does not say whether results were right");
}

TEST(Mscclpp, ThePrintedTableIsKnownAndRefusedAndNeverTakenForNcclTests) {
  const std::string table =
      "# minBytes 1048576 maxBytes 1048576 step: 2(factor) warmup iters: 10 iters: 20 validation: 1 graph: 15 kernel "
      "num: "
      "4\n#\n# Using devices\n#  Rank  0 Pid     17 on     lynx-1 device  0 [0000:1b:00.0] NVIDIA H100\n#\n# "
      "Initializing "
      "MSCCL++\n#       size         count     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong\n"
      "     1048576        262144    20.10   52.17   52.17      0\n";
  for (const std::string& text :
       {table, replaced_once(table, "# Initializing MSCCL++\n", ""), replaced_once(table, " kernel num: 4", "")}) {
    const auto file = read_text(text);
    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().kind, ErrorKind::input);
    EXPECT_THAT(file.error().what, HasSubstr("the table of mscclpp-test does not say which collective"));
    EXPECT_THAT(file.error().hint, HasSubstr("--output_file"));
  }
}

TEST(Mscclpp, WhatLacksOrRepeatsIsCounted) {
  const std::string line =
      R"({"name":"allreduce","kernel":2,"ranks":8,"ranksPerNode":8,"algBw":9.9,"busBw":2.1,"size":24576,"time":20.48})";
  const auto file = read_text(line + "\n" + line + "\n" +
                              R"({"name":"whatever","kernel":2,"ranks":8,"algBw":1,"busBw":2,"size":8,"time":2})"
                              "\n"
                              R"({"name":"allreduce","kernel":3,"ranks":8,"algBw":1,"busBw":2,"size":8,"time":0})"
                              "\n");
  ASSERT_TRUE(file) << to_string(file.error());
  EXPECT_EQ(file->imported.remarks.summary(), "2 of 4 rows read, 2 refused");
  EXPECT_EQ(file->imported.records.at(0).cases.at(1).rounds.at(0).marks.at(0).kind, MarkKind::error);
  EXPECT_THAT(remarks_of(*file), HasSubstr("the printed algBw is not size / time: time and size are taken"));
}

}  // namespace
}  // namespace roofgate
