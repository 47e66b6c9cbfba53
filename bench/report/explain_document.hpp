// Everything known about one verdict: what `roofgate explain` prints.
#pragma once

#include "bench/baseline/baseline.hpp"
#include "bench/gate/verdict.hpp"
#include "bench/record/record.hpp"
#include "bench/report/document.hpp"

namespace roofgate {

/// `verdict` is of `result`, which judged `record` against `baseline` (null: there was none).
[[nodiscard]] Document explain_document(const GateResult& result, const Verdict& verdict, const Record& record,
                                        const Baseline* baseline);

}  // namespace roofgate
