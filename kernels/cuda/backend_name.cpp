// cuda_backend_name(): in a file of its own, since a program that is linked to another runtime says another name.
#include "kernels/cuda/cuda_platform.hpp"

namespace roofgate {

std::string_view cuda_backend_name() { return "cuda"; }

}  // namespace roofgate
