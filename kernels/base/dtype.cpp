#include "kernels/base/dtype.hpp"

#include <array>
#include <string>
#include <utility>

namespace roofgate {
namespace {

struct Entry {
  DType dtype;
  std::string_view name;
  std::size_t size;
};

constexpr std::array kEntries{Entry{DType::bf16, "bf16", 2}, Entry{DType::fp16, "fp16", 2},
                              Entry{DType::fp32, "fp32", 4}, Entry{DType::fp64, "fp64", 8}};

const Entry& entry_of(DType dtype) { return kEntries[static_cast<std::size_t>(dtype)]; }

}  // namespace

std::string_view name_of(DType dtype) { return entry_of(dtype).name; }

std::size_t size_of(DType dtype) { return entry_of(dtype).size; }

Result<DType> parse_dtype(std::string_view text) {
  for (const Entry& entry : kEntries) {
    if (entry.name == text) return entry.dtype;
  }
  return fail(ErrorKind::input, "unknown dtype '" + std::string{text} + "'", {}, "use bf16, fp16, fp32 or fp64");
}

}  // namespace roofgate
