#include "kernels/gemm/host_gemm.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "kernels/gemm/epilogue_kernels.hpp"
#include "kernels/gemm/matrix_view.hpp"
#include "kernels/gemm/onednn_matmul.hpp"
#include "kernels/gemm/product_check.hpp"
#include "kernels/host/buffer.hpp"
#include "kernels/host/host_sets.hpp"
#include "kernels/host/isa_dispatch.hpp"
#include "kernels/host/random_fill.hpp"

namespace roofgate {

ROOFGATE_DISPATCH(EpilogueKernels, kEpilogueKernels, epilogue_kernels);

namespace {

constexpr int kSampledRows = 4;
constexpr Bf16 kPoison{0xffff};

MatrixView view_a(const GemmSpec& spec, const Bf16* a) {
  return MatrixView{a, spec.m, spec.k, spec.lda(), spec.transpose_a == Transpose::transposed};
}

MatrixView view_b(const GemmSpec& spec, const Bf16* b) {
  return MatrixView{b, spec.k, spec.n, spec.ldb(), spec.transpose_b == Transpose::transposed};
}

MatrixView view_d(const GemmSpec& spec, const Bf16* d) { return MatrixView{d, spec.m, spec.n, spec.ldd(), false}; }

/// All that was compared; the first failure alone, if there is one.
Check join(const std::vector<Check>& checks) {
  Check all{true, 0.0, ""};
  for (const Check& check : checks) {
    if (!check.passed) return check;
    all.worst_error = std::max(all.worst_error, check.worst_error);
    all.detail += (all.detail.empty() ? "" : "; ") + check.detail;
  }
  return all;
}

MatmulBuffers carve(Carver& carver, const GemmSpec& spec) {
  const auto offset = static_cast<std::size_t>(spec.pointer_offset);
  MatmulBuffers set;
  set.a = carver.take<Bf16>(view_a(spec, nullptr).extent(), offset);
  set.b = carver.take<Bf16>(view_b(spec, nullptr).extent(), offset);
  set.d = carver.take<Bf16>(view_d(spec, nullptr).extent(), offset);
  if (spec.epilogue != Epilogue::none) set.bias = carver.take<Bf16>(static_cast<std::size_t>(spec.m), offset);
  return set;
}

class HostGemm final : public Workload {
 public:
  HostGemm(const GemmSpec& spec, const HostContext& context, std::unique_ptr<OnednnMatmul> matmul, HostBuffer buffer,
           std::vector<MatmulBuffers> sets)
      : spec_{spec},
        isa_{choose_isa(context.isa)},
        threads_{context.threads},
        seed_{context.seed},
        matmul_{std::move(matmul)},
        buffer_{std::move(buffer)},
        sets_{std::move(sets)} {
    for (std::size_t set = 0; set < sets_.size(); ++set) {
      fill(set, seed_);
      arguments_.push_back(matmul_->bind(sets_[set]));
    }
  }

  [[nodiscard]] Work work() const override { return spec_.work(); }
  [[nodiscard]] std::size_t set_count() const override { return sets_.size(); }

  [[nodiscard]] std::map<std::string, std::string> algorithm() const override {
    std::map<std::string, std::string> chosen{{"implementation", matmul_->implementation()}};
    if (spec_.epilogue == Epilogue::bias_gelu_separate) chosen.emplace("epilogue_isa", name_of(isa_));
    return chosen;
  }

  [[nodiscard]] Result<void> launch(std::size_t set) override {
    omp_set_num_threads(threads_);
    if (auto multiplied = matmul_->run(*arguments_[set]); !multiplied) return multiplied;
    if (spec_.epilogue == Epilogue::bias_gelu_separate) apply_epilogue(sets_[set]);
    return {};
  }

  /// Small integers first: their product is exact, and one wrong element anywhere shows. Then random normal data: a few
  /// rows show whether sums keep their precision.
  [[nodiscard]] Result<Check> check() override {
    const MatmulBuffers& set = sets_[0];
    const std::uint64_t seed = derive_seed(seed_, kCheckStream, ++checks_);
    fill_exact(seed);
    std::vector<Check> checks;
    const Result<void> multiplied = multiply_plainly(set);
    if (!multiplied) return fail(multiplied.error());
    checks.push_back(check_padding(view_d(spec_, set.d), kPoison));
    checks.push_back(FreivaldsCheck{view_a(spec_, set.a), view_b(spec_, set.b), seed}.check(view_d(spec_, set.d)));
    if (spec_.epilogue != Epilogue::none) {
      const std::vector<Bf16> product(set.d, set.d + d_count());
      poison(set.d, d_count() * sizeof(Bf16));
      const Result<void> launched = launch(0);
      if (!launched) return fail(launched.error());
      checks.push_back(check_padding(view_d(spec_, set.d), kPoison));
      checks.push_back(check_bias_gelu(view_d(spec_, product.data()), set.bias, view_d(spec_, set.d), GeluForm::tanh));
    }
    fill(0, seed);
    const Result<void> launched = launch(0);
    if (!launched) return fail(launched.error());
    checks.push_back(check_padding(view_d(spec_, set.d), kPoison));
    checks.push_back(check_sampled_rows(view_a(spec_, set.a), view_b(spec_, set.b), view_d(spec_, set.d), set.bias,
                                        kSampledRows, seed));
    return join(checks);
  }

