#include "bench/roofline/architecture.hpp"

#include <array>

namespace roofgate {
namespace {

constexpr std::string_view kNvidia =
    "NVIDIA CUDA C++ Programming Guide (fp32 throughput) and architecture white papers (tensor cores), as the "
    "published dense peaks reproduce them";
constexpr std::string_view kAmd =
    "stas00/ml-engineering compute/accelerator/README.md (matrix cores), as the published peaks reproduce them";

// Vector fp32, matrix fp16 with fp32 accumulation, bf16 at that rate, the matrix rate of GeForce parts.
constexpr std::array kArchitectures{
    Architecture{"sm_70", 64, 512, false, 512, kNvidia},     // V100
    Architecture{"sm_75", 64, 512, false, 256, kNvidia},     // T4; GeForce RTX 20
    Architecture{"sm_80", 64, 1024, true, 1024, kNvidia},    // A100, A30
    Architecture{"sm_86", 128, 512, true, 256, kNvidia},     // A10, A40; GeForce RTX 30
    Architecture{"sm_89", 128, 512, true, 256, kNvidia},     // L4, L40S; GeForce RTX 40
    Architecture{"sm_90", 128, 2048, true, 2048, kNvidia},   // H100, H200, GH200
    Architecture{"sm_100", 128, 4096, true, 4096, kNvidia},  // B100, B200, GB200
    Architecture{"sm_103", 128, 4096, true, 4096, kNvidia},  // B300, GB300
    Architecture{"sm_120", 128, 512, true, 256, kNvidia},    // RTX PRO 6000; GeForce RTX 50
    Architecture{"gfx90a", 64, 512, true, 512, kAmd},        // MI250X
    Architecture{"gfx942", 128, 1024, true, 1024, kAmd},     // MI300X, MI325X
    Architecture{"gfx950", 128, 2048, true, 2048, kAmd},     // MI355X
};

bool has_fp8(std::string_view id) {
  for (const std::string_view with : {"sm_89", "sm_90", "sm_100", "sm_103", "sm_120", "gfx942", "gfx950"}) {
    if (id == with) return true;
  }
  return false;
}

bool has_tf32(std::string_view id) { return id != "sm_70" && id != "sm_75" && id != "gfx90a" && id != "gfx950"; }

}  // namespace

const Architecture* find_architecture(std::string_view id) {
  for (const Architecture& architecture : kArchitectures) {
    if (architecture.id == id) return &architecture;
  }
  return nullptr;
}

std::string architecture_id(int compute_capability) {
  return compute_capability > 0 ? "sm_" + std::to_string(compute_capability) : std::string{};
}

std::optional<double> fma_per_clock(const Architecture& architecture, PeakFigure rate, bool geforce) {
  const double matrix = geforce ? architecture.matrix_fma_geforce : architecture.matrix_fp16_fma;
  switch (rate) {
    case PeakFigure::fp32_flops:
      return architecture.fp32_fma;
    case PeakFigure::fp16_flops:
      return matrix;
    case PeakFigure::bf16_flops:
      if (architecture.has_bf16) return matrix;
      return std::nullopt;
    case PeakFigure::tf32_flops:
      if (has_tf32(architecture.id)) return matrix / 2.0;
      return std::nullopt;
    case PeakFigure::fp8_flops:
      if (has_fp8(architecture.id)) return matrix * 2.0;
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

bool is_geforce(std::string_view device_name) {
  return comparable_name(device_name).find("geforce") != std::string::npos;
}

}  // namespace roofgate
