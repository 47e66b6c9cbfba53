// A rank that goes wrong in a named way while the others wait for it: test_mpi_failures.py looks at what is left.
#include <mpi.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string>
#include <thread>

#include "kernels/collective/mpi_world.hpp"

namespace {

bool barrier_fails = false;

}  // namespace

// Before the library's own, which stays PMPI_Barrier.
extern "C" int MPI_Barrier(MPI_Comm communicator) { return barrier_fails ? MPI_ERR_OTHER : PMPI_Barrier(communicator); }

namespace {

void misbehave(const std::string& way) {
  if (way == "killed") std::raise(SIGKILL);
  if (way == "exits") std::_Exit(9);
  if (way == "ends_all") roofgate::end_all_ranks(3);
  if (way == "mpi_error") barrier_fails = true;
  if (way == "throws") throw std::runtime_error{"thrown on purpose"};
}

/// The main thread hangs in a collective; another one ends the job.
void hang(roofgate::World& world) {
  std::thread watcher{[] {
    std::this_thread::sleep_for(std::chrono::milliseconds{500});
    roofgate::end_all_ranks(3);
  }};
  if (world.rank() == 0) static_cast<void>(world.barrier());
  watcher.join();
}

}  // namespace

int main(int argc, char** argv) {
  const std::string way = argc > 1 ? argv[1] : "";
  auto world = roofgate::make_mpi_world();
  if (!world) {
    std::cerr << roofgate::to_string(world.error()) << '\n';
    return 3;
  }
  try {
    const auto moved = std::move(*world);
    std::cout << "pid " << ::getpid() << std::endl;
    if (!moved->barrier()) return 5;
    if (way == "hangs") hang(*moved);
    if (moved->rank() == 1) misbehave(way);
    if (const auto met = moved->barrier(); !met) {
      std::cerr << roofgate::to_string(met.error()) << std::endl;
      return 6;
    }
  } catch (const std::exception& problem) {
    std::cerr << problem.what() << '\n';
    return 7;
  }
  return 0;
}
