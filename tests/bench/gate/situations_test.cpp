// Eleven situations, each with the one sentence that explains its loss; and each again with its evidence made thin,
// where that sentence must not be said.
#include <gmock/gmock.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <ostream>

#include "tests/bench/gate/situation.hpp"

namespace roofgate {
namespace {

constexpr const char* kGemm = "gemm/case0";
constexpr const char* kFirst = "gemm/bf16/tn/m8n8k8/align8/first";
constexpr const char* kLarge = "allreduce/bf16/out_of_place/bytes33554432/ranks8";
constexpr const char* kRanks = "allreduce/case3";

struct Told {
  std::string name;
  std::map<std::string, double> planted;
  std::function<void(Situation&)> arrange;
  std::string case_id, rule;
  std::string sentence;  ///< a regular expression
  std::function<void(Situation&)> make_thin;
};

std::ostream& operator<<(std::ostream& stream, const Told& told) { return stream << told.name; }

void set_algorithm(Situation& night, const std::string& before, const std::string& now) {
  for (Night& earlier : night.baseline.nights) earlier.cases[kGemm].algorithm = {{"id", before}};
  for (Round& round : night.measured(kGemm).rounds) round.algorithm = {{"id", now}};
}

void set_transports(Situation& night, const std::string& before, const std::string& now) {
  for (Night& earlier : night.baseline.nights) earlier.cases[kRanks].algorithm = {{"transports", before}};
  for (Round& round : night.measured(kRanks).rounds) round.algorithm = {{"transports", now}};
}

void make_ceiling(Situation& night, Subject subject) {
  night.rename("memory/case2", "ceiling/dot_bf16");
  night.measured("ceiling/dot_bf16").kind = "ceiling";
  night.set_subject("ceiling/dot_bf16", subject);
}

/// The rank times of one round, the late rank first and then moved on by one from round to round.
void set_late_rank(Situation& night, bool wanders) {
  std::vector<Round>& rounds = night.measured(kRanks).rounds;
  for (std::size_t i = 0; i < rounds.size(); ++i) {
    rounds[i].rank_time_s = {{1.0}, {1.01}, {0.99}, {1.0}};
    rounds[i].rank_time_s[wanders ? i % 4 : 2] = {1.26};
  }
}

std::vector<Told> situations() {
  const auto limit_clock = [](Situation& night, double now_hz) {
    night.set_subject(kGemm, Subject::flops);
    night.set_clock(kGemm, 1.755e9, now_hz);
    for (Round& round : night.measured(kGemm).rounds) round.telemetry.clock_event_reasons = {"sw_thermal_slowdown"};
  };
  return {
      {"the clock fell",
       {{kGemm, loss(0.08)}},
       [](Situation& night) { night.set_clock(kGemm, 1.8e9, 1.66e9); },
       kGemm,
       "clock_fell",
       "The clock fell by 7\\.8 % \\(1800 to 1660 MHz\\); at equal clock the change is [-+]0\\.[0-9]+ %\\.",
       [](Situation& night) { night.set_clock(kGemm, 1.8e9, 1.79e9); }},
      {"the power fell",
       {{kGemm, loss(0.08)}},
       [](Situation& night) { night.set_power(kGemm, 700, 600); },
       kGemm,
       "power_fell",
       "The power drawn fell by 14\\.3 % \\(700 to 600 W\\)\\.",
       [](Situation& night) { night.set_power(kGemm, 700, 696); }},
      {"the device throttled",
       {{kGemm, loss(0.08)}},
       [limit_clock](Situation& night) { limit_clock(night, 1.62e9); },
       kGemm,
       "clock_was_limited",
       "The device held its clock down in 5 of 5 rounds: sw_thermal_slowdown\\.",
       [limit_clock](Situation& night) { limit_clock(night, 1.755e9); }},
      {"another algorithm",
       {{kGemm, loss(0.3)}},
       [](Situation& night) { set_algorithm(night, "66", "21"); },
       kGemm,
       "algorithm_changed",
       "The library chose another algorithm \\(id 66 -> 21\\)\\.",
       [](Situation& night) { set_algorithm(night, "66", "66"); }},
      {"another transport",
       {{kRanks, loss(0.3)}},
       [](Situation& night) { set_transports(night, "NET/IB/GDRDMA,P2P/CUMEM", "NET/IB,P2P/CUMEM"); },
       kRanks,
       "transport_changed",
       "Channels run over NET/IB, which no night of the reference used \\(NET/IB/GDRDMA, P2P/CUMEM\\)\\.",
       [](Situation& night) { set_transports(night, "NET/IB,NVLS,P2P/CUMEM", "NET/IB,P2P/CUMEM"); }},
      {"the machine's ceiling fell too",
       {{kGemm, loss(0.08)}, {"memory/case2", loss(0.075)}},
       [](Situation& night) { make_ceiling(night, Subject::flops); },
       kGemm,
       "machine_slower",
       "The machine's own ceiling ceiling/dot_bf16 changed by -7\\.[0-9] % too: it is the machine, not the library\\.",
       [](Situation& night) { make_ceiling(night, Subject::bytes); }},
      {"only unaligned shapes",
       {{kGemm, loss(0.3)}},
       [](Situation& night) {
         night.measured(kGemm).parameters = {{"alignment", 4.0}};
         night.measured("gemm/case4").parameters = {{"alignment", 128.0}};
         night.measured("gemm/case8").parameters = {{"alignment", 64.0}};
       },
       kGemm,
       "only_unaligned",
       "Only unaligned shapes lost: of 64 or more elements none did\\.",
       [](Situation& night) {
         night.measured(kGemm).parameters = {{"alignment", 4.0}};
         night.measured("gemm/case4").parameters = {{"alignment", 128.0}};
       }},
      {"the heuristic's choice",
       {{kGemm, loss(0.3)}},
       [](Situation& night) {
         night.rename(kGemm, kFirst);
         night.rename("gemm/case4", "gemm/bf16/tn/m8n8k8/align8/best");
       },
       kFirst,
       "best_unchanged",
       "`best` did not change: the heuristic leaves .* % on the table\\.",
       [](Situation& night) { night.rename(kGemm, kFirst); }},
      {"only large messages",
       {{"gemm/case8", loss(0.2)}, {"memory/case2", loss(0.2)}},
       [](Situation& night) { night.make_messages(); },
       kLarge,
       "only_large_messages",
       "Only messages of 1048576 bytes and more lost: it is bandwidth, not latency\\.",
       [](Situation& night) {
         night.make_messages();
         std::erase_if(night.record.cases,
                       [](const Case& one) { return one.id.find("bytes1024/") != std::string::npos; });
       }},
      {"one rank",
       {{kRanks, loss(0.2)}},
       [](Situation& night) { set_late_rank(night, false); },
       kRanks,
       "one_rank",
       "Rank 2 is the slowest in 5 of 5 rounds and takes 25\\.4 % longer than the median rank\\.",
       [](Situation& night) { set_late_rank(night, true); }},
      {"other software",
       {{kGemm, loss(0.1)}},
       [](Situation& night) { night.record.environment.software["cublaslt"] = "13.1.0"; },
       kGemm,
       "software_changed",
       "Since the last night: cublaslt 13\\.0\\.2 -> 13\\.1\\.0\\.",
       [](Situation& night) { night.record.environment.software["nccl"] = "2.29.1"; }},
  };
}

class Situations : public ::testing::TestWithParam<Told> {};

TEST_P(Situations, IsToldInOneSentenceWithItsFigures) {
  const Told& told = GetParam();
  Situation night{told.planted};
  told.arrange(night);
  const Verdict verdict = verdict_of(night.judge(), told.case_id);
  EXPECT_EQ(verdict.kind, VerdictKind::regressed);
  const Reason* reason = find_reason(verdict.reasons, told.rule);
  ASSERT_NE(reason, nullptr);
  EXPECT_THAT(reason->sentence, testing::ContainsRegex("^" + told.sentence + "$"));
  EXPECT_FALSE(reason->evidence.empty()) << "a sentence rests on figures";
}

TEST_P(Situations, IsNotToldWhereTheEvidenceIsThin) {
  const Told& told = GetParam();
  Situation night{told.planted};
  told.make_thin(night);
  EXPECT_EQ(find_reason(verdict_of(night.judge(), told.case_id).reasons, told.rule), nullptr);
}

INSTANTIATE_TEST_SUITE_P(Reasons, Situations, ::testing::ValuesIn(situations()), [](const auto& named) {
  std::string name = named.param.name;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
});

}  // namespace
}  // namespace roofgate
