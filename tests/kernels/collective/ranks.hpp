// The world that tests under mpirun share: each test is executed by all ranks together, in the same order.
#pragma once

#include "kernels/base/world.hpp"

namespace roofgate {

extern World* the_world;  ///< set by ranks_main.cpp before the first test

}  // namespace roofgate
