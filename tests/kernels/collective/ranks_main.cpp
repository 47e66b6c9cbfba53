// main() of test programs under mpirun: the first argument is the number of ranks that must be there; a failure on any
// rank is one of all.
#include <gtest/gtest.h>

#include <iostream>
#include <string>

#include "kernels/collective/mpi_world.hpp"
#include "tests/kernels/collective/ranks.hpp"

namespace roofgate {

World* the_world = nullptr;

}  // namespace roofgate

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  auto world = roofgate::make_mpi_world();
  if (!world) {
    std::cerr << roofgate::to_string(world.error()) << '\n';
    return 1;
  }
  roofgate::the_world = world->get();
  const int expected = argc > 1 ? std::stoi(argv[1]) : 1;
  if ((*world)->size() != expected) {
    std::cerr << "the world has " << (*world)->size() << " ranks, not " << expected << '\n';
    return 1;
  }
  const double failed = RUN_ALL_TESTS();
  const auto all = (*world)->all_gather(failed);
  double sum = 1.0;
  if (all) {
    sum = 0.0;
    for (const double one : *all) sum += one;
  }
  return sum > 0 ? 1 : 0;
}
