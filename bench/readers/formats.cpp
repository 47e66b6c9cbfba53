// The table of formats: a new reader is one row here.
#include <array>

#include "bench/readers/reader.hpp"
#include "bench/readers/roofgate_record.hpp"

namespace roofgate {
namespace {

constexpr std::array kFormats{
    Format{"roofgate", "roofgate's own run record", claims_roofgate_record, read_roofgate_record},
};

}  // namespace

std::span<const Format> formats() { return kFormats; }

}  // namespace roofgate
