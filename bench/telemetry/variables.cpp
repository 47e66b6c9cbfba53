#include "bench/telemetry/variables.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>

namespace roofgate {
namespace {

// Names that the libraries' own documents list and that change speed or choice of algorithm. Left out on purpose even
// though documented: everything that names hosts, interfaces' addresses, files, keys or users (NCCL_SOCKET_IFNAME tells
// an interface's name alone and is kept).
constexpr std::array kKept = {
    // CUDA runtime and driver (CUDA C++ Programming Guide, "CUDA Environment Variables")
    "CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER", "CUDA_DEVICE_MAX_CONNECTIONS", "CUDA_LAUNCH_BLOCKING",
    "CUDA_MODULE_LOADING", "CUDA_FORCE_PTX_JIT", "CUDA_DISABLE_PTX_JIT", "CUDA_AUTO_BOOST", "CUDA_CACHE_DISABLE",
    "CUDA_MPS_ACTIVE_THREAD_PERCENTAGE", "CUDA_MPS_PINNED_DEVICE_MEM_LIMIT", "NVIDIA_VISIBLE_DEVICES",
    "NVIDIA_TF32_OVERRIDE",
    // cuBLAS and cuBLASLt
    "CUBLAS_WORKSPACE_CONFIG", "CUBLASLT_WORKSPACE_SIZE", "CUBLASLT_HEURISTICS_CACHE_CAPACITY",
    // NCCL (User Guide, "Environment Variables")
    "NCCL_ALGO", "NCCL_PROTO", "NCCL_NTHREADS", "NCCL_MIN_NCHANNELS", "NCCL_MAX_NCHANNELS", "NCCL_MIN_CTAS",
    "NCCL_MAX_CTAS", "NCCL_CGA_CLUSTER_SIZE", "NCCL_BUFFSIZE", "NCCL_P2P_DISABLE", "NCCL_P2P_LEVEL",
    "NCCL_P2P_DIRECT_DISABLE", "NCCL_P2P_NET_CHUNKSIZE", "NCCL_SHM_DISABLE", "NCCL_NVLS_ENABLE", "NCCL_NVLS_NCHANNELS",
    "NCCL_MNNVL_ENABLE", "NCCL_CUMEM_ENABLE", "NCCL_CUMEM_HOST_ENABLE", "NCCL_COLLNET_ENABLE",
    "NCCL_COLLNET_NODE_THRESHOLD", "NCCL_CROSS_NIC", "NCCL_IB_DISABLE", "NCCL_IB_HCA", "NCCL_IB_GID_INDEX",
    "NCCL_IB_TC", "NCCL_IB_SL", "NCCL_IB_QPS_PER_CONNECTION", "NCCL_IB_SPLIT_DATA_ON_QPS", "NCCL_IB_TIMEOUT",
    "NCCL_IB_RETRY_CNT", "NCCL_IB_PCI_RELAXED_ORDERING", "NCCL_IB_ADAPTIVE_ROUTING", "NCCL_IB_CUDA_SUPPORT", "NCCL_NET",
    "NCCL_NET_PLUGIN", "NCCL_NET_GDR_LEVEL", "NCCL_NET_GDR_READ", "NCCL_NET_SHARED_BUFFERS", "NCCL_NET_OVERHEAD",
    "NCCL_DMABUF_ENABLE", "NCCL_SOCKET_IFNAME", "NCCL_SOCKET_NTHREADS", "NCCL_NSOCKS_PERTHREAD", "NCCL_TUNER_PLUGIN",
    "NCCL_IGNORE_CPU_AFFINITY", "NCCL_LAUNCH_MODE", "NCCL_LAUNCH_ORDER_IMPLICIT", "NCCL_SINGLE_RING_THRESHOLD",
    "NCCL_NCHANNELS_PER_NET_PEER", "NCCL_GRAPH_MIXING_SUPPORT", "NCCL_GRAPH_REGISTER", "NCCL_LOCAL_REGISTER",
    "NCCL_RUNTIME_CONNECT", "NCCL_CHECKS_DISABLE", "NCCL_DEBUG", "NCCL_DEBUG_SUBSYS", "NCCL_PXN_DISABLE",
    "NCCL_WORK_FIFO_DEPTH", "NCCL_SYM_KERNEL", "NCCL_WIN_ENABLE",
    // OpenMP 5.2 chapter 21, and the two run-times that read more
    "OMP_NUM_THREADS", "OMP_PROC_BIND", "OMP_PLACES", "OMP_DYNAMIC", "OMP_SCHEDULE", "OMP_WAIT_POLICY",
    "OMP_THREAD_LIMIT", "OMP_MAX_ACTIVE_LEVELS", "OMP_NESTED", "OMP_STACKSIZE", "OMP_TEAMS_THREAD_LIMIT",
    "GOMP_CPU_AFFINITY", "GOMP_SPINCOUNT", "KMP_AFFINITY", "KMP_BLOCKTIME", "KMP_HW_SUBSET",
    // oneDNN (Developer Guide, "Run-time Controls"; DNNL_ is the older spelling)
    "ONEDNN_MAX_CPU_ISA", "ONEDNN_CPU_ISA_HINTS", "ONEDNN_DEFAULT_FPMATH_MODE", "ONEDNN_PRIMITIVE_CACHE_CAPACITY",
    "ONEDNN_VERBOSE", "DNNL_MAX_CPU_ISA", "DNNL_CPU_ISA_HINTS", "DNNL_DEFAULT_FPMATH_MODE",
    "DNNL_PRIMITIVE_CACHE_CAPACITY", "DNNL_VERBOSE",
    // Intel MKL
    "MKL_NUM_THREADS", "MKL_DYNAMIC", "MKL_ENABLE_INSTRUCTIONS", "MKL_CBWR",
    // Open MPI, UCX and libfabric: transports and collective algorithms
    "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_SIZE", "OMPI_MCA_btl", "OMPI_MCA_pml", "OMPI_MCA_mtl",
    "OMPI_MCA_coll", "OMPI_MCA_osc", "OMPI_MCA_op", "OMPI_MCA_mpi_yield_when_idle", "OMPI_MCA_mpi_paffinity_alone",
    "OMPI_MCA_hwloc_base_binding_policy", "OMPI_MCA_rmaps_base_mapping_policy", "OMPI_MCA_rmaps_base_oversubscribe",
    "OMPI_MCA_coll_hcoll_enable", "OMPI_MCA_coll_tuned_use_dynamic_rules", "OMPI_MCA_coll_tuned_allreduce_algorithm",
    "OMPI_MCA_coll_tuned_allreduce_algorithm_segmentsize", "OMPI_MCA_btl_vader_single_copy_mechanism",
    "OMPI_MCA_btl_vader_eager_limit", "OMPI_MCA_btl_sm_eager_limit", "UCX_TLS", "UCX_NET_DEVICES", "UCX_RNDV_THRESH",
    "UCX_RNDV_SCHEME", "FI_PROVIDER", "FI_EFA_USE_DEVICE_RDMA",
    // Slurm: how many, not who or where
    "SLURM_NTASKS", "SLURM_NNODES", "SLURM_STEP_NUM_TASKS", "SLURM_CPUS_PER_TASK", "SLURM_MPI_TYPE",
    // The C library's allocator and the transparent huge pages of it
    "MALLOC_ARENA_MAX", "GLIBC_TUNABLES"};

constexpr std::size_t kMostBytes = 256;

std::string printable(std::string_view value) {
  std::string text{value.substr(0, kMostBytes)};
  for (char& letter : text) {
    if (letter < ' ' || letter > '~') letter = '?';
  }
  return text;
}

}  // namespace

Variables::Variables(const char* const* strings) : strings_{strings != nullptr ? strings : environ} {}

std::optional<std::string> Variables::value(std::string_view name) const {
  for (const char* const* entry = strings_; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text{*entry};
    if (text.size() > name.size() && text.substr(0, name.size()) == name && text[name.size()] == '=') {
      return std::string{text.substr(name.size() + 1)};
    }
  }
  return std::nullopt;
}

std::map<std::string, std::string> kept_variables(const Variables& variables) {
  std::map<std::string, std::string> kept;
  for (const char* const name : kKept) {
    if (const auto value = variables.value(name)) kept.emplace(name, printable(*value));
  }
  return kept;
}

bool is_kept(std::string_view name) { return std::find(kKept.begin(), kKept.end(), name) != kKept.end(); }

}  // namespace roofgate
