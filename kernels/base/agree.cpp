#include "kernels/base/agree.hpp"

#include <fmt/format.h>

namespace roofgate {

Result<void> agree(World& world, const Result<void>& mine, std::string_view what) {
  const Result<std::vector<double>> all = world.all_gather(mine ? 0.0 : 1.0);
  if (!mine) return mine;
  if (!all) return fail(all.error());
  for (std::size_t rank = 0; rank < all->size(); ++rank) {
    if ((*all)[rank] != 0.0) {
      return fail(ErrorKind::unavailable, fmt::format("rank {} failed at {}", rank, what), std::string{what});
    }
  }
  return {};
}

}  // namespace roofgate
