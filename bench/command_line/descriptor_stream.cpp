#include "bench/command_line/descriptor_stream.hpp"

#include <unistd.h>

#include <cerrno>

namespace roofgate {

int DescriptorBuffer::sync() {
  const char* next = pbase();
  while (error_number_ == 0 && next < pptr()) {
    const ssize_t written = ::write(descriptor_, next, static_cast<std::size_t>(pptr() - next));
    if (written >= 0) {
      next += written;
    } else if (errno != EINTR) {
      error_number_ = errno;
    }
  }
  setp(space_.begin(), space_.end());  // after a failure what follows is dropped: its reader is gone
  return error_number_ == 0 ? 0 : -1;
}

DescriptorBuffer::int_type DescriptorBuffer::overflow(int_type next) {
  if (sync() != 0) return traits_type::eof();
  if (!traits_type::eq_int_type(next, traits_type::eof())) {
    *pptr() = traits_type::to_char_type(next);
    pbump(1);
  }
  return traits_type::not_eof(next);
}

int DescriptorStream::finish() {
  flush();
  return buffer_.error_number();
}

}  // namespace roofgate
