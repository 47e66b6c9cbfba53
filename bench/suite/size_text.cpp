#include "bench/suite/size_text.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <utility>

namespace roofgate {

Result<std::int64_t> parse_size_text(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, std::int64_t>, 5> kUnits{{{"", 1},
                                                                             {"B", 1},
                                                                             {"KiB", std::int64_t{1} << 10},
                                                                             {"MiB", std::int64_t{1} << 20},
                                                                             {"GiB", std::int64_t{1} << 30}}};
  std::int64_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
  if (!unit.empty() && unit.front() == ' ') unit.remove_prefix(1);
  if (error == std::errc{} && count >= 1) {
    for (const auto& [name, bytes] : kUnits) {
      if (name == unit && count <= kMaxByteCount / bytes) return count * bytes;
    }
  }
  return fail(ErrorKind::input, fmt::format("'{}' is not a byte count", text), {},
              "write an integer with B, KiB, MiB or GiB, such as \"256 MiB\"");
}

}  // namespace roofgate
