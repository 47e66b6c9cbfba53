#include "kernels/cuda/cublaslt.hpp"

#include <cublasLt.h>
#include <fmt/format.h>

namespace roofgate {
namespace {

static_assert(sizeof(cublasLtMatmulAlgo_t) == sizeof(MatmulCandidate::algorithm));

Result<void> outcome(cublasStatus_t status, const char* call) {
  if (status == CUBLAS_STATUS_SUCCESS) return {};
  const std::string what = fmt::format("{} ({})", cublasLtGetStatusString(status), cublasLtGetStatusName(status));
  switch (status) {
    case CUBLAS_STATUS_NOT_SUPPORTED:
    case CUBLAS_STATUS_ARCH_MISMATCH:
      return fail(ErrorKind::unavailable, what, call);
    case CUBLAS_STATUS_ALLOC_FAILED:
    case CUBLAS_STATUS_NOT_INITIALIZED:
      return fail(ErrorKind::unavailable, what, call, "free device memory: `nvidia-smi` lists who holds it");
    default:
      return fail(ErrorKind::measurement, what, call);
  }
}

cublasLtMatmulDesc_t descriptor_of(void* opaque) { return static_cast<cublasLtMatmulDesc_t>(opaque); }
cublasLtMatrixLayout_t layout_of(void* opaque) { return static_cast<cublasLtMatrixLayout_t>(opaque); }

template <class T>
Result<void> set(void* descriptor, cublasLtMatmulDescAttributes_t attribute, T value) {
  return outcome(cublasLtMatmulDescSetAttribute(descriptor_of(descriptor), attribute, &value, sizeof(value)),
                 "cublasLtMatmulDescSetAttribute");
}

Result<void*> make_descriptor(const MatmulProblem& problem) {
  cublasLtMatmulDesc_t descriptor = nullptr;
  return outcome(cublasLtMatmulDescCreate(&descriptor, CUBLAS_COMPUTE_32F, CUDA_R_32F), "cublasLtMatmulDescCreate")
      .and_then(
          [&] { return set(descriptor, CUBLASLT_MATMUL_DESC_TRANSA, problem.transpose_a ? CUBLAS_OP_T : CUBLAS_OP_N); })
      .and_then(
          [&] { return set(descriptor, CUBLASLT_MATMUL_DESC_TRANSB, problem.transpose_b ? CUBLAS_OP_T : CUBLAS_OP_N); })
      .and_then([&] {
        const auto epilogue = problem.bias_gelu ? CUBLASLT_EPILOGUE_GELU_BIAS : CUBLASLT_EPILOGUE_DEFAULT;
        return set(descriptor, CUBLASLT_MATMUL_DESC_EPILOGUE, epilogue);
      })
      .map([&]() -> void* { return descriptor; });
}

Result<void*> make_layout(std::int64_t rows, std::int64_t columns, std::int64_t leading) {
  cublasLtMatrixLayout_t layout = nullptr;
  return outcome(cublasLtMatrixLayoutCreate(&layout, CUDA_R_16BF, static_cast<std::uint64_t>(rows),
                                            static_cast<std::uint64_t>(columns), leading),
                 "cublasLtMatrixLayoutCreate")
      .map([&]() -> void* { return layout; });
}

void destroy_preference(void* preference) {
  static_cast<void>(cublasLtMatmulPreferenceDestroy(static_cast<cublasLtMatmulPreference_t>(preference)));
}

/// The value's own type matters: cuBLASLt compares the size with the attribute's.
template <class T>
std::string config(const cublasLtMatmulAlgo_t& algorithm, cublasLtMatmulAlgoConfigAttributes_t attribute) {
  T value{};
  std::size_t written = 0;
  const cublasStatus_t status =
      cublasLtMatmulAlgoConfigGetAttribute(&algorithm, attribute, &value, sizeof(value), &written);
  return status == CUBLAS_STATUS_SUCCESS ? fmt::format("{}", value) : std::string{"unknown"};
}

cublasLtMatmulAlgo_t algorithm_of(const MatmulCandidate& candidate) {
  cublasLtMatmulAlgo_t algorithm{};
  for (std::size_t i = 0; i < candidate.algorithm.size(); ++i) algorithm.data[i] = candidate.algorithm[i];
  return algorithm;
}

}  // namespace

void destroy_cublaslt(cublasLtContext* handle) { static_cast<void>(cublasLtDestroy(handle)); }
void destroy_matmul_descriptor(void* descriptor) {
  static_cast<void>(cublasLtMatmulDescDestroy(descriptor_of(descriptor)));
}
void destroy_matrix_layout(void* layout) { static_cast<void>(cublasLtMatrixLayoutDestroy(layout_of(layout))); }

std::string cublaslt_version() { return cublaslt_version_text(cublasLtGetVersion()); }

std::string cublaslt_version_text(std::size_t version) {
  return fmt::format("{}.{}.{}", version / 10000, version / 100 % 100, version % 100);
}

std::map<std::string, std::string> MatmulCandidate::describe() const {
  const cublasLtMatmulAlgo_t chosen = algorithm_of(*this);
  return {
      {"algorithm", config<std::int32_t>(chosen, CUBLASLT_ALGO_CONFIG_ID)},
      {"tile", config<std::uint32_t>(chosen, CUBLASLT_ALGO_CONFIG_TILE_ID)},
      {"stages", config<std::uint32_t>(chosen, CUBLASLT_ALGO_CONFIG_STAGES_ID)},
      {"split_k", config<std::int32_t>(chosen, CUBLASLT_ALGO_CONFIG_SPLITK_NUM)},
      {"reduction_scheme", config<std::uint32_t>(chosen, CUBLASLT_ALGO_CONFIG_REDUCTION_SCHEME)},
      {"swizzle", config<std::uint32_t>(chosen, CUBLASLT_ALGO_CONFIG_CTA_SWIZZLING)},
      {"custom_option", config<std::uint32_t>(chosen, CUBLASLT_ALGO_CONFIG_CUSTOM_OPTION)},
      {"inner_shape", config<std::uint16_t>(chosen, CUBLASLT_ALGO_CONFIG_INNER_SHAPE_ID)},
      {"cluster_shape", config<std::uint16_t>(chosen, CUBLASLT_ALGO_CONFIG_CLUSTER_SHAPE_ID)},
      {"workspace_bytes", fmt::format("{}", workspace_bytes)},
      {"waves", fmt::format("{:.3f}", waves)},
  };
}

Result<Matmul> Matmul::create(const MatmulProblem& problem) {
  Matmul made{problem};
  cublasLtHandle_t handle = nullptr;
  if (auto ok = outcome(cublasLtCreate(&handle), "cublasLtCreate"); !ok) return fail(ok.error());
  made.handle_ = Handle<cublasLtContext*, destroy_cublaslt>{handle};
  const Result<void*> descriptor = make_descriptor(problem);
  if (!descriptor) return fail(descriptor.error());
  made.descriptor_ = Handle<void*, destroy_matmul_descriptor>{*descriptor};

  const auto layout = [](Handle<void*, destroy_matrix_layout>& target, bool transposed, std::int64_t rows,
                         std::int64_t columns, std::int64_t leading) {
    return (transposed ? make_layout(columns, rows, leading) : make_layout(rows, columns, leading))
        .map([&](void* made_layout) { target = Handle<void*, destroy_matrix_layout>{made_layout}; });
  };
  return layout(made.layout_a_, problem.transpose_a, problem.m, problem.k, problem.lda)
      .and_then([&] { return layout(made.layout_b_, problem.transpose_b, problem.k, problem.n, problem.ldb); })
      .and_then([&] { return layout(made.layout_d_, false, problem.m, problem.n, problem.ldd); })
      .map([&] { return std::move(made); });
}

Result<std::vector<MatmulCandidate>> Matmul::candidates(int most) const {
  cublasLtMatmulPreference_t raw = nullptr;
  if (auto ok = outcome(cublasLtMatmulPreferenceCreate(&raw), "cublasLtMatmulPreferenceCreate"); !ok) {
    return fail(ok.error());
  }
  const Handle<void*, destroy_preference> preference{raw};
  const auto prefer = [&](cublasLtMatmulPreferenceAttributes_t attribute, auto value) {
    return outcome(cublasLtMatmulPreferenceSetAttribute(raw, attribute, &value, sizeof(value)),
                   "cublasLtMatmulPreferenceSetAttribute");
  };
  const Result<void> preferred =
      prefer(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, problem_.workspace_limit)
          .and_then([&] { return prefer(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, problem_.alignment_a); })
          .and_then([&] { return prefer(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, problem_.alignment_b); })
          .and_then([&] { return prefer(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, problem_.alignment_d); })
          .and_then([&] { return prefer(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, problem_.alignment_d); });
  if (!preferred) return fail(preferred.error());

  std::vector<cublasLtMatmulHeuristicResult_t> results(static_cast<std::size_t>(most));
  int found = 0;
  const cublasStatus_t status = cublasLtMatmulAlgoGetHeuristic(
      handle_.get(), descriptor_of(descriptor_.get()), layout_of(layout_a_.get()), layout_of(layout_b_.get()),
      layout_of(layout_d_.get()), layout_of(layout_d_.get()), raw, most, results.data(), &found);
  // "Nothing fits" comes as NOT_SUPPORTED or as an empty answer, depending on the version.
  if (status != CUBLAS_STATUS_NOT_SUPPORTED) {
    if (auto ok = outcome(status, "cublasLtMatmulAlgoGetHeuristic"); !ok) return fail(ok.error());
  }
  std::vector<MatmulCandidate> candidates;
  for (int i = 0; i < found && status == CUBLAS_STATUS_SUCCESS; ++i) {
    const cublasLtMatmulHeuristicResult_t& result = results[static_cast<std::size_t>(i)];
    if (result.state != CUBLAS_STATUS_SUCCESS) continue;
    MatmulCandidate candidate;
    for (std::size_t word = 0; word < candidate.algorithm.size(); ++word) {
      candidate.algorithm[word] = result.algo.data[word];
    }
    candidate.workspace_bytes = result.workspaceSize;
    candidate.waves = result.wavesCount;
    candidates.push_back(candidate);
  }
  if (candidates.empty()) {
    return fail(
        ErrorKind::unavailable,
        fmt::format("cuBLASLt {} has no algorithm for this product with pointers aligned to {}, {} and {} bytes",
                    cublaslt_version(), problem_.alignment_a, problem_.alignment_b, problem_.alignment_d),
        "cublasLtMatmulAlgoGetHeuristic");
  }
  return candidates;
}

Result<void> Matmul::launch(const MatmulCandidate& candidate, const MatmulOperands& operands, std::byte* workspace,
                            CUstream_st* stream) const {
  if (problem_.bias_gelu) {
    const void* bias = operands.bias;
    if (auto ok = set(descriptor_.get(), CUBLASLT_MATMUL_DESC_BIAS_POINTER, bias); !ok) return ok;
  }
  constexpr float kOne = 1.0F;
  const float old = problem_.accumulates ? 1.0F : 0.0F;
  const cublasLtMatmulAlgo_t algorithm = algorithm_of(candidate);
  return outcome(
      cublasLtMatmul(handle_.get(), descriptor_of(descriptor_.get()), &kOne, operands.a, layout_of(layout_a_.get()),
                     operands.b, layout_of(layout_b_.get()), &old, operands.d, layout_of(layout_d_.get()), operands.d,
                     layout_of(layout_d_.get()), &algorithm, workspace, candidate.workspace_bytes, stream),
      "cublasLtMatmul");
}

}  // namespace roofgate
