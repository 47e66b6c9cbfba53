// What `roofgate baseline` prints.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "bench/baseline/baseline.hpp"
#include "bench/baseline/baseline_check.hpp"
#include "bench/baseline/promote.hpp"
#include "bench/report/document.hpp"

namespace roofgate {

/// One row per baseline.
[[nodiscard]] Document baseline_list_document(const std::filesystem::path& folder,
                                              std::span<const CheckedBaseline> baselines);

/// One row per night: when, what changed in the software since the night before, who accepted it and why.
[[nodiscard]] Document baseline_document(const Baseline& baseline);

/// The history of one case, one row per night that has it.
[[nodiscard]] Document baseline_case_document(const Baseline& baseline, const std::string& case_id);

/// What became a night, or every reason why it did not.
[[nodiscard]] Document promotion_document(const Promotion& promotion, const std::filesystem::path& file,
                                          std::size_t nights_after);

/// Every unreadable file and every doubt; one line when all is well.
[[nodiscard]] Document baseline_check_document(const std::filesystem::path& folder,
                                               std::span<const CheckedBaseline> baselines);

/// Ids of every case that any night has, sorted.
[[nodiscard]] std::vector<std::string> cases_of(const Baseline& baseline);

}  // namespace roofgate
