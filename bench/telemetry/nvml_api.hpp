// The part of NVML's C interface that telemetry calls, declared here: the toolkit has no nvml.h, the driver has no
// headers. From NVIDIA's "NVML API Reference Guide" (docs.nvidia.com/deploy/nvml-api), API version 13; the functions
// and layouts chosen have been the same since driver 450.
#pragma once

#include <array>

namespace roofgate::nvml {

/// nvmlReturn_t.
enum Return : int {
  kSuccess = 0,
  kUninitialized = 1,
  kInvalidArgument = 2,
  kNotSupported = 3,
  kNoPermission = 4,
  kNotFound = 6,
  kInsufficientSize = 7,
  kDriverNotLoaded = 9,
  kFunctionNotFound = 13,
  kGpuIsLost = 15,
  kResetRequired = 16,
  kOperatingSystem = 17,
  kVersionMismatch = 18,
  kUnknown = 999,
};

/// nvmlDevice_t: opaque.
struct DeviceHandle;
using Device = DeviceHandle*;

inline constexpr int kClockSm = 1;                 // nvmlClockType_t
inline constexpr int kClockMemory = 2;             // nvmlClockType_t
inline constexpr int kTemperatureGpu = 0;          // nvmlTemperatureSensors_t
inline constexpr int kMemoryErrorUncorrected = 1;  // nvmlMemoryErrorType_t
inline constexpr int kEccVolatile = 0;             // nvmlEccCounterType_t: since the driver was loaded

inline constexpr unsigned kNameBytes = 96;     // NVML_DEVICE_NAME_V2_BUFFER_SIZE
inline constexpr unsigned kUuidBytes = 96;     // NVML_DEVICE_UUID_V2_BUFFER_SIZE
inline constexpr unsigned kVersionBytes = 80;  // NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE

/// nvmlPciInfo_t of nvmlDeviceGetPciInfo_v3.
struct PciInfo {
  std::array<char, 16> bus_id_legacy{};
  unsigned domain = 0;
  unsigned bus = 0;
  unsigned device = 0;
  unsigned pci_device_id = 0;
  unsigned pci_subsystem_id = 0;
  std::array<char, 32> bus_id{};
};
static_assert(sizeof(PciInfo) == 68);

/// nvmlMemory_t.
struct Memory {
  unsigned long long total = 0;
  unsigned long long free = 0;
  unsigned long long used = 0;
};
static_assert(sizeof(Memory) == 24);

/// nvmlProcessInfo_v2_t, as nvmlDeviceGetComputeRunningProcesses_v2 writes it. The _v3 function is not used: drivers
/// 535.43 to 535.86 gave it elements of 32 bytes, later ones 24 again (github.com/XuehaiPan/nvitop/pull/89).
struct ProcessInfo {
  unsigned pid = 0;
  unsigned long long used_memory = 0;
  unsigned gpu_instance = 0;
  unsigned compute_instance = 0;
};
static_assert(sizeof(ProcessInfo) == 24);

/// nvmlUtilization_t: percent of the time.
struct Utilization {
  unsigned gpu = 0;
  unsigned memory = 0;
};

// GPU performance monitoring (GPM): Hopper and newer, driver 520. Every struct carries a version that the driver
// checks; 1 is the only one so far.
inline constexpr unsigned kGpmVersion = 1;  // NVML_GPM_SUPPORT_VERSION, NVML_GPM_METRICS_GET_VERSION

/// nvmlGpmMetricId_t: percent, but for NVLink (MiB/s).
enum GpmMetricId : unsigned {
  kGpmGraphicsUtil = 1,
  kGpmSmUtil = 2,
  kGpmSmOccupancy = 3,
  kGpmAnyTensorUtil = 5,
  kGpmDramBandwidthUtil = 10,
  kGpmNvlinkTotalRx = 60,
  kGpmNvlinkTotalTx = 61,
};

/// nvmlGpmSample_t: opaque.
struct GpmSampleHandle;
using GpmSample = GpmSampleHandle*;

/// nvmlGpmSupport_t.
struct GpmSupport {
  unsigned version = kGpmVersion;
  unsigned is_supported = 0;
};

/// nvmlGpmMetric_t.
struct GpmMetric {
  unsigned id = 0;
  int result = 0;
  double value = 0.0;
  const char* short_name = nullptr;
  const char* long_name = nullptr;
  const char* unit = nullptr;
};
static_assert(sizeof(GpmMetric) == 40);

/// nvmlGpmMetricsGet_t. The header's array has grown from 98 to 477 entries between drivers; `count` says how many are
/// asked for, and room for more does no harm.
struct GpmMetricsGet {
  unsigned version = kGpmVersion;
  unsigned count = 0;
  GpmSample first = nullptr;
  GpmSample last = nullptr;
  std::array<GpmMetric, 512> metrics{};
};

/// Functions by their exported names; null where this driver does not export one.
struct Functions {
  Return (*init)() = nullptr;                                  // nvmlInit_v2
  Return (*shutdown)() = nullptr;                              // nvmlShutdown
  Return (*driver_version)(char*, unsigned) = nullptr;         // nvmlSystemGetDriverVersion
  Return (*device_count)(unsigned*) = nullptr;                 // nvmlDeviceGetCount_v2
  Return (*device_by_index)(unsigned, Device*) = nullptr;      // nvmlDeviceGetHandleByIndex_v2
  Return (*name)(Device, char*, unsigned) = nullptr;           // nvmlDeviceGetName
  Return (*uuid)(Device, char*, unsigned) = nullptr;           // nvmlDeviceGetUUID
  Return (*pci_info)(Device, PciInfo*) = nullptr;              // nvmlDeviceGetPciInfo_v3
  Return (*memory)(Device, Memory*) = nullptr;                 // nvmlDeviceGetMemoryInfo
  Return (*memory_bus_width)(Device, unsigned*) = nullptr;     // nvmlDeviceGetMemoryBusWidth, driver 510
  Return (*compute_capability)(Device, int*, int*) = nullptr;  // nvmlDeviceGetCudaComputeCapability
  Return (*clock)(Device, int, unsigned*) = nullptr;           // nvmlDeviceGetClockInfo, MHz
  Return (*max_clock)(Device, int, unsigned*) = nullptr;       // nvmlDeviceGetMaxClockInfo, MHz
  Return (*power_usage)(Device, unsigned*) = nullptr;          // nvmlDeviceGetPowerUsage, mW
  Return (*power_limit)(Device, unsigned*) = nullptr;          // nvmlDeviceGetEnforcedPowerLimit, mW
  Return (*temperature)(Device, int, unsigned*) = nullptr;     // nvmlDeviceGetTemperature, degC
  Return (*event_reasons)(Device,
                          unsigned long long*) = nullptr;  // nvmlDeviceGetCurrentClocksEventReasons, driver 535;
                                                           // before: nvmlDeviceGetCurrentClocksThrottleReasons
  Return (*ecc_mode)(Device, int*, int*) = nullptr;        // nvmlDeviceGetEccMode: current, pending
  Return (*ecc_errors)(Device, int, int, unsigned long long*) = nullptr;  // nvmlDeviceGetTotalEccErrors
  Return (*mig_mode)(Device, unsigned*, unsigned*) = nullptr;             // nvmlDeviceGetMigMode, driver 450
  Return (*persistence_mode)(Device, int*) = nullptr;                     // nvmlDeviceGetPersistenceMode
  Return (*compute_processes)(Device, unsigned*,
                              ProcessInfo*) = nullptr;    // nvmlDeviceGetComputeRunningProcesses_v2, driver 450
  Return (*utilization)(Device, Utilization*) = nullptr;  // nvmlDeviceGetUtilizationRates
  Return (*gpm_support)(Device, GpmSupport*) = nullptr;   // nvmlGpmQueryDeviceSupport
  Return (*gpm_sample_alloc)(GpmSample*) = nullptr;       // nvmlGpmSampleAlloc
  Return (*gpm_sample_free)(GpmSample) = nullptr;         // nvmlGpmSampleFree
  Return (*gpm_sample_get)(Device, GpmSample) = nullptr;  // nvmlGpmSampleGet
  Return (*gpm_metrics_get)(GpmMetricsGet*) = nullptr;    // nvmlGpmMetricsGet
};

}  // namespace roofgate::nvml
