#include "bench/baseline/algorithm_choice.hpp"

#include <gtest/gtest.h>

#include "bench/baseline/baseline.hpp"

namespace roofgate {
namespace {

TEST(AlgorithmChoice, IsWithoutVersionsAndCircumstances) {
  const AlgorithmChoice told{{"algorithm", "66"},   {"candidates", "16"},     {"heuristic_rank", "2"},
                             {"library", "x 2.1"},  {"forward_waves", "0.8"}, {"waves", "0.8"},
                             {"forward_tile", "9"}, {"transports", "P2P/IPC"}};
  EXPECT_EQ(choice_in(told), (AlgorithmChoice{{"algorithm", "66"}, {"forward_tile", "9"}}));
}

TEST(AlgorithmChoice, KeysOfOneSideAloneSayNothing) {
  EXPECT_TRUE(are_same_choice({{"algorithm", "66"}}, {{"algorithm", "66"}, {"cluster_shape", "1"}}));
  EXPECT_FALSE(are_same_choice({{"algorithm", "66"}}, {{"algorithm", "21"}, {"cluster_shape", "1"}}));
  EXPECT_TRUE(are_same_choice({}, {{"algorithm", "66"}}));
}

TEST(AlgorithmChoice, OfMostRoundsIsTheNights) {
  Case measured;
  for (const char* algorithm : {"21", "66", "66"}) {
    Round round;
    round.time_s = {1e-3};
    round.algorithm = {{"algorithm", algorithm}};
    measured.rounds.push_back(round);
  }
  EXPECT_EQ(usual_algorithm(clean_rounds(measured)).at("algorithm"), "66");
  measured.rounds.pop_back();
  EXPECT_EQ(usual_algorithm(clean_rounds(measured)).at("algorithm"), "21") << "the earliest of equals";
  EXPECT_TRUE(usual_algorithm({}).empty());
}

}  // namespace
}  // namespace roofgate
