#include "bench/suite/suite.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace roofgate {
namespace {

using testing::ElementsAre;

std::string suite_with(const std::string& host_section) {
  return R"({"schema": "roofgate.suite/1", "name": "trial", "purpose": "a test", "host": )" + host_section + "}";
}

std::string suite_of(const std::string& grid) { return suite_with(R"({"grids": [)" + grid + "]}"); }

std::vector<std::string> ids_of(const std::vector<SuiteCase>& cases) {
  std::vector<std::string> ids;
  for (const SuiteCase& suite_case : cases) ids.push_back(suite_case.id());
  return ids;
}

std::vector<std::string> host_ids(const std::string& grid) {
  const auto suite = parse_suite(suite_of(grid), "trial.json");
  EXPECT_TRUE(suite) << to_string(suite.error());
  return suite ? ids_of(suite->host) : std::vector<std::string>{};
}

TEST(Suite, GemmGridIsTheProductOfItsLists) {
  EXPECT_THAT(host_ids(R"({"kind": "gemm", "layouts": ["nn", "tt"], "shapes": [[256, 512, 768], [1, 2, 3]]})"),
              ElementsAre("gemm/bf16/nn/m256n512k768/align128", "gemm/bf16/nn/m1n2k3/align1",
                          "gemm/bf16/tt/m256n512k768/align128", "gemm/bf16/tt/m1n2k3/align1"));
}

TEST(Suite, GemmLadder) {
  EXPECT_THAT(host_ids(R"({"kind": "gemm", "shapes": [[1024, 1024, 1024]], "align": [128, 8, 1, "oddld", "offset2"]})"),
              ElementsAre("gemm/bf16/tn/m1024n1024k1024/align128", "gemm/bf16/tn/m1024n1024k1016/align8",
                          "gemm/bf16/tn/m1024n1024k1023/align1", "gemm/bf16/tn/m1024n1024k1024/align128/oddld",
                          "gemm/bf16/tn/m1024n1024k1024/align128/offset2"));
}

TEST(Suite, LadderVariantsShareAGroupAndKnowTheirNominalShape) {
  const auto suite =
      parse_suite(suite_of(R"({"kind": "gemm", "shapes": [[1024, 1024, 1024]], "align": [128, 8]})"), "t");
  ASSERT_TRUE(suite);
  EXPECT_EQ(suite->host[0].group, suite->host[1].group);
  EXPECT_EQ(suite->host[1].nominal_shape, "m1024n1024k1024");
  EXPECT_EQ(suite->host[1].variant, "align8");
}

TEST(Suite, ProjectionsAreWeightsTimesTokens) {
  EXPECT_THAT(host_ids(R"({"kind": "gemm", "tokens": [16, 256],
                           "projections": [{"name": "7b/qkv", "out": 12288, "in": 4096}]})"),
              ElementsAre("gemm/bf16/tn/m12288n16k4096/align16", "gemm/bf16/tn/m12288n256k4096/align128"));
}

TEST(Suite, ElementwiseGrid) {
  EXPECT_THAT(host_ids(R"({"kind": "elementwise", "chains": [{"name": "swiglu", "ops": ["silu", "gate"]}],
                           "variants": ["unfused", "fused"], "elements": [4096], "offset_elements": [0, 1],
                           "cache": ["cold", "warm"]})"),
              ElementsAre("elementwise/swiglu/unfused/n4096", "elementwise/swiglu/unfused/n4096/warm",
                          "elementwise/swiglu/fused/n4096", "elementwise/swiglu/fused/n4096/warm",
                          "elementwise/swiglu/unfused/n4096/offset2", "elementwise/swiglu/unfused/n4096/offset2/warm",
                          "elementwise/swiglu/fused/n4096/offset2", "elementwise/swiglu/fused/n4096/offset2/warm"));
}

