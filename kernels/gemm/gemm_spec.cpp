#include "kernels/gemm/gemm_spec.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>

namespace roofgate {
namespace {

constexpr std::int64_t kLadderTop = 128;

char letter(Transpose transpose) { return transpose == Transpose::transposed ? 't' : 'n'; }

}  // namespace

std::int64_t GemmSpec::lda() const { return (transpose_a == Transpose::none ? m : k) + leading_pad; }

std::int64_t GemmSpec::ldb() const { return (transpose_b == Transpose::none ? k : n) + leading_pad; }

std::int64_t GemmSpec::ldd() const { return m + leading_pad; }

std::int64_t GemmSpec::alignment() const {
  std::int64_t divisor = kLadderTop;
  for (const std::int64_t extent : {m, n, k, lda(), ldb(), ldd(), pointer_offset}) {
    divisor = std::gcd(divisor, extent);
  }
  return divisor;
}

std::string GemmSpec::id() const {
  GemmSpec natural = *this;
  natural.leading_pad = 0;
  natural.pointer_offset = 0;
  std::string id = fmt::format("gemm/{}/{}{}/m{}n{}k{}/align{}", name_of(dtype), letter(transpose_a),
                               letter(transpose_b), m, n, k, natural.alignment());
  if (leading_pad != 0) id += leading_pad == 1 ? "/oddld" : fmt::format("/ldpad{}", leading_pad);
  if (pointer_offset != 0) id += fmt::format("/offset{}", pointer_offset * static_cast<std::int64_t>(size_of(dtype)));
  if (choice == GemmChoice::first) id += "/first";
  if (choice == GemmChoice::best) id += "/best";
  if (epilogue == Epilogue::bias_gelu_fused) id += "/bias_gelu_fused";
  if (epilogue == Epilogue::bias_gelu_separate) id += "/bias_gelu_separate";
  return id;
}

Work GemmSpec::work() const {
  const auto dm = static_cast<double>(m);
  const auto dn = static_cast<double>(n);
  const auto dk = static_cast<double>(k);
  const auto element = static_cast<double>(size_of(dtype));
  Work work;
  work.subject = Subject::flops;
  work.flops = Flops{2.0 * dm * dn * dk};
  work.bytes_read = Bytes{(dm * dk + dk * dn) * element};
  work.bytes_written = Bytes{dm * dn * element};
  if (epilogue != Epilogue::none) work.bytes_read += Bytes{dm * element};
  work.working_set = work.bytes();
  if (epilogue == Epilogue::bias_gelu_separate) {
    work.bytes_read += Bytes{dm * dn * element};
    work.bytes_written += Bytes{dm * dn * element};
  }
  return work;
}

Result<void> GemmSpec::validate() const {
  for (const std::int64_t extent : {m, n, k}) {
    if (extent < 1 || extent > std::numeric_limits<std::int32_t>::max()) {
      return fail(ErrorKind::input, fmt::format("dimension {} is outside 1 … 2147483647", extent), "gemm");
    }
  }
  if (leading_pad < 0 || pointer_offset < 0) {
    return fail(ErrorKind::input, "leading_pad and pointer_offset must not be negative", "gemm");
  }
  return {};
}

}  // namespace roofgate
