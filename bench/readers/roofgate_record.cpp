#include "bench/readers/roofgate_record.hpp"

#include <fmt/format.h>

#include <utility>

#include "bench/record/atomic_file.hpp"
#include "bench/record/record_json.hpp"

namespace roofgate {

Claim claims_roofgate_record(std::string_view head) {
  const std::size_t key = head.find("\"schema\"");
  if (key == std::string_view::npos) return {};
  return head.substr(key, 80).find("\"roofgate.record/") != std::string_view::npos
             ? Claim{Fit::sure, "a roofgate record"}
             : Claim{};
}

Result<Imported> read_roofgate_record(TextStream& stream, const Source& source) {
  std::string text;
  for (int c = stream.next(); c >= 0; c = stream.next()) {
    text += static_cast<char>(c);
    if (text.size() > kMaxInputBytes) {
      return fail(ErrorKind::input, fmt::format("is larger than {} bytes", kMaxInputBytes), source.name);
    }
  }
  auto record = parse_record(text, source.name);
  if (!record) return fail(record.error());
  Imported imported;
  for (const Case& measured : record->cases) imported.remarks.add_read(measured.rounds.size());
  imported.records.push_back(std::move(*record));
  return imported;
}

}  // namespace roofgate
