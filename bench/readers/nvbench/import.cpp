#include "bench/readers/nvbench/import.hpp"

#include <fmt/format.h>

#include <cmath>

namespace roofgate {
namespace {

constexpr int kMostDevices = 1024;

// With one sample nvbench's noise is 0 %, with two it is inf or nan: the mean says nothing of what the next one gives.
constexpr double kLeastSamples = 3;

std::string id_of(const NvbenchState& state, const std::string& how) {
  std::string id = state.benchmark;
  for (const auto& [axis, value] : state.axes) id += fmt::format("/{}={}", axis, value);
  return id + how;
}

}  // namespace

void NvbenchImport::add_device(DeviceInfo device) {
  if (devices_.size() < kMostDevices) devices_.insert_or_assign(device.index, std::move(device));
}

RecordBuilder& NvbenchImport::builder_of(int device) {
  const auto found = builders_.find(device);
  if (found != builders_.end()) return found->second;
  RecordBuilder builder{source_, "nvbench",
                        "one cold measurement where the sample file is there, else the mean over all of them"};
  builder.set_tool(tool_);
  builder.environment().backend = "cuda";
  if (const auto known = devices_.find(device); known != devices_.end()) {
    builder.environment().devices = {known->second};
  }
  return builders_.emplace(device, std::move(builder)).first->second;
}

void NvbenchImport::add_case(RecordBuilder& builder, const NvbenchState& state, const char* how,
                             const std::string& place) {
  const bool is_batch = std::string_view{how} == "/batch";
  const bool is_cpu = std::string_view{how} == "/cpu";
  ImportedCase described;
  described.id = id_of(state, how);
  described.kind = "nvbench";
  for (const auto& [axis, value] : state.axes) described.parameters.emplace(axis, value);
  described.definition = "nvbench " + described.id;
  described.work.subject = Subject::latency;
  if (state.bytes_per_second && state.gpu_s && !is_cpu) {
    const double bytes = std::round(*state.bytes_per_second * *state.gpu_s);
    if (bytes >= 1 && std::isfinite(bytes)) {
      described.work.subject = Subject::bytes;
      described.work.bytes_read = Bytes{bytes};
    }
  }
  Round* round = builder.round(described, 0);
  if (round == nullptr || !round->time_s.empty() || !round->marks.empty()) {
    remarks_.refuse(round == nullptr ? builder.refusal() : "the same state a second time", place);
    const auto& value = is_batch ? state.batch_s : is_cpu ? state.cpu_s : state.gpu_s;
    if (round != nullptr && state.skipped.empty()) mark_repeated(*round, value.value_or(0.0));
    return;
  }
  remarks_.add_read();
  if (!state.skipped.empty()) {
    round->marks.push_back({MarkKind::skipped, "nvbench: the benchmark skipped it; the file has its reason"});
    return;
  }
  std::size_t unusable = 0;
  if (is_batch) {
    unusable += builder.add_sample(*round, described, *state.batch_s) ? 0 : 1;
  } else if (!is_cpu && !state.samples_s.empty()) {
    for (const double sample : state.samples_s) unusable += builder.add_sample(*round, described, sample) ? 0 : 1;
  } else {
    round->iterations_per_sample = std::max(1.0, state.sample_count.value_or(1.0));
    const auto mean = is_cpu ? state.cpu_s : state.gpu_s;
    unusable += mean && builder.add_sample(*round, described, *mean) ? 0 : 1;
  }
  if (state.sample_count && *state.sample_count < kLeastSamples && !is_batch) {
    round->marks.push_back(*state.sample_count < 1
                               ? Mark{MarkKind::error, "no samples: not measured"}
                               : Mark{MarkKind::unstable, fmt::format("{:.0f} samples (at least {:.0f})",
                                                                      *state.sample_count, kLeastSamples)});
  }
  if (unusable > 0) {
    round->marks.push_back({MarkKind::error, fmt::format("{} times are none (zero, negative, NaN)", unusable)});
    remarks_.doubt("times that are none (zero, negative, NaN): the round is marked", place, unusable);
  }
}

void NvbenchImport::add(const NvbenchState& state, const std::string& place) {
  if (state.benchmark.empty()) {
    remarks_.refuse("a state without the name of its benchmark", place);
    return;
  }
  if (state.device < 0 || (builders_.size() >= kMostDevices && !builders_.contains(state.device))) {
    remarks_.refuse(fmt::format("over {} devices, or one below 0", kMostDevices), place);
    return;
  }
  RecordBuilder& builder = builder_of(state.device);
  const bool on_cpu = !state.gpu_s && state.samples_s.empty() && state.cpu_s && state.skipped.empty();
  add_case(builder, state, on_cpu ? "/cpu" : "", place);
  if (state.batch_s && state.skipped.empty()) add_case(builder, state, "/batch", place);
}

Result<Imported> NvbenchImport::finish(const std::string& fingerprint, bool is_cut) {
  Imported imported;
  std::size_t part = 0;
  for (auto& [device, builder] : builders_) {
    imported.records.push_back(builder.finish(fingerprint, part++, remarks_));
  }
  if (imported.records.empty()) {
    return fail(ErrorKind::measurement,
                is_cut ? "ends in its middle, within its first benchmark" : "holds no state that was measured",
                source_.name,
                is_cut ? "nvbench was stopped, or the file was cut when it was copied: import the whole file"
                       : "nvbench writes such a file where no benchmark was run");
  }
  if (imported.records.size() > 1) {
    remarks_.note(fmt::format("states of {} devices: a record for each", imported.records.size()));
  }
  imported.remarks = std::move(remarks_);
  return unfinished_if(is_cut, std::move(imported));
}

}  // namespace roofgate
