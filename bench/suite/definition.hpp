// The identity of a measurement: two results are comparable only if what was measured, and how, is the same.
#pragma once

#include <string>

#include "bench/suite/suite_case.hpp"

namespace roofgate {

/// Everything the hash covers, one `key=value` per line: workload parameters, work model, data kind, cache state,
/// timing method, barrier policy. Not the limits of sampling (they change the precision, not the subject), not the
/// software and not the machine.
[[nodiscard]] std::string definition_text(const SuiteCase& suite_case);

/// 64-bit FNV-1a of `definition_text` as 16 hexadecimal digits: the same on every machine and compiler.
/// Fowler, Noll, Vo, Eastlake: "The FNV Non-Cryptographic Hash Algorithm", IETF draft-eastlake-fnv.
[[nodiscard]] std::string definition_hash(const SuiteCase& suite_case);

}  // namespace roofgate
