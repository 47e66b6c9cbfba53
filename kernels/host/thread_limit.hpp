// How many threads the user lets this process have.
#pragma once

namespace roofgate {

/// OMP_NUM_THREADS as this process began with it: the user's wish for fewer threads than cores; no limit where it is
/// not set. The OpenMP run-time reads the variable, so that lists ("4,2") mean what they mean everywhere. First called
/// before set_up_team (threads.hpp).
[[nodiscard]] int most_threads_wanted();

}  // namespace roofgate
