// What every CUDA entry point answers in a build without CUDA.
#pragma once

#include "kernels/base/result.hpp"

namespace roofgate {

[[nodiscard]] inline tl::unexpected<Error> no_cuda_backend() {
  return fail(ErrorKind::unavailable, "this build has no CUDA backend", "cuda",
              "use --backend host, or configure with nvcc on PATH and -DROOFGATE_CUDA=ON");
}

}  // namespace roofgate
