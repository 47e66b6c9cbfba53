#include "bench/telemetry/machine_files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <system_error>

#include "kernels/base/text_fields.hpp"

namespace roofgate {
namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 20;

}  // namespace

std::optional<std::string> MachineFiles::text(std::string_view path) const {
  // Files of /proc have no size, and a stream's buffering costs more than the read: plain calls.
  const int file = ::open(full(path).c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return std::nullopt;
  std::string text;
  std::size_t used = 0;
  while (used < kMostBytes) {
    text.resize(std::min(kMostBytes, std::max<std::size_t>(4096, 2 * used)));
    const ssize_t got = ::read(file, text.data() + used, text.size() - used);
    if (got <= 0) break;
    used += static_cast<std::size_t>(got);
  }
  ::close(file);
  text.resize(used);
  return used == 0 ? std::nullopt : std::optional<std::string>{std::move(text)};
}

std::optional<std::string> MachineFiles::line(std::string_view path) const {
  const std::optional<std::string> all = text(path);
  if (!all) return std::nullopt;
  const std::string_view first = trimmed(std::string_view{*all}.substr(0, all->find('\n')));
  return first.empty() ? std::nullopt : std::optional<std::string>{first};
}

std::optional<double> MachineFiles::number(std::string_view path) const {
  const std::optional<std::string> first = line(path);
  return first ? number_of(*first) : std::nullopt;
}

std::string MachineFiles::real_path(std::string_view path) const {
  std::error_code missing;
  const std::filesystem::path real = std::filesystem::canonical(full(path), missing);
  return missing ? std::string{} : real.string();
}

bool MachineFiles::exists(std::string_view path) const {
  std::error_code ignored;
  return std::filesystem::exists(full(path), ignored);
}

std::vector<std::string> MachineFiles::names_in(std::string_view path) const {
  std::vector<std::string> names;
  std::error_code error;
  for (std::filesystem::directory_iterator entry{full(path), error}, end; !error && entry != end;
       entry.increment(error)) {
    names.push_back(entry->path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace roofgate
