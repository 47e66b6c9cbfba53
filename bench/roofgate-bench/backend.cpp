#include "bench/roofgate-bench/backend.hpp"

#include <fmt/format.h>

#include <utility>

#include "kernels/base/agree.hpp"

namespace roofgate {

Result<ChosenBackend> choose_backend(const std::string& name, const RankPlace& place, World& world) {
  ChosenBackend chosen;
  if (name != "host") {
    const auto share = device_share_of_rank(world, visible_cuda_devices(), place.node_ranks);
    if (!share) return fail(share.error());
    auto cuda = make_cuda_backend(place, *share);
    const auto everywhere = agree(world, cuda ? Result<void>{} : fail(cuda.error()));
    if (everywhere) {
      chosen.backend = std::move(*cuda);
      if (name == "auto")
        chosen.note = fmt::format("backend {}: a device answers", chosen.backend->environment().backend);
      return chosen;
    }
    if (name == "cuda") return fail(everywhere.error());
    chosen.note = fmt::format("backend host: {}", everywhere.error().what);
  }
  auto host = make_host_backend(place);
  if (const auto everywhere = agree(world, host ? Result<void>{} : fail(host.error())); !everywhere) {
    return fail(everywhere.error());
  }
  chosen.backend = std::move(*host);
  return chosen;
}

}  // namespace roofgate
