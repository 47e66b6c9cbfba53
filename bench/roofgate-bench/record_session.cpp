#include "bench/roofgate-bench/record_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <random>
#include <utility>

#include "bench/record/drill_note.hpp"
#include "bench/record/record_json.hpp"
#include "bench/record/running_file.hpp"
#include "bench/record/utc_time.hpp"
#include "bench/roofgate-bench/placement.hpp"
#include "bench/suite/definition.hpp"

namespace roofgate {
namespace {

/// "0.05"; "0" for a night without, and for one that is the clean side of a drill.
std::string planted_loss_of(const Record& record) {
  const auto found = record.notes.find(std::string{kDrillNote});
  return found == record.notes.end() ? "0" : found->second;
}

Result<void> check_same(const Record& record, const SessionHeader& header, const std::string& file) {
  const auto differ = [&](std::string_view what, const std::string& theirs, const std::string& ours) {
    return fail(ErrorKind::input, fmt::format("holds rounds of another {}: '{}', not '{}'", what, theirs, ours), file,
                "rounds of one record are measured alike: choose another --record file");
  };
  const std::string their_key = hardware_key(record.environment);
  const std::string our_key = hardware_key(header.environment);
  if (their_key != our_key) return differ("machine", their_key, our_key);
  if (record.suite != header.suite) return differ("suite", record.suite, header.suite);
  // A planted loss never gets into a night, and no night into what was planted.
  const std::string our_loss = fmt::format("{:g}", header.planted_loss);
  if (planted_loss_of(record) != our_loss) return differ("planted loss", planted_loss_of(record), our_loss);
  const std::string their_tool =
      fmt::format("{} {} {}", record.tool.version, record.tool.git_revision, record.tool.build_type);
  const std::string our_tool =
      fmt::format("{} {} {}", header.tool.version, header.tool.git_revision, header.tool.build_type);
  if (their_tool != our_tool) return differ("version of this program", their_tool, our_tool);
  return {};
}

std::string new_record_id(const std::string& started_at) {
  std::string stamp;
  for (const char c : started_at) {
    if (c != '-' && c != ':') stamp += c;
  }
  std::random_device source;
  return fmt::format("{}-{:08x}", stamp, source());
}

/// "allreduce/…/bytes8/ranks4/warm" -> the same with ranks1, and 4. An id without ranks: itself, and 0.
std::pair<std::string, int> split_ranks(const std::string& id) {
  constexpr std::string_view kRanks = "/ranks";
  const std::size_t at = id.find(kRanks);
  if (at == std::string::npos) return {id, 0};
  const std::size_t digits = at + kRanks.size();
  const std::size_t end = std::min(id.find('/', digits), id.size());
  int ranks = 0;
  std::from_chars(id.data() + digits, id.data() + end, ranks);
  return {id.substr(0, digits) + "1" + id.substr(end), ranks};
}

}  // namespace

Record begin_record(const SessionHeader& header) {
  Record record;
  record.started_at = utc_now();
  record.id = new_record_id(record.started_at);
  record.tool = header.tool;
  record.environment = header.environment;
  record.suite = header.suite;
  record.rounds_planned = header.rounds_planned;
  if (header.planted_loss > 0.0) record.notes[std::string{kDrillNote}] = fmt::format("{:g}", header.planted_loss);
  return record;
}

Result<std::unique_ptr<RecordSession>> RecordSession::open(std::filesystem::path file, const SessionHeader& header,
                                                           std::vector<std::string> suite_ids) {
  std::error_code unknown;
  Record record;
  if (std::filesystem::exists(file, unknown)) {
    auto read = read_record(file);
    if (!read) return fail(read.error());
    if (auto same = check_same(*read, header, file.string()); !same) return fail(same.error());
    record = std::move(*read);
    record.rounds_planned = std::max(record.rounds_planned, header.rounds_planned);
  } else {
    record = begin_record(header);
    if (auto written = write_record(record, file); !written) return fail(written.error());
  }
  return std::unique_ptr<RecordSession>{new RecordSession{std::move(file), std::move(record), std::move(suite_ids)}};
}

bool RecordSession::has_samples(std::string_view case_id, int round) const {
  const std::lock_guard lock{mutex_};
  for (const Case& measured : record_.cases) {
    if (measured.id != case_id) continue;
    return std::any_of(measured.rounds.begin(), measured.rounds.end(),
                       [&](const Round& each) { return each.index == round && !each.time_s.empty(); });
  }
  return false;
}

std::pair<std::size_t, int> RecordSession::order_of(const std::string& case_id) const {
  const auto [plain, ranks] = split_ranks(case_id);
  const auto found = std::find(suite_ids_.begin(), suite_ids_.end(), plain);
  return {static_cast<std::size_t>(found - suite_ids_.begin()), ranks};
}

Case& RecordSession::find_or_insert(const SuiteCase& suite_case) {
  const std::string id = suite_case.id();
  const auto found =
      std::find_if(record_.cases.begin(), record_.cases.end(), [&](const Case& each) { return each.id == id; });
  if (found != record_.cases.end()) return *found;
  const auto order = order_of(id);
  const auto place = std::find_if(record_.cases.begin(), record_.cases.end(),
                                  [&](const Case& each) { return order_of(each.id) > order; });
  Case added;
  added.id = id;
  return *record_.cases.insert(place, std::move(added));
}

std::optional<int> RecordSession::place_of_world() {
  if (!world_) return std::nullopt;
  const auto found = std::find_if(record_.worlds.begin(), record_.worlds.end(),
                                  [&](const PlacedWorld& each) { return are_equal(each, *world_); });
  const auto place = found - record_.worlds.begin();
  if (found == record_.worlds.end()) record_.worlds.push_back(*world_);
  return static_cast<int>(place);
}

void RecordSession::will_measure(const std::string& case_id) const { std::ofstream{running_file(file_)} << case_id; }

Result<void> RecordSession::add(const SuiteCase& suite_case, const Measured& measured) {
  const std::lock_guard lock{mutex_};
  Case& target = find_or_insert(suite_case);
  target.kind = suite_case.kind();
  target.parameters = suite_case.parameters();
  target.definition = definition_hash(suite_case);
  if (const auto counted = suite_case.work()) target.work = *counted;
  if (measured.work) target.work = *measured.work;
  Round added = measured.round;
  const bool has_world = world_ && world_->ranks.size() == static_cast<std::size_t>(added.world_size);
  if (suite_case.is_collective() && has_world) added.world = place_of_world();
  const auto same_round = std::find_if(target.rounds.begin(), target.rounds.end(),
                                       [&](const Round& each) { return each.index == measured.round.index; });
  if (same_round != target.rounds.end()) {
    *same_round = std::move(added);
  } else {
    target.rounds.push_back(std::move(added));
    std::sort(target.rounds.begin(), target.rounds.end(),
              [](const Round& a, const Round& b) { return a.index < b.index; });
  }
  auto written = write_record(record_, file_);
  std::error_code ignored;
  if (written) std::filesystem::remove(running_file(file_), ignored);
  return written;
}

Result<void> RecordSession::finish() {
  const std::lock_guard lock{mutex_};
  record_.finished_at = utc_now();
  return write_record(record_, file_);
}

}  // namespace roofgate
