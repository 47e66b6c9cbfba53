// A gzip'd file as the bytes that are packed in it, unpacked piece by piece.
#pragma once

#include <memory>
#include <string>

#include "bench/readers/byte_source.hpp"

namespace roofgate {

/// Any number of gzip members, one after the other. Errors, `input`: damaged, cut off, or over 64 GiB unpacked, which
/// no log is and a bomb may be.
[[nodiscard]] std::unique_ptr<ByteSource> gzip_source(std::unique_ptr<ByteSource> packed, std::string name);

}  // namespace roofgate
