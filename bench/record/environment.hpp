// The machine and the software of a run, as loaded. Hardware is the key of a baseline; software is on trial.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kernels/base/quantity.hpp"

namespace roofgate {

/// One accelerator. Optional fields are absent where the driver does not say.
struct DeviceInfo {
  int index = 0;
  std::string name;  ///< as the driver prints it: "NVIDIA H200"
  std::string uuid;
  std::string pci_bus_id;
  int compute_capability = 0;  ///< 10 x major + minor
  int multiprocessors = 0;
  Bytes memory;
  Bytes l2_cache;
  std::optional<Hertz> max_sm_clock;
  std::optional<Hertz> max_memory_clock;
  std::optional<int> memory_bus_bits;
  std::optional<Watts> power_limit;
  std::optional<bool> ecc_enabled;
  std::optional<bool> mig_enabled;
  std::optional<bool> persistence_mode;
};

struct CpuInfo {
  std::string model;
  int sockets = 0;
  int cores = 0;                 ///< this process may run on
  int threads = 0;               ///< hardware threads this process may run on
  std::vector<std::string> isa;  ///< of "avx2", "avx512f", "avx512_bf16", "amx_bf16": what our kernels choose from
  Bytes last_level_cache;        ///< all that this process's CPUs share, over sockets and clusters
  Bytes memory;                  ///< this process may use: the machine's, or its cgroup's limit
};

/// Where it ran and what started it.
struct HostInfo {
  std::string name;
  std::string kernel;      ///< uname -r
  std::string os;          ///< PRETTY_NAME of os-release
  std::string container;   ///< "none", "docker", "kubernetes", …
  std::string hypervisor;  ///< "none" or the vendor string
  std::string launcher;    ///< "none", "mpirun", "srun"
};

struct Environment {
  std::string backend;  ///< "host", "cuda", "cuda-emulated"
  std::vector<DeviceInfo> devices;
  CpuInfo cpu;
  HostInfo host;
  std::map<std::string, std::string>
      software;  ///< "driver", "cuda_runtime", "cublaslt", "nccl", "mpi", "onednn", "compiler"
  std::map<std::string, std::string> variables;  ///< only the allow-listed environment variables that are set
};

/// Folder name of this hardware under baselines/: `h200-x8-700w-ecc`, `host-amd-epyc-2c`. Depends on backend, device
/// model and count, power limit, ECC and MIG; on the CPU model and core count for host. Never on software.
[[nodiscard]] std::string hardware_key(const Environment& environment);

}  // namespace roofgate
