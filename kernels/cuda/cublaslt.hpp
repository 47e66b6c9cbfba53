// The only wrapper of cuBLASLt: one matrix product, its candidates, and how each is described. No CUDA header.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "kernels/base/result.hpp"
#include "kernels/cuda/handle.hpp"
#include "kernels/cuda/stream.hpp"

// cuBLASLt's handles, declared as in cublasLt.h; descriptors are opaque there and are kept as void here.
struct cublasLtContext;

namespace roofgate {

void destroy_cublaslt(cublasLtContext* handle);
void destroy_matmul_descriptor(void* descriptor);
void destroy_matrix_layout(void* layout);

/// "13.1.0" as loaded.
[[nodiscard]] std::string cublaslt_version();

/// "13.1.0" of 130100, "12.4.5" of 120405. Pure.
[[nodiscard]] std::string cublaslt_version_text(std::size_t version);

/// D = op(A) op(B), or GELU(op(A) op(B) + bias): bf16, column-major, accumulated in fp32.
struct MatmulProblem {
  bool transpose_a = false;
  bool transpose_b = false;
  std::int64_t m = 0, n = 0, k = 0;
  std::int64_t lda = 0, ldb = 0, ldd = 0;
  bool accumulates = false;  ///< D += instead of D =
  bool bias_gelu = false;    ///< in the epilogue; the bias has m elements
  /// What every pointer of its operand is a multiple of, bytes: the heuristic must not promise more.
  std::uint32_t alignment_a = 256, alignment_b = 256, alignment_d = 256;
  std::size_t workspace_limit = 0;  ///< bytes
};

struct MatmulOperands {
  const std::byte* a = nullptr;
  const std::byte* b = nullptr;
  const std::byte* bias = nullptr;  ///< null without an epilogue
  std::byte* d = nullptr;
};

/// One way to do a product that the heuristic proposes.
struct MatmulCandidate {
  std::array<std::uint64_t, 8> algorithm{};  ///< cublasLtMatmulAlgo_t
  std::size_t workspace_bytes = 0;
  float waves = 0.0F;  ///< 1: one launch fills the device once

  /// Algorithm id, tile, stages, split-K, … as the numbers of cublasLt.h.
  [[nodiscard]] std::map<std::string, std::string> describe() const;
};

class Matmul {
 public:
  [[nodiscard]] static Result<Matmul> create(const MatmulProblem& problem);

  /// At most `most`, the heuristic's best guess first. None fits: `unavailable`.
  [[nodiscard]] Result<std::vector<MatmulCandidate>> candidates(int most) const;

  /// Queues the product. `workspace` has at least the candidate's bytes and is aligned to 256.
  [[nodiscard]] Result<void> launch(const MatmulCandidate& candidate, const MatmulOperands& operands,
                                    std::byte* workspace, CUstream_st* stream) const;

 private:
  explicit Matmul(const MatmulProblem& problem) : problem_{problem} {}

  MatmulProblem problem_;
  Handle<cublasLtContext*, destroy_cublaslt> handle_;
  Handle<void*, destroy_matmul_descriptor> descriptor_;
  Handle<void*, destroy_matrix_layout> layout_a_, layout_b_, layout_d_;
};

/// Launches that one product may take: clearing, the product, a reduction of its splits, and an epilogue of our own.
inline constexpr std::size_t kMatmulQueueCost = 4;

/// 32 MiB on Hopper and newer, 4 MiB before: what NVIDIA's cuBLAS reference recommends (cublasSetWorkspace), and so
/// what a framework that follows it gives the heuristic.
[[nodiscard]] constexpr std::size_t matmul_workspace_bytes(int compute_capability) {
  return (compute_capability >= 90 ? std::size_t{32} : std::size_t{4}) << 20U;
}

}  // namespace roofgate
