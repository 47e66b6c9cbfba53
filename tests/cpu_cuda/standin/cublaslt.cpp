// The entry points of cuBLASLt that roofgate calls: products on the CPU, algorithms from the scenario.
#include <cublasLt.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "kernels/cuda/geometry.hpp"
#include "tests/cpu_cuda/standin/faults.hpp"
#include "tests/cpu_cuda/standin/kernel_launch.hpp"
#include "tests/cpu_cuda/standin/products.hpp"
#include "tests/cpu_cuda/standin/runtime.hpp"

using namespace roofgate::standin;

struct cublasLtContext {};

namespace {

struct Descriptor {
  cublasOperation_t transpose_a = CUBLAS_OP_N;
  cublasOperation_t transpose_b = CUBLAS_OP_N;
  cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_DEFAULT;
  const void* bias = nullptr;
};

struct Layout {
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;
  std::int64_t leading = 0;
};

struct Preference {
  std::uint64_t workspace = 0;
};

template <class T, class Handle>
T& of(Handle handle) {
  return *reinterpret_cast<T*>(handle);
}

template <class T, class Handle>
void make(Handle* handle, T value) {
  *handle = reinterpret_cast<Handle>(new T{value});
}

cublasStatus_t begin_blas(const char* call) {
  if (begin_call(call) == cudaSuccess) return CUBLAS_STATUS_SUCCESS;
  const Device* const device = device_in_use();
  // A product library turns a lost context into its own words.
  return device != nullptr && device->sticky() != 0 ? CUBLAS_STATUS_EXECUTION_FAILED : CUBLAS_STATUS_INTERNAL_ERROR;
}

cublasStatus_t scripted(const char* call) {
  if (const auto fault = count_call(call)) return static_cast<cublasStatus_t>(fault->result);
  const Device* const device = device_in_use();
  if (device != nullptr && device->sticky() != 0) return CUBLAS_STATUS_EXECUTION_FAILED;
  return CUBLAS_STATUS_SUCCESS;
}

std::size_t alignment_of(const Product& product) {
  const auto line = [](std::int64_t leading) { return static_cast<std::uintptr_t>(leading) * sizeof(roofgate::Bf16); };
  const auto place = [](const void* data) { return reinterpret_cast<std::uintptr_t>(data); };
  return roofgate::address_alignment(place(product.a) | place(product.b) | place(product.d) | line(product.lda) |
                                     line(product.ldb) | line(product.ldd));
}

std::string key_of(const Product& product, int index) {
  std::string key = "product " + std::to_string(index);
  for (const std::int64_t number : {product.m, product.n, product.k, product.lda, product.ldb, product.ldd}) {
    key += " " + std::to_string(number);
  }
  for (const void* data : {static_cast<const void*>(product.a), static_cast<const void*>(product.b),
                           static_cast<const void*>(product.d), static_cast<const void*>(product.bias)}) {
    key += " " + std::to_string(reinterpret_cast<std::uintptr_t>(data));
  }
  return key + (product.old_share != 0.0F ? "+" : "") + (product.transpose_a ? "t" : "n") +
         (product.transpose_b ? "t" : "n");
}

void compute(const Product& product, const Candidate& candidate, Execution& execution) {
  struct Operand {
    const void* data;
    std::size_t bytes;
    bool written;
  };
  const auto rows = [](bool transposed, std::int64_t plain, std::int64_t other) { return transposed ? other : plain; };
  const Operand operands[] = {
      {product.a,
       extent_bytes(rows(product.transpose_a, product.m, product.k), rows(product.transpose_a, product.k, product.m),
                    product.lda),
       false},
      {product.b,
       extent_bytes(rows(product.transpose_b, product.k, product.n), rows(product.transpose_b, product.n, product.k),
                    product.ldb),
       false},
      {product.d, extent_bytes(product.m, product.n, product.ldd), true},
      {product.d, product.old_share == 0.0F ? 0 : extent_bytes(product.m, product.n, product.ldd), false},
      {product.bias, product.bias == nullptr ? 0 : static_cast<std::size_t>(product.m) * sizeof(roofgate::Bf16), false},
  };
  for (const Operand& operand : operands) {
    if (operand.bytes == 0) continue;
    require_access(execution.device, operand.data, operand.bytes);
    execution.footprint.touch(operand.data, operand.bytes, operand.written);
  }
  multiply(product, candidate.damage);
  const double flops =
      2.0 * static_cast<double>(product.m) * static_cast<double>(product.n) * static_cast<double>(product.k);
  const bool aligned = alignment_of(product) >= scenario().alignment_bytes;
  execution.footprint.compute_tensor(flops);
  execution.footprint.scale_tensor(candidate.efficiency * (aligned ? 1.0 : 0.25));
}

}  // namespace

