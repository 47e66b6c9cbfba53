#include "kernels/cuda/cuda_platform.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <string_view>
#include <utility>

#include "kernels/cuda/nccl.hpp"
#include "kernels/cuda/region_timer.hpp"
#include "kernels/cuda/stream.hpp"

namespace roofgate {
namespace {

/// See "how it can deadlock" in blocker.hpp.
Result<void> refuse_blocking_launches() {
  const char* value = std::getenv("CUDA_LAUNCH_BLOCKING");
  if (value == nullptr || std::string_view{value} == "0" || std::string_view{value}.empty()) return {};
  return fail(ErrorKind::unavailable, fmt::format("CUDA_LAUNCH_BLOCKING={} makes every launch wait for its end", value),
              "cuda", "unset CUDA_LAUNCH_BLOCKING to measure");
}

class EventPlatform final : public CudaPlatform {
 public:
  EventPlatform(CudaDevice device, Stream stream, RegionTimer timer, Seconds resolution)
      : device_{std::move(device)}, stream_{std::move(stream)}, timer_{std::move(timer)}, resolution_{resolution} {}

  [[nodiscard]] std::string_view name() const override { return cuda_backend_name(); }
  [[nodiscard]] Seconds timer_resolution() const override { return resolution_; }
  [[nodiscard]] Bytes last_level_cache() const override { return device_.l2_cache; }

  [[nodiscard]] CudaContext context(CacheState cache) const override {
    CudaContext context;
    context.device = device_.index;
    context.stream = stream_.get();
    context.multiprocessors = device_.multiprocessors;
    context.compute_capability = device_.compute_capability;
    context.l2_cache = device_.l2_cache;
    context.cache = cache;
    context.nccl = nccl_.get();
    return context;
  }

  /// The first launch of a kernel may load it, which may wait for the device: never behind a hold.
  [[nodiscard]] Result<void> prepare(Workload& workload) override {
    Region region;
    region.launch = [&](std::size_t) { return workload.launch(0); };
    region.expose_launch = true;
    region.poll = [&] { return workload.poll(); };
    return timer_.time(region).map([](Seconds) {});
  }

  [[nodiscard]] Result<Seconds> time(Workload& workload, Batch batch, bool expose_launch) override {
    Region region;
    region.launches = batch.iterations;
    region.launch = [&](std::size_t i) { return workload.launch((batch.first_launch + i) % workload.set_count()); };
    region.queue_cost = workload.queue_cost();
    // One launch of more than a hold may have behind it: it lasts far longer than its latency, and nothing is hidden.
    region.expose_launch = expose_launch || workload.queue_cost() > kMaxQueuedLaunches;
    region.rendezvous = [&] { return workload.rendezvous(); };
    region.poll = [&] { return workload.poll(); };
    return timer_.time(region);
  }

  [[nodiscard]] Result<void> synchronize() override { return roofgate::synchronize(stream_.get()); }

 private:
  CudaDevice device_;
  Stream stream_;
  RegionTimer timer_;
  Seconds resolution_;
  std::unique_ptr<NcclCache> nccl_ = std::make_unique<NcclCache>();
};

}  // namespace

Result<std::unique_ptr<CudaPlatform>> make_cuda_platform(int device) {
  if (auto ok = refuse_blocking_launches(); !ok) return fail(ok.error());
  Result<std::vector<CudaDevice>> devices = cuda_devices();
  if (!devices) return fail(devices.error());
  if (device < 0 || static_cast<std::size_t>(device) >= devices->size()) {
    return fail(ErrorKind::unavailable, fmt::format("device {} does not exist: {} visible", device, devices->size()),
                "cuda", "choose a device from 0, or look at CUDA_VISIBLE_DEVICES");
  }
  Result<Stream> stream = Stream::create(device);
  if (!stream) return fail(stream.error());
  Result<RegionTimer> timer = RegionTimer::create(stream->get());
  if (!timer) return fail(timer.error());
  const Result<Seconds> resolution = timer->measure_resolution();
  if (!resolution) return fail(resolution.error());
  return std::make_unique<EventPlatform>((*devices)[static_cast<std::size_t>(device)], *std::move(stream),
                                         *std::move(timer), *resolution);
}

}  // namespace roofgate
