#include "tests/bench/roofgate-bench/planted_workload.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <csignal>
#include <thread>
#include <utility>

#include "bench/roofgate-bench/slowed_workload.hpp"

namespace roofgate {
namespace {

Result<Plant> parse_plant(std::string_view text) {
  Plant plant;
  if (const std::size_t at = text.find('@'); at != std::string_view::npos) {
    int rank = 0;
    std::from_chars(text.data() + at + 1, text.data() + text.size(), rank);
    plant.rank = rank;
    text = text.substr(0, at);
  }
  constexpr std::pair<std::string_view, Plant::Kind> kKinds[]{{"hang", Plant::Kind::hang},
                                                              {"crash", Plant::Kind::crash},
                                                              {"wrong", Plant::Kind::wrong},
                                                              {"killed", Plant::Kind::killed},
                                                              {"late", Plant::Kind::late}};
  for (const auto& [name, kind] : kKinds) {
    plant.kind = kind;
    if (text == name) return plant;
  }
  constexpr std::string_view kLate = "late";
  if (text.substr(0, kLate.size()) == kLate) {
    plant.kind = Plant::Kind::late;
    const auto [end, error] = std::from_chars(text.data() + kLate.size(), text.data() + text.size(), plant.late_s);
    if (error == std::errc{} && end == text.data() + text.size() && plant.late_s > 0.0) return plant;
  }
  double slowdown = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), slowdown);
  if (error == std::errc{} && end == text.data() + text.size() && slowdown >= 1.0) {
    plant.kind = Plant::Kind::slow;
    plant.slowdown = slowdown;
    return plant;
  }
  return fail(ErrorKind::usage, fmt::format("'{}' is no plant", text), "ROOFGATE_PLANT",
              "a factor of at least 1, hang, crash, wrong, killed, late or late and its seconds");
}

class PlantedWorkload final : public Workload {
 public:
  PlantedWorkload(std::unique_ptr<Workload> inner, Plant plant) : inner_{std::move(inner)}, plant_{plant} {}

  [[nodiscard]] Work work() const override { return inner_->work(); }
  [[nodiscard]] std::size_t set_count() const override { return inner_->set_count(); }
  [[nodiscard]] std::size_t queue_cost() const override { return inner_->queue_cost(); }
  [[nodiscard]] Result<void> poll() override { return inner_->poll(); }
  [[nodiscard]] std::map<std::string, std::string> algorithm() const override { return inner_->algorithm(); }

  [[nodiscard]] Result<Check> check() override {
    auto check = inner_->check();
    if (check && plant_.kind == Plant::Kind::wrong) *check = {false, 2.0, "planted: element 0 is not what it was"};
    return check;
  }

  [[nodiscard]] Result<void> launch(std::size_t set) override {
    if (plant_.kind == Plant::Kind::killed) std::raise(SIGKILL);
    if (plant_.kind == Plant::Kind::late) std::this_thread::sleep_for(std::chrono::duration<double>{plant_.late_s});
    if (auto launched = inner_->launch(set); !launched) return launched;
    if (plant_.kind == Plant::Kind::crash) std::raise(SIGSEGV);
    while (plant_.kind == Plant::Kind::hang) std::this_thread::sleep_for(std::chrono::seconds{1});
    return {};
  }

 private:
  std::unique_ptr<Workload> inner_;
  Plant plant_;
};

}  // namespace

Result<std::multimap<std::string, Plant>> parse_plants(std::string_view text) {
  std::multimap<std::string, Plant> plants;
  while (!text.empty()) {
    const std::string_view entry = text.substr(0, text.find(','));
    text.remove_prefix(std::min(entry.size() + 1, text.size()));
    const std::size_t equals = entry.rfind('=');
    if (equals == std::string_view::npos) {
      return fail(ErrorKind::usage, fmt::format("'{}' plants nothing", entry), "ROOFGATE_PLANT",
                  "write <case id>=1.3[,<case id>=hang]");
    }
    const auto planted = parse_plant(entry.substr(equals + 1));
    if (!planted) return fail(planted.error());
    plants.emplace(entry.substr(0, equals), *planted);
  }
  return plants;
}

std::unique_ptr<Workload> plant(std::unique_ptr<Workload> workload, Plant plant) {
  if (plant.kind == Plant::Kind::slow) return slowed(std::move(workload), 1.0 - 1.0 / plant.slowdown);
  return std::make_unique<PlantedWorkload>(std::move(workload), plant);
}

}  // namespace roofgate
