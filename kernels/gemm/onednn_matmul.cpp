#include "kernels/gemm/onednn_matmul.hpp"

#include <fmt/format.h>

#include <oneapi/dnnl/dnnl.hpp>
#include <unordered_map>
#include <utility>

namespace roofgate {
namespace {

using Dims = dnnl::memory::dims;
using Descriptor = dnnl::memory::desc;

constexpr auto kBf16 = dnnl::memory::data_type::bf16;

// oneDNN is row-major. A column-major product D = op(A) op(B) is the row-major one of its transposes: n x k times k x
// m.
struct Layouts {
  Descriptor source;
  Descriptor weights;
  Descriptor bias;
  Descriptor destination;
};

Layouts layouts_of(const GemmSpec& spec) {
  const auto strides = [](bool is_row_major, std::int64_t leading) {
    return is_row_major ? Dims{leading, 1} : Dims{1, leading};
  };
  return Layouts{Descriptor{{spec.n, spec.k}, kBf16, strides(spec.transpose_b == Transpose::none, spec.ldb())},
                 Descriptor{{spec.k, spec.m}, kBf16, strides(spec.transpose_a == Transpose::none, spec.lda())},
                 Descriptor{{1, spec.m}, kBf16, Dims{spec.m, 1}},
                 Descriptor{{spec.n, spec.m}, kBf16, Dims{spec.ldd(), 1}}};
}

// Version 3 dropped operation descriptors and the scale of a post-operation.
#if DNNL_VERSION_MAJOR >= 3
void append_gelu(dnnl::post_ops& operations) {
  operations.append_eltwise(dnnl::algorithm::eltwise_gelu_tanh, 0.0F, 0.0F);
}

dnnl::matmul::primitive_desc describe(const Layouts& layouts, bool with_bias, const dnnl::primitive_attr& attributes,
                                      const dnnl::engine& engine) {
  return with_bias
             ? dnnl::matmul::primitive_desc{engine,       layouts.source,      layouts.weights,
                                            layouts.bias, layouts.destination, attributes}
             : dnnl::matmul::primitive_desc{engine, layouts.source, layouts.weights, layouts.destination, attributes};
}
#else
void append_gelu(dnnl::post_ops& operations) {
  operations.append_eltwise(1.0F, dnnl::algorithm::eltwise_gelu_tanh, 0.0F, 0.0F);
}

dnnl::matmul::primitive_desc describe(const Layouts& layouts, bool with_bias, const dnnl::primitive_attr& attributes,
                                      const dnnl::engine& engine) {
  const dnnl::matmul::desc operation =
      with_bias ? dnnl::matmul::desc{layouts.source, layouts.weights, layouts.bias, layouts.destination}
                : dnnl::matmul::desc{layouts.source, layouts.weights, layouts.destination};
  return dnnl::matmul::primitive_desc{operation, attributes, engine};
}
#endif

using ArgumentMap = std::unordered_map<int, dnnl::memory>;

struct Arguments final : MatmulArguments {
  explicit Arguments(ArgumentMap memories) : map{std::move(memories)} {}
  ArgumentMap map;
};

class Primitive final : public OnednnMatmul {
 public:
  Primitive(const GemmSpec& spec, bool with_bias_gelu, bool accumulates)
      : layouts_{layouts_of(spec)}, with_bias_{with_bias_gelu}, engine_{dnnl::engine::kind::cpu, 0}, stream_{engine_} {
    dnnl::primitive_attr attributes;
    dnnl::post_ops operations;
    if (with_bias_gelu) append_gelu(operations);
    if (accumulates) operations.append_sum(1.0F);
    attributes.set_post_ops(operations);
    const dnnl::matmul::primitive_desc description = describe(layouts_, with_bias_, attributes, engine_);
    implementation_ = description.impl_info_str();
    matmul_ = dnnl::matmul{description};
  }

  [[nodiscard]] std::unique_ptr<MatmulArguments> bind(const MatmulBuffers& buffers) const override {
    ArgumentMap map{{DNNL_ARG_SRC, {layouts_.source, engine_, buffers.b}},
                    {DNNL_ARG_WEIGHTS, {layouts_.weights, engine_, buffers.a}},
                    {DNNL_ARG_DST, {layouts_.destination, engine_, buffers.d}}};
    if (with_bias_) map.emplace(DNNL_ARG_BIAS, dnnl::memory{layouts_.bias, engine_, buffers.bias});
    return std::make_unique<Arguments>(std::move(map));
  }

  [[nodiscard]] Result<void> run(const MatmulArguments& arguments) const override {
    try {
      matmul_.execute(stream_, static_cast<const Arguments&>(arguments).map);
      stream_.wait();
    } catch (const dnnl::error& error) {
      return fail(ErrorKind::internal, fmt::format("oneDNN could not multiply: {}", error.what()), implementation_);
    }
    return {};
  }

  [[nodiscard]] std::string implementation() const override { return implementation_; }

 private:
  Layouts layouts_;
  bool with_bias_;
  dnnl::engine engine_;
  mutable dnnl::stream stream_;
  dnnl::matmul matmul_;
  std::string implementation_;
};

}  // namespace

Result<std::unique_ptr<OnednnMatmul>> OnednnMatmul::make(const GemmSpec& spec, bool with_bias_gelu, bool accumulates) {
  try {
    return std::make_unique<Primitive>(spec, with_bias_gelu, accumulates);
  } catch (const dnnl::error& error) {
    if (error.status == dnnl_unimplemented) {
      return fail(ErrorKind::unavailable,
                  fmt::format("oneDNN {} has no bf16 product for this CPU and shape", onednn_version()), spec.id(),
                  "bf16 needs AVX-512 (BW, VL, DQ) on x86-64, or a newer oneDNN");
    }
    const ErrorKind kind = error.status == dnnl_out_of_memory ? ErrorKind::unavailable : ErrorKind::internal;
    return fail(kind, fmt::format("oneDNN {}: {}", onednn_version(), error.what()), spec.id());
  }
}

std::string onednn_version() {
  const dnnl_version_t* const version = dnnl_version();
  return fmt::format("{}.{}.{} ({})", version->major, version->minor, version->patch, version->hash);
}

}  // namespace roofgate
