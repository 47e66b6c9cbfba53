#include "bench/roofline/peaks_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "bench/record/atomic_file.hpp"
#include "bench/record/json_fields.hpp"
#include "bench/roofline/architecture.hpp"

namespace roofgate {
namespace {

/// A text that must say something.
std::string said(JsonFields& fields, std::string_view key) {
  std::string text = fields.text(key);
  if (text.empty()) fields.mistake(key, "is empty", "write what is meant, or leave out an optional key");
  return text;
}

std::string said_if_present(JsonFields& fields, std::string_view key) {
  return fields.has(key) ? said(fields, key) : std::string{};
}

double positive(JsonFields& fields, std::string_view key) {
  const double value = fields.number(key, 0.0);
  if (value <= 0.0) {
    fields.mistake(key, fmt::format("is {}, not a positive number", value),
                   "write it in the SI unit that the key of the figure ends with, as 4.8e12");
  }
  return value;
}

RejectedFigure read_rejected(JsonFields& fields) {
  RejectedFigure rejected;
  rejected.value = positive(fields, "value");
  const std::string why = said(fields, "why");
  const auto parsed = parse_rejected_why(why);
  if (!parsed) {
    fields.mistake(
        "why", fmt::format("'{}' is no reason that is known", printable(why)),
        "use sparse, non_tensor, accumulate, other_part, full_die, device_maximum, rounded, unit, announced, "
        "unverified or contradicted");
  }
  rejected.why = parsed.value_or(RejectedWhy::contradicted);
  rejected.source = said(fields, "source");
  rejected.reason = said_if_present(fields, "reason");
  return rejected;
}

PublishedFigure read_figure(JsonFields& fields) {
  PublishedFigure figure;
  if (fields.has("value")) {
    figure.value = positive(fields, "value");
    figure.source = said(fields, "source");
    figure.reason = said_if_present(fields, "reason");
  }
  if (fields.has("rejected")) {
    fields.objects("rejected", [&](JsonFields& inner) { figure.rejected.push_back(read_rejected(inner)); });
  }
  if (!figure.value && figure.rejected.empty()) {
    fields.mistake("value", "is missing, and no rejected value says why",
                   "remove the figure if nothing is known of it");
  }
  return figure;
}

AcceptedFinding read_accepted(JsonFields& fields) {
  return {said(fields, "rule"), said(fields, "figure"), said(fields, "reason")};
}

DevicePeaks read_device(JsonFields& fields) {
  DevicePeaks device;
  device.id = said(fields, "id");
  device.title = said(fields, "title");
  device.architecture = said(fields, "architecture");
  if (find_architecture(device.architecture) == nullptr) {
    fields.mistake("architecture", fmt::format("'{}' is not known", printable(device.architecture)),
                   "add it to bench/roofline/architecture.cpp with its source");
  }
  device.names = fields.texts("names");
  if (device.names.empty()) fields.mistake("names", "is empty", "give the name as the driver prints it");
  fields.object("figures", [&](JsonFields& inner) {
    for (const FigureTraits& traits : kFigures) {
      inner.skip(traits.key);
      if (!inner.has(traits.key)) continue;
      inner.object(traits.key, [&](JsonFields& figure) { device.figures.emplace(traits.figure, read_figure(figure)); });
    }
  });
  if (fields.has("accepted")) {
    fields.objects("accepted", [&](JsonFields& inner) { device.accepted.push_back(read_accepted(inner)); });
  }
  return device;
}

Result<void> check_unique(const PeaksDb& db) {
  std::map<std::string, const DevicePeaks*> owner;
  for (const DevicePeaks& device : db.devices) {
    std::vector<std::string> own{device.id};
    own.insert(own.end(), device.names.begin(), device.names.end());
    for (const std::string& name : own) {
      const auto [at, fresh] = owner.emplace(comparable_name(name), &device);
      if (!fresh && at->second != &device) {
        return fail(ErrorKind::input, fmt::format("'{}' names both {} and {}", name, at->second->id, device.id),
                    device.file, "give each device its own names");
      }
    }
  }
  return {};
}

}  // namespace

Result<std::vector<DevicePeaks>> parse_peaks(std::string_view text, const std::string& source) {
  Result<JsonNode> root = parse_json(text, source);
  if (!root) return fail(root.error());
  if (auto ok = check_schema(*root, kPeaksSchema, source); !ok) return fail(ok.error());
  JsonMistakes mistakes{source};
  JsonFields fields{mistakes, *root, {}};
  fields.skip("schema");
  static_cast<void>(said(fields, "family"));
  std::vector<DevicePeaks> devices;
  fields.objects("devices", [&](JsonFields& inner) { devices.push_back(read_device(inner)); });
  fields.finish();
  if (mistakes.first()) return fail(*mistakes.first());
  for (DevicePeaks& device : devices) device.file = source;
  return devices;
}

Result<PeaksDb> load_peaks(const std::filesystem::path& folder) {
  const std::string hint = "name the folder of the peaks files with --peaks";
  std::error_code problem;
  std::vector<std::filesystem::path> files;
  for (std::filesystem::directory_iterator it{folder, problem}, end; !problem && it != end; it.increment(problem)) {
    if (it->path().extension() == ".json") files.push_back(it->path());
  }
  if (problem) {
    return fail(ErrorKind::input, "cannot read the peaks folder: " + problem.message(), folder.string(), hint);
  }
  if (files.empty()) return fail(ErrorKind::input, "holds no *.json with peaks", folder.string(), hint);
  std::sort(files.begin(), files.end());
  PeaksDb db;
  for (const std::filesystem::path& file : files) {
    const Result<std::string> text = read_file(file);
    if (!text) return fail(text.error());
    Result<std::vector<DevicePeaks>> devices = parse_peaks(*text, file.string());
    if (!devices) return fail(devices.error());
    std::move(devices->begin(), devices->end(), std::back_inserter(db.devices));
  }
  if (auto ok = check_unique(db); !ok) return fail(ok.error());
  return db;
}

}  // namespace roofgate