TEST(Suite, MemoryCeilingAndAllreduceGrids) {
  EXPECT_THAT(host_ids(R"({"kind": "memory", "ops": ["copy", "triad"], "bytes": ["1 MiB"]})"),
              ElementsAre("memory/copy/bytes1048576", "memory/triad/bytes1048576"));
  EXPECT_THAT(host_ids(R"({"kind": "ceiling", "ops": ["fma_fp32", "launch"]})"),
              ElementsAre("ceiling/fma_fp32", "ceiling/launch"));
  EXPECT_THAT(host_ids(R"({"kind": "allreduce", "dtypes": ["fp32"], "placements": ["in_place", "out_of_place"],
                           "bytes": [8]})"),
              ElementsAre("allreduce/fp32/in_place/bytes8/ranks1", "allreduce/fp32/out_of_place/bytes8/ranks1"));
}

TEST(Suite, CollectiveGridsHoldWhatExists) {
  EXPECT_THAT(host_ids(R"({"kind": "collective", "ops": ["broadcast", "send_recv"], "dtypes": ["bf16"],
                           "placements": ["in_place", "out_of_place"], "bytes": [8], "pairings": [1, 2]})"),
              ElementsAre("broadcast/bf16/in_place/bytes8/ranks1", "send_recv/bf16/out_of_place/bytes8/ranks1",
                          "send_recv/bf16/out_of_place/bytes8/pairing2/ranks1"));
}

TEST(Suite, SizesMayBeARangeOfPowersOfTwo) {
  EXPECT_THAT(host_ids(R"({"kind": "allreduce", "dtypes": ["fp32"], "placements": ["in_place"],
                           "bytes": {"from": 8, "to": "63 B"}})"),
              ElementsAre("allreduce/fp32/in_place/bytes8/ranks1", "allreduce/fp32/in_place/bytes16/ranks1",
                          "allreduce/fp32/in_place/bytes32/ranks1"));
}

TEST(Suite, StepGridsMakeTheVariantsOfAStackOneGroup) {
  const std::string grid = R"({"kind": "step", "stacks": [{"layers": 2, "width": 64, "tokens": 32, "micro_batches": 2}],
                               "variants": ["compute", "overlap"], "scaling": ["weak", "strong"], "bucket_bytes": ["8 KiB"]})";
  EXPECT_THAT(host_ids(grid), ElementsAre("step/dp/compute/weak/layers2width64tokens32x2/bucket8192/ranks1",
                                          "step/dp/overlap/weak/layers2width64tokens32x2/bucket8192/ranks1",
                                          "step/dp/compute/strong/layers2width64tokens32x2/bucket8192/ranks1",
                                          "step/dp/overlap/strong/layers2width64tokens32x2/bucket8192/ranks1"));
  const auto suite = parse_suite(suite_of(grid), "t");
  ASSERT_TRUE(suite);
  EXPECT_EQ(suite->host[0].group, suite->host[1].group);
  EXPECT_NE(suite->host[0].group, suite->host[2].group);
  const auto parameters = with_ranks(suite->host[3], 4).parameters();
  EXPECT_EQ(std::get<double>(parameters.at("micro_batch_tokens")), 8.0);
  EXPECT_EQ(std::get<double>(parameters.at("tokens_per_step")), 64.0);
  EXPECT_EQ(std::get<double>(parameters.at("flops_per_token")), 6.0 * 2 * 64 * 64);
  EXPECT_FALSE(exists_among(suite->host[3], 3)) << "3 does not divide 32";
}

TEST(Suite, RegisteredBuffersAndTransportsAreForCuda) {
  const auto suite = parse_suite(
      R"({"schema": "roofgate.suite/1", "name": "t", "purpose": "p", "cuda": {"grids": [
          {"kind": "allreduce", "dtypes": ["bf16"], "placements": ["in_place"], "bytes": [8],
           "registered": ["no", "yes"], "transport": "net_ib"}]}})",
      "t");
  ASSERT_TRUE(suite) << to_string(suite.error());
  ASSERT_EQ(suite->cuda.size(), 2U);
  EXPECT_EQ(suite->cuda[1].id(), "allreduce/bf16/in_place/bytes8/registered/ranks1");
  EXPECT_EQ(std::get<std::string>(suite->cuda[0].parameters().at("transport")), "net_ib");
}

