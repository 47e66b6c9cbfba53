// Telemetry that was written down beforehand: for tests of what measures and judges.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "bench/telemetry/telemetry.hpp"

namespace roofgate {

/// Each begin/end pair gives the next summary; after the last one, that one again. Without any: empty summaries.
class ScriptedTelemetry final : public TelemetrySource {
 public:
  explicit ScriptedTelemetry(std::vector<TelemetrySummary> script, std::vector<std::string> gaps = {})
      : script_{std::move(script)}, gaps_{std::move(gaps)} {}

  void begin() override { ++begun_; }
  [[nodiscard]] TelemetrySummary end() override {
    if (script_.empty()) return {};
    const std::size_t now = next_;
    if (next_ + 1 < script_.size()) ++next_;
    return script_[now];
  }
  [[nodiscard]] std::vector<std::string> gaps() const override { return gaps_; }

  [[nodiscard]] std::size_t begun() const { return begun_; }

 private:
  std::vector<TelemetrySummary> script_;
  std::vector<std::string> gaps_;
  std::size_t next_ = 0;
  std::size_t begun_ = 0;
};

}  // namespace roofgate