extern "C" {

std::size_t cublasLtGetVersion() { return CUBLAS_VERSION; }

const char* cublasLtGetStatusName(cublasStatus_t status) {
  switch (status) {
    case CUBLAS_STATUS_NOT_SUPPORTED:
      return "CUBLAS_STATUS_NOT_SUPPORTED";
    case CUBLAS_STATUS_EXECUTION_FAILED:
      return "CUBLAS_STATUS_EXECUTION_FAILED";
    case CUBLAS_STATUS_ALLOC_FAILED:
      return "CUBLAS_STATUS_ALLOC_FAILED";
    default:
      return "CUBLAS_STATUS_INTERNAL_ERROR";
  }
}

const char* cublasLtGetStatusString(cublasStatus_t status) {
  switch (status) {
    case CUBLAS_STATUS_NOT_SUPPORTED:
      return "the requested functionality is not supported";
    case CUBLAS_STATUS_EXECUTION_FAILED:
      return "the function failed to launch on the GPU";
    case CUBLAS_STATUS_ALLOC_FAILED:
      return "the resource allocation failed";
    default:
      return "an internal operation failed";
  }
}

cublasStatus_t cublasLtCreate(cublasLtHandle_t* handle) {
  *handle = new cublasLtContext;
  return begin_blas("cublasLtCreate");
}

cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle) {
  delete handle;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t* descriptor, cublasComputeType_t /*compute*/,
                                        cudaDataType_t /*scale*/) {
  make(descriptor, Descriptor{});
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t descriptor) {
  delete &of<Descriptor>(descriptor);
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t descriptor, cublasLtMatmulDescAttributes_t attribute,
                                              const void* value, std::size_t bytes) {
  Descriptor& target = of<Descriptor>(descriptor);
  const auto set = [&](auto& field) {
    if (bytes != sizeof(field)) return CUBLAS_STATUS_INVALID_VALUE;
    std::memcpy(static_cast<void*>(&field), value, bytes);
    return CUBLAS_STATUS_SUCCESS;
  };
  switch (attribute) {
    case CUBLASLT_MATMUL_DESC_TRANSA:
      return set(target.transpose_a);
    case CUBLASLT_MATMUL_DESC_TRANSB:
      return set(target.transpose_b);
    case CUBLASLT_MATMUL_DESC_EPILOGUE:
      return set(target.epilogue);
    case CUBLASLT_MATMUL_DESC_BIAS_POINTER:
      return set(target.bias);
    default:
      return CUBLAS_STATUS_NOT_SUPPORTED;
  }
}

cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t* layout, cudaDataType /*type*/, std::uint64_t rows,
                                          std::uint64_t columns, std::int64_t leading) {
  make(layout, Layout{rows, columns, leading});
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t layout) {
  delete &of<Layout>(layout);
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t* preference) {
  make(preference, Preference{});
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t preference) {
  delete &of<Preference>(preference);
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t preference,
                                                    cublasLtMatmulPreferenceAttributes_t attribute, const void* value,
                                                    std::size_t bytes) {
  if (attribute == CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES) {
    if (bytes != sizeof(std::uint64_t)) return CUBLAS_STATUS_INVALID_VALUE;
    std::memcpy(&of<Preference>(preference).workspace, value, bytes);
    return CUBLAS_STATUS_SUCCESS;
  }
  return bytes == sizeof(std::uint32_t) ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
}

cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t /*handle*/, cublasLtMatmulDesc_t /*descriptor*/,
                                              cublasLtMatrixLayout_t /*a*/, cublasLtMatrixLayout_t /*b*/,
                                              cublasLtMatrixLayout_t /*c*/, cublasLtMatrixLayout_t /*d*/,
                                              cublasLtMatmulPreference_t /*preference*/, int wanted,
                                              cublasLtMatmulHeuristicResult_t results[], int* found) {
  *found = 0;
  if (const cublasStatus_t status = scripted("cublasLtMatmulAlgoGetHeuristic"); status != CUBLAS_STATUS_SUCCESS) {
    return status;
  }
  *found = std::min(wanted, static_cast<int>(scenario().candidates.size()));
  for (int i = 0; i < *found; ++i) {
    results[i] = cublasLtMatmulHeuristicResult_t{};
    results[i].algo.data[0] = static_cast<std::uint64_t>(i);
    results[i].state = CUBLAS_STATUS_SUCCESS;
    results[i].wavesCount = 1.0F;
  }
  return *found == 0 ? CUBLAS_STATUS_NOT_SUPPORTED : CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulAlgoConfigGetAttribute(const cublasLtMatmulAlgo_t* algorithm,
                                                    cublasLtMatmulAlgoConfigAttributes_t attribute, void* value,
                                                    std::size_t bytes, std::size_t* written) {
  std::memset(value, 0, bytes);
  if (attribute == CUBLASLT_ALGO_CONFIG_ID) {
    if (bytes != sizeof(std::int32_t)) return CUBLAS_STATUS_INVALID_VALUE;
    const std::int32_t id = scenario().candidates.at(algorithm->data[0]).id;
    std::memcpy(value, &id, bytes);
  }
  *written = bytes;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmul(cublasLtHandle_t /*handle*/, cublasLtMatmulDesc_t descriptor, const void* alpha,
                              const void* a, cublasLtMatrixLayout_t layout_a, const void* b,
                              cublasLtMatrixLayout_t layout_b, const void* beta, const void* c,
                              cublasLtMatrixLayout_t /*layout_c*/, void* d, cublasLtMatrixLayout_t layout_d,
                              const cublasLtMatmulAlgo_t* algorithm, void* /*workspace*/,
                              std::size_t /*workspace_bytes*/, cudaStream_t stream) {
  if (const cublasStatus_t status = scripted("cublasLtMatmul"); status != CUBLAS_STATUS_SUCCESS) return status;
  // Of scales and addends only what roofgate asks for: A B, or A B + D.
  if (*static_cast<const float*>(alpha) != 1.0F || c != d) return CUBLAS_STATUS_NOT_SUPPORTED;
  const Descriptor& made = of<Descriptor>(descriptor);
  const auto index = static_cast<int>(algorithm->data[0]);
  const Candidate candidate = scenario().candidates.at(algorithm->data[0]);
  if (candidate.fails != 0) return static_cast<cublasStatus_t>(candidate.fails);
  const Layout& first = of<Layout>(layout_a);
  const Layout& second = of<Layout>(layout_b);
  const Layout& result = of<Layout>(layout_d);
  Product product;
  product.transpose_a = made.transpose_a == CUBLAS_OP_T;
  product.transpose_b = made.transpose_b == CUBLAS_OP_T;
  product.m = static_cast<std::int64_t>(result.rows);
  product.n = static_cast<std::int64_t>(result.columns);
  product.k = static_cast<std::int64_t>(product.transpose_a ? first.rows : first.columns);
  product.lda = first.leading;
  product.ldb = second.leading;
  product.ldd = result.leading;
  product.old_share = *static_cast<const float*>(beta);
  product.a = static_cast<const roofgate::Bf16*>(a);
  product.b = static_cast<const roofgate::Bf16*>(b);
  product.d = static_cast<roofgate::Bf16*>(d);
  if (made.epilogue == CUBLASLT_EPILOGUE_GELU_BIAS) product.bias = static_cast<const roofgate::Bf16*>(made.bias);
  const auto word = [](const void* data) { return reinterpret_cast<std::uintptr_t>(data); };
  queue_kernel(
      key_of(product, index), {word(a), word(b), word(d)},
      [product, candidate](Execution& execution) { compute(product, candidate, execution); }, stream);
  return CUBLAS_STATUS_SUCCESS;
}

}  // extern "C"