TEST(Suite, TheEmptyLaunchIsExposed) {
  const auto suite = parse_suite(suite_of(R"({"kind": "ceiling", "ops": ["fma_fp32", "launch"]})"), "t");
  ASSERT_TRUE(suite);
  EXPECT_FALSE(suite->host[0].expose_launch);
  EXPECT_TRUE(suite->host[1].expose_launch);
}

TEST(Suite, CudaSectionHasChoicesGraphsAndTransfers) {
  const auto suite = parse_suite(R"({"schema": "roofgate.suite/1", "name": "n", "purpose": "p", "cuda": {"grids": [
      {"kind": "gemm", "shapes": [[256, 256, 256]], "choices": ["first", "best"], "epilogues": ["bias_gelu_fused"]},
      {"kind": "elementwise", "chains": [{"name": "scale1", "ops": ["scale"]}], "variants": ["graph"], "elements": [8],
       "launch": "exposed"},
      {"kind": "memory", "ops": ["peer_copy"], "bytes": [4]}]}})",
                                 "t");
  ASSERT_TRUE(suite) << to_string(suite.error());
  EXPECT_THAT(ids_of(suite->cuda),
              ElementsAre("gemm/bf16/tn/m256n256k256/align128/first/bias_gelu_fused",
                          "gemm/bf16/tn/m256n256k256/align128/best/bias_gelu_fused",
                          "elementwise/scale1/graph/n8/launch_exposed", "memory/peer_copy/bytes4"));
  EXPECT_TRUE(suite->cases(SuiteBackend::host).empty());
}

TEST(Suite, AGridsLimitsGoBeforeItsSections) {
  const auto suite = parse_suite(suite_with(R"({"sampling": {"max_sampling_s": 0.5, "min_samples": 12},
                     "grids": [{"kind": "ceiling", "ops": ["launch"], "sampling": {"max_sampling_s": 0.1}},
                               {"kind": "ceiling", "ops": ["fma_fp32"]}]})"),
                                 "t");
  ASSERT_TRUE(suite) << to_string(suite.error());
  EXPECT_EQ(suite->host[0].limits.max_sampling, Seconds{0.1});
  EXPECT_EQ(suite->host[0].limits.min_samples, 12);
  EXPECT_EQ(suite->host[1].limits.max_sampling, Seconds{0.5});
  EXPECT_EQ(suite->host[1].limits.max_warmup, std::nullopt);
}

struct Bad {
  std::string what_is_bad;
  std::string text;
  std::string where, what, hint;
};

class BadSuite : public testing::TestWithParam<Bad> {};

TEST_P(BadSuite, NamesFilePathAndFix) {
  const auto suite = parse_suite(GetParam().text, "bad.json");
  ASSERT_FALSE(suite);
  EXPECT_EQ(suite.error().kind, ErrorKind::input);
  EXPECT_EQ(suite.error().where, GetParam().where);
  EXPECT_EQ(suite.error().what, GetParam().what);
  EXPECT_EQ(suite.error().hint, GetParam().hint);
}

const std::string kKinds = "known: gemm, elementwise, memory, ceiling, allreduce, collective, step";

