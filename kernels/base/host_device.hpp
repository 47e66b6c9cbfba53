// Marks functions that host and device code share. Includes no CUDA header.
#pragma once

#if defined(__CUDACC__)
#define ROOFGATE_HOST_DEVICE __host__ __device__
#else
#define ROOFGATE_HOST_DEVICE
#endif
