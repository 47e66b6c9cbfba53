#include "kernels/cuda/status.hpp"

#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include "kernels/cuda/driver.hpp"

namespace roofgate {
namespace {

constexpr int kErrorContained = 226;  // cudaErrorContained, named from CUDA 12.8 on

cudaError_t code_of(CudaStatus status) { return static_cast<cudaError_t>(status.code); }

}  // namespace

CudaFailure failure_of(CudaStatus status) {
  // By number: enumerators come with versions, and older toolkits lack the newest.
  switch (status.code) {
    case cudaErrorMemoryAllocation:
      return CudaFailure::out_of_memory;
    case cudaErrorNoDevice:
    case cudaErrorInsufficientDriver:
    case cudaErrorStubLibrary:
    case cudaErrorInitializationError:
    case cudaErrorDevicesUnavailable:
    case cudaErrorSystemNotReady:
    case cudaErrorSystemDriverMismatch:
    case cudaErrorCompatNotSupportedOnDevice:
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorUnsupportedPtxVersion:
      return CudaFailure::no_device;
    // The runtime's reference says of each of these: the process is left in an inconsistent state and any further CUDA
    // work will return the same error; to continue using CUDA, the process must be terminated and relaunched.
    case cudaErrorECCUncorrectable:
    case cudaErrorNvlinkUncorrectable:
    case kErrorContained:
    case cudaErrorIllegalAddress:
    case cudaErrorLaunchTimeout:
    case cudaErrorAssert:
    case cudaErrorHardwareStackError:
    case cudaErrorIllegalInstruction:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorLaunchFailure:
    case cudaErrorContextIsDestroyed:
    case cudaErrorExternalDevice:
    case cudaErrorUnknown:
      return CudaFailure::sticky;
    default:
      return CudaFailure::other;
  }
}

Error cuda_error(CudaStatus status, std::string_view call) {
  const std::string name{cudaGetErrorName(code_of(status))};
  const std::string text = fmt::format("{} ({})", cudaGetErrorString(code_of(status)), name);
  switch (failure_of(status)) {
    case CudaFailure::out_of_memory:
      return Error{ErrorKind::unavailable, text, std::string{call},
                   "make the case smaller, or free the device: `nvidia-smi` lists who holds its memory", false};
    case CudaFailure::no_device:
      return explain_absence(text, std::string{call}, probe_driver());
    case CudaFailure::sticky:
      return Error{ErrorKind::measurement, text, std::string{call},
                   "the device context is lost and this process must end; `dmesg | grep -i xid` may name the cause",
                   true};
    case CudaFailure::other:
      break;
  }
  return Error{ErrorKind::measurement, text, std::string{call}, {}, false};
}

Result<void> succeeded(CudaStatus status, std::string_view call) {
  if (code_of(status) == cudaSuccess) return {};
  static_cast<void>(cudaGetLastError());
  return fail(cuda_error(status, call));
}

}  // namespace roofgate