INSTANTIATE_TEST_SUITE_P(
    Matrix, BadSuite,
    testing::Values(
        Bad{"unknown_key", suite_with(R"({"gridz": []})"), "bad.json: /host/gridz", "unknown key 'gridz'",
            "did you mean 'grids'? known: sampling, grids"},
        Bad{"unknown_kind", suite_of(R"({"kind": "gem"})"), "bad.json: /host/grids/0/kind", "unknown value 'gem'",
            "did you mean 'gemm'? " + kKinds},
        Bad{"unknown_grid_key", suite_of(R"({"kind": "memory", "ops": ["copy"], "bites": [4], "bytes": [4]})"),
            "bad.json: /host/grids/0/bites", "unknown key 'bites'",
            "did you mean 'bytes'? known: kind, why, cache, launch, sampling, ops, bytes"},
        Bad{"missing_key", suite_of(R"({"kind": "memory", "ops": ["copy"]})"), "bad.json: /host/grids/0",
            "the key 'bytes' is missing", "add \"bytes\"; docs/suites.md lists the keys"},
        Bad{"no_list", suite_of(R"({"kind": "ceiling", "ops": "launch"})"), "bad.json: /host/grids/0/ops",
            "expected a non-empty array, found the text \"launch\"", "write the values in brackets, even one: [4096]"},
        Bad{"empty_list", suite_of(R"({"kind": "ceiling", "ops": []})"), "bad.json: /host/grids/0/ops",
            "expected a non-empty array, found an empty one", "write the values in brackets, even one: [4096]"},
        Bad{"shape_of_two", suite_of(R"({"kind": "gemm", "shapes": [[4096, 4096]]})"),
            "bad.json: /host/grids/0/shapes/0", "a shape has three extents",
            "write [m, n, k], such as [4096, 4096, 4096]"},
        Bad{"negative_extent", suite_of(R"({"kind": "gemm", "shapes": [[4096, -1, 4096]]})"),
            "bad.json: /host/grids/0/shapes/0/1", "expected an integer from 1 to 2147483647, found the number -1", ""},
        Bad{"huge_extent", suite_of(R"({"kind": "gemm", "shapes": [[18446744073709551615, 1, 1]]})"),
            "bad.json: /host/grids/0/shapes/0/0",
            "expected an integer from 1 to 2147483647, found the number 18446744073709551615", ""},
        Bad{"fraction", suite_of(R"({"kind": "gemm", "shapes": [[1.5, 1, 1]]})"), "bad.json: /host/grids/0/shapes/0/0",
            "expected an integer from 1 to 2147483647, found the number 1.5", ""},
        Bad{"unaligned_ladder", suite_of(R"({"kind": "gemm", "shapes": [[300, 256, 256]], "align": [1]})"),
            "bad.json: /host/grids/0/align/0", "m = 300 is not a multiple of 256",
            "the alignment ladder starts from such shapes; use one, or leave \"align\" out"},
        Bad{"ladder_step", suite_of(R"({"kind": "gemm", "shapes": [[256, 256, 256]], "align": [3]})"),
            "bad.json: /host/grids/0/align/0", "unknown alignment 'align3'",
            "use 128, 64, 32, 16, 8, 4, 2, 1, \"oddld\" or \"offset2\""},
        Bad{"choices_on_host", suite_of(R"({"kind": "gemm", "shapes": [[1, 1, 1]], "choices": ["first"]})"),
            "bad.json: /host/grids/0/choices", "the host library makes one choice",
            "leave \"choices\" to the cuda section"},
        Bad{"graph_on_host",
            suite_of(R"({"kind": "elementwise", "chains": [{"name": "s", "ops": ["scale"]}], "variants": ["graph"],
                         "elements": [1]})"),
            "bad.json: /host/grids/0/variants/0", "'graph' does not exist on the host", "move it to the cuda section"},
        Bad{"transfer_on_host", suite_of(R"({"kind": "memory", "ops": ["peer_copy"], "bytes": [4]})"),
            "bad.json: /host/grids/0/ops/0", "'peer_copy' does not exist on the host", "move it to the cuda section"},
        Bad{"registered_on_host",
            suite_of(R"({"kind": "allreduce", "dtypes": ["bf16"], "placements": ["in_place"], "bytes": [8],
                         "registered": ["yes"]})"),
            "bad.json: /host/grids/0/registered", "'registered' does not exist on the host",
            "move it to the cuda section"},
        Bad{"size_range", suite_of(R"({"kind": "allreduce", "dtypes": ["bf16"], "placements": ["in_place"],
                         "bytes": {"from": "1 KiB", "to": 8}})"),
            "bad.json: /host/grids/0/bytes", "'from' 1024 is above 'to' 8", "write the smaller size first"},
        Bad{"no_collective",
            suite_of(R"({"kind": "collective", "ops": ["send_recv"], "dtypes": ["bf16"], "placements": ["in_place"],
                         "bytes": [8]})"),
            "bad.json: /host/grids/0", "none of these collectives exists in these placements",
            "send_recv is out of place; on the host broadcast is in place, on CUDA all_to_all is not"},
        Bad{"size_text", suite_of(R"({"kind": "memory", "ops": ["copy"], "bytes": ["1 MB"]})"),
            "bad.json: /host/grids/0/bytes/0", "'1 MB' is not a byte count",
            "write an integer with B, KiB, MiB or GiB, such as \"256 MiB\""},
        Bad{"invalid_spec", suite_of(R"({"kind": "memory", "ops": ["copy"], "bytes": [6]})"), "bad.json: /host/grids/0",
            "bytes must be a positive multiple of 4, not 6", ""},
        Bad{"duplicate_id",
            suite_of(R"({"kind": "ceiling", "ops": ["launch"]}, {"kind": "ceiling", "ops": ["launch"]})"),
            "bad.json: /host/grids/1", "the case 'ceiling/launch' is there twice",
            "it comes from /host/grids/0 too: remove one of the values that make it"},
        Bad{"zero_seconds", suite_with(R"({"sampling": {"max_sampling_s": 0}, "grids": []})"),
            "bad.json: /host/sampling/max_sampling_s", "expected a number above 0, found the number 0", ""},
        Bad{"few_samples", suite_with(R"({"sampling": {"min_samples": 5}, "grids": []})"),
            "bad.json: /host/sampling/min_samples", "expected an integer from 6 to 100000, found the number 5", ""},
        Bad{"sample_limits_cross", suite_with(R"({"sampling": {"min_samples": 9, "max_samples": 8}, "grids": []})"),
            "bad.json: /host/sampling", "min_samples 9 exceeds max_samples 8", ""},
        Bad{"time_limits_cross",
            suite_with(R"({"sampling": {"min_sampling_s": 2, "max_sampling_s": 1.5}, "grids": []})"),
            "bad.json: /host/sampling", "min_sampling_s 2 exceeds max_sampling_s 1.5", ""},
        Bad{"schema", R"({"schema": "roofgate.suite/2", "name": "n", "purpose": "p", "host": {"grids": []}})",
            "bad.json: /schema", "not a suite file that this version reads", "write \"roofgate.suite/1\""},
        Bad{"name", R"({"schema": "roofgate.suite/1", "name": "../x", "purpose": "p", "host": {"grids": []}})",
            "bad.json: /name", "'../x' is not a plain name",
            "use at most 100 letters, digits, '.', '_' and '-', a letter or digit first"},
        Bad{"no_section", R"({"schema": "roofgate.suite/1", "name": "n", "purpose": "p"})", "bad.json", "no cases",
            "add a \"host\" or a \"cuda\" section"},
        Bad{"no_object", "[]", "bad.json", "expected an object, found array", ""},
        Bad{"key_twice", R"({"schema": "roofgate.suite/1", "schema": "roofgate.suite/1"})", "bad.json",
            "the key 'schema' appears twice in one object", "keep one of the two"},
        Bad{"cuda_section_is_checked_too",
            R"({"schema": "roofgate.suite/1", "name": "n", "purpose": "p",
                "host": {"grids": [{"kind": "ceiling", "ops": ["launch"]}]},
                "cuda": {"grids": [{"kind": "ceiling", "ops": ["lunch"]}]}})",
            "bad.json: /cuda/grids/0/ops/0", "unknown value 'lunch'",
            "did you mean 'launch'? known: fma_fp32, dot_bf16, launch"}),
    [](const testing::TestParamInfo<Bad>& bad) { return bad.param.what_is_bad; });

TEST(Suite, SyntaxErrorsSayWhere) {
  const auto suite = parse_suite("{\"schema\": ", "bad.json");
  ASSERT_FALSE(suite);
  EXPECT_EQ(suite.error().where, "bad.json");
  EXPECT_NE(suite.error().what.find("not valid JSON"), std::string::npos);
  EXPECT_NE(suite.error().what.find("line 1"), std::string::npos) << suite.error().what;
}

}  // namespace
}  // namespace roofgate
