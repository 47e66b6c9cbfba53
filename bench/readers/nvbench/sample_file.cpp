#include "bench/readers/nvbench/sample_file.hpp"

#include <bit>
#include <cstdint>
#include <filesystem>

#include "bench/readers/byte_source.hpp"

namespace roofgate {
namespace {

constexpr std::size_t kMostSamples = 50'000'000;

/// "/home/x/result.json-bin/3.bin" -> "result.json-bin/3.bin"; empty where a part would lead elsewhere.
std::filesystem::path local_part(const std::string& named) {
  const std::filesystem::path path{named};
  const std::filesystem::path folder = path.parent_path().filename();
  const std::filesystem::path name = path.filename();
  if (name.empty() || name == "." || name == ".." || folder == "." || folder == "..") return {};
  return folder.empty() ? name : folder / name;
}

float little_endian_float(const char* bytes) {
  std::uint32_t bits = 0;
  for (unsigned i = 0; i < 4; ++i) {
    bits |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])) << (8U * i);
  }
  return std::bit_cast<float>(bits);
}

}  // namespace

Result<std::vector<double>> read_sample_file(const std::string& json_file, const std::string& named,
                                             std::size_t count) {
  const std::filesystem::path part = local_part(named);
  if (part.empty()) return fail(ErrorKind::input, "the sample file's name leads elsewhere", json_file);
  const std::filesystem::path file = std::filesystem::path{json_file}.parent_path() / part;
  if (count > kMostSamples) return fail(ErrorKind::input, "too many samples for one file", file.string());
  auto source = open_file_as_it_is(file);
  if (!source) return fail(source.error());
  std::string bytes(count * 4 + 1, '\0');
  std::size_t have = 0;
  while (have < bytes.size()) {
    const auto got = (*source)->read(bytes.data() + have, bytes.size() - have);
    if (!got) return fail(got.error());
    if (*got == 0) break;
    have += *got;
  }
  if (have != count * 4) {
    return fail(ErrorKind::input, "holds another number of samples than the JSON says", file.string());
  }
  std::vector<double> samples(count);
  for (std::size_t i = 0; i < count; ++i) samples[i] = static_cast<double>(little_endian_float(bytes.data() + 4 * i));
  return samples;
}

}  // namespace roofgate