 private:
  static constexpr std::uint64_t kCheckStream = ~std::uint64_t{0};

  [[nodiscard]] std::size_t a_count() const { return view_a(spec_, nullptr).extent(); }
  [[nodiscard]] std::size_t b_count() const { return view_b(spec_, nullptr).extent(); }
  [[nodiscard]] std::size_t d_count() const { return view_d(spec_, nullptr).extent(); }

  void fill(std::size_t set, std::uint64_t seed) {
    const MatmulBuffers& buffers = sets_[set];
    fill_normal(buffers.a, a_count(), derive_seed(seed, set, 0));
    fill_normal(buffers.b, b_count(), derive_seed(seed, set, 1));
    if (buffers.bias != nullptr)
      fill_normal(buffers.bias, static_cast<std::size_t>(spec_.m), derive_seed(seed, set, 2));
    poison(buffers.d, d_count() * sizeof(Bf16));
  }

  /// Set 0 with inputs whose product is exact in bf16; a normal bias.
  void fill_exact(std::uint64_t seed) {
    fill(0, seed);
    fill_signs(sets_[0].a, a_count(), exact_density(spec_.k), derive_seed(seed, 1, 0));
    fill_signs(sets_[0].b, b_count(), exact_density(spec_.k), derive_seed(seed, 1, 1));
  }

  /// The product without its epilogue: by the primitive that is timed, unless that has the epilogue inside.
  [[nodiscard]] Result<void> multiply_plainly(const MatmulBuffers& set) const {
    omp_set_num_threads(threads_);
    if (spec_.epilogue != Epilogue::bias_gelu_fused) return matmul_->run(*arguments_[0]);
    const Result<std::unique_ptr<OnednnMatmul>> plain = OnednnMatmul::make(spec_, false);
    if (!plain) return fail(plain.error());
    return (*plain)->run(*(*plain)->bind(set));
  }

  void apply_epilogue(const MatmulBuffers& set) const {
    const EpilogueKernels& kernels = epilogue_kernels(isa_);
#pragma omp parallel for schedule(static) num_threads(threads_)
    for (std::int64_t j = 0; j < spec_.n; ++j) {
      kernels.bias_gelu(set.d + j * spec_.ldd(), set.bias, static_cast<std::size_t>(spec_.m));
    }
  }

  GemmSpec spec_;
  Isa isa_;
  int threads_;
  std::uint64_t seed_;
  std::uint64_t checks_ = 0;
  std::unique_ptr<OnednnMatmul> matmul_;
  HostBuffer buffer_;
  std::vector<MatmulBuffers> sets_;
  std::vector<std::unique_ptr<MatmulArguments>> arguments_;
};

Result<void> check_support(const GemmSpec& spec) {
  if (spec.dtype != DType::bf16) {
    return fail(ErrorKind::unavailable, fmt::format("the host backend multiplies bf16, not {}", name_of(spec.dtype)),
                spec.id(), "measure it with --backend cuda");
  }
  if (spec.choice != GemmChoice::sole) {
    return fail(ErrorKind::unavailable, "oneDNN offers one implementation, not a first and a best one", spec.id(),
                "leave the choice out of the suite for the host backend");
  }
  return {};
}

}  // namespace

Result<std::unique_ptr<Workload>> make_host_gemm(const GemmSpec& spec, const HostContext& context) {
  for (const Result<void>& accepted : {spec.validate(), check_support(spec)}) {
    if (!accepted) return fail(accepted.error());
  }
  const std::size_t set_count = host_set_count(spec.work().working_set, context);
  Carver measure;
  for (std::size_t set = 0; set < set_count; ++set) carve(measure, spec);
  Result<HostBuffer> buffer = HostBuffer::allocate(measure.used());
  if (!buffer) return fail(std::move(buffer.error()));
  omp_set_num_threads(context.threads);  // oneDNN divides the work when the primitive is made
  Result<std::unique_ptr<OnednnMatmul>> matmul = OnednnMatmul::make(spec, spec.epilogue == Epilogue::bias_gelu_fused);
  if (!matmul) return fail(std::move(matmul.error()));
  std::vector<MatmulBuffers> sets;
  Carver carver{*buffer};
  for (std::size_t set = 0; set < set_count; ++set) sets.push_back(carve(carver, spec));
  return std::make_unique<HostGemm>(spec, context, *std::move(matmul), *std::move(buffer), std::move(sets));
}

}  // namespace roofgate
