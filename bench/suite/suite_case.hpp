// One case of a suite: what is measured, in which cache state, within which limits. Pure: no platform.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "kernels/base/quantity.hpp"
#include "kernels/base/work.hpp"
#include "kernels/base/workload.hpp"
#include "kernels/ceiling/ceiling_spec.hpp"
#include "kernels/collective/collective_spec.hpp"
#include "kernels/elementwise/chain_spec.hpp"
#include "kernels/gemm/gemm_spec.hpp"
#include "kernels/memory/memory_spec.hpp"
#include "kernels/step/step_spec.hpp"

namespace roofgate {

using CaseSpec = std::variant<GemmSpec, ChainSpec, MemorySpec, CeilingSpec, CollectiveSpec, StepSpec>;

/// As in the record: numbers, words, yes or no.
using CaseParameter = std::variant<double, std::string, bool>;

enum class SuiteBackend { host, cuda };

/// Budgets of one measurement that a suite may set; what is absent keeps the measuring loop's default.
struct SuiteLimits {
  std::optional<Seconds> max_warmup;
  std::optional<Seconds> min_sampling;
  std::optional<Seconds> max_sampling;
  std::optional<std::int64_t> min_samples;
  std::optional<std::int64_t> max_samples;
  std::optional<Seconds> max_case;  ///< the watchdog's: allocation, check, warm-up and sampling together
};

struct SuiteCase {
  CaseSpec spec;
  SuiteBackend backend = SuiteBackend::host;
  CacheState cache = CacheState::cold;
  bool expose_launch = false;  ///< launch latency is part of what is measured
  SuiteLimits limits;
  /// Cases that are compared with one another share a group and are measured back to back, so that clock and node
  /// cancel in their ratio: the alignment variants of one shape, the launch variants of one chain.
  std::string group;
  /// Ladder variants: the shape they are compared on, and which variant this is. Empty elsewhere.
  std::string nominal_shape;
  std::string variant;

  /// The spec's id, then "/warm" unless cold, then "/launch_exposed" where that is not the case's nature.
  [[nodiscard]] std::string id() const;
  [[nodiscard]] std::string_view kind() const;  ///< "gemm", "memory", …, a collective's name, "step"
  [[nodiscard]] bool is_collective() const;     ///< all ranks measure it together
  [[nodiscard]] std::map<std::string, CaseParameter> parameters() const;
  /// What the spec counts. None for ceilings: their work depends on the machine, and the workload tells.
  [[nodiscard]] std::optional<Work> work() const;
  [[nodiscard]] Result<void> validate() const;
};

/// The same case in a world of `ranks`: collectives get the world's size, others stay.
[[nodiscard]] SuiteCase with_ranks(SuiteCase suite_case, int ranks);

/// Whether a world of `ranks` can measure it: an exchange of pairs needs a partner.
[[nodiscard]] bool exists_among(const SuiteCase& suite_case, int ranks);

[[nodiscard]] std::string_view name_of(SuiteBackend backend);
[[nodiscard]] std::string_view name_of(CacheState cache);

}  // namespace roofgate
