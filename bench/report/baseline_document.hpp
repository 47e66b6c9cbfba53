// What `roofgate baseline` prints.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/baseline/baseline.hpp"
#include "bench/baseline/baseline_check.hpp"
#include "bench/baseline/promote.hpp"
#include "bench/report/document.hpp"

namespace roofgate {

/// One row per baseline, with the age of its last night on the day `today` ("2026-11-29").
[[nodiscard]] Document baseline_list_document(const std::filesystem::path& folder,
                                              std::span<const CheckedBaseline> baselines, std::string_view today);

/// One row per night: when, what changed in the software since the night before, who accepted it and why;
/// and how old the last one is `today`.
[[nodiscard]] Document baseline_document(const Baseline& baseline, std::string_view today);

/// The history of one case, one row per night that has it.
[[nodiscard]] Document baseline_case_document(const Baseline& baseline, const std::string& case_id);

/// A line for each of the notes, `most` at most, and how many more there are.
void add_notes(Document& document, std::span<const CaseNote> notes, std::size_t most);

/// What of an accepted night is watched instead of joining the reference, and what joined undecided after it was
/// watched; at most `most` cases of each by name. Empty if there is neither.
[[nodiscard]] Document watched_document(const Promotion& promotion, std::size_t most);

/// What became a night, or every reason why it did not. `elsewhere` of `nights_after` are of other places.
[[nodiscard]] Document promotion_document(const Promotion& promotion, const std::filesystem::path& file,
                                          std::size_t nights_after, std::size_t elsewhere = 0);

/// Every unreadable file and every doubt; one line when all is well.
[[nodiscard]] Document baseline_check_document(const std::filesystem::path& folder,
                                               std::span<const CheckedBaseline> baselines);

/// Ids of every case that any night has, sorted.
[[nodiscard]] std::vector<std::string> cases_of(const Baseline& baseline);

}  // namespace roofgate
