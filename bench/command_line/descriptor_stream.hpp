// An output stream over a file descriptor that remembers why writing failed: a full disk must not end in status 0.
#pragma once

#include <array>
#include <ostream>
#include <streambuf>

namespace roofgate {

class DescriptorBuffer final : public std::streambuf {
 public:
  explicit DescriptorBuffer(int descriptor) : descriptor_{descriptor} { setp(space_.begin(), space_.end()); }
  ~DescriptorBuffer() override { sync(); }
  DescriptorBuffer(const DescriptorBuffer&) = delete;
  DescriptorBuffer& operator=(const DescriptorBuffer&) = delete;

  /// errno of the first write that failed; 0 if none did.
  [[nodiscard]] int error_number() const { return error_number_; }

 protected:
  int_type overflow(int_type next) override;
  int sync() override;

 private:
  int descriptor_;
  int error_number_ = 0;
  std::array<char, 8192> space_{};
};

class DescriptorStream final : public std::ostream {
 public:
  explicit DescriptorStream(int descriptor) : std::ostream{nullptr}, buffer_{descriptor} { rdbuf(&buffer_); }
  ~DescriptorStream() override { rdbuf(nullptr); }
  DescriptorStream(const DescriptorStream&) = delete;
  DescriptorStream& operator=(const DescriptorStream&) = delete;

  /// Flushes; 0 if everything that was ever written arrived, else errno of the first failure.
  [[nodiscard]] int finish();

 private:
  DescriptorBuffer buffer_;
};

}  // namespace roofgate
