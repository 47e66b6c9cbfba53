// The table of formats: a new reader is one row here.
#include <array>

#include "bench/readers/nccl/json.hpp"
#include "bench/readers/nccl/text.hpp"
#include "bench/readers/nvbandwidth.hpp"
#include "bench/readers/reader.hpp"
#include "bench/readers/roofgate_record.hpp"

namespace roofgate {
namespace {

constexpr std::array kFormats{
    Format{"roofgate", "roofgate's own run record", claims_roofgate_record, read_roofgate_record},
    Format{"nccl-tests", "text of nccl-tests and rccl-tests", claims_nccl_text, read_nccl_text},
    Format{"nccl-tests-json", "JSON of nccl-tests and rccl-tests", claims_nccl_json, read_nccl_json},
    Format{"nvbandwidth", "JSON of nvbandwidth", claims_nvbandwidth, read_nvbandwidth},
};

}  // namespace

std::span<const Format> formats() { return kFormats; }

}  // namespace roofgate
