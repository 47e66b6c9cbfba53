// The folder name of a machine's baselines: stable, readable, safe as a file name whatever a driver prints.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "bench/record/environment.hpp"
#include "bench/record/fnv1a.hpp"

namespace roofgate {
namespace {

// A file name may have 255 bytes (NAME_MAX); a key leaves room for a suite's name and stays readable.
constexpr std::size_t kMostModelBytes = 64;
constexpr std::size_t kMostKeyBytes = 160;

// Limits are told in milliwatts and differ by a few between reads of like boards.
constexpr double kPowerStep = 5.0;

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

bool is_all_digits(std::string_view text) { return !text.empty() && std::all_of(text.begin(), text.end(), is_digit); }

/// Runs of ASCII letters and digits, lower-case.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words(1);
  for (const char raw : text) {
    const char letter = raw >= 'A' && raw <= 'Z' ? static_cast<char>(raw - 'A' + 'a') : raw;
    if (is_digit(letter) || (letter >= 'a' && letter <= 'z')) {
      words.back() += letter;
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

std::string cut(const std::string& text, std::size_t most) {
  if (text.size() <= most) return text;
  constexpr std::size_t kFingerprintBytes = 9;
  return fmt::format("{}-{:08x}", text.substr(0, most - kFingerprintBytes), fnv1a_32(text));
}

std::string joined(const std::vector<std::string>& words) {
  if (words.empty()) return "unknown";
  return cut(fmt::format("{}", fmt::join(words, "-")), kMostModelBytes);
}

std::string device_model(std::string_view name) {
  std::vector<std::string> words = words_of(name);
  words.erase(std::remove(words.begin(), words.end(), "nvidia"), words.end());
  return joined(words);
}

/// "Intel(R) Xeon(R) Platinum 8480C CPU @ 2.00GHz" -> intel-xeon-platinum-8480c: no marks, clock or count of cores.
std::string cpu_model(std::string_view name) {
  const std::string_view kept = name.substr(0, name.find('@'));
  std::vector<std::string> words;
  for (std::string& word : words_of(kept)) {
    const bool mark = word == "r" || word == "tm" || word == "cpu" || word == "processor";
    if (word == "core" && !words.empty() && is_all_digits(words.back())) {
      words.pop_back();  // "96-Core"
    } else if (!mark) {
      words.push_back(std::move(word));
    }
  }
  return joined(words);
}

std::string traits_of(const DeviceInfo& device) {
  std::string traits;
  if (device.power_limit && std::isfinite(device.power_limit->value()) && device.power_limit->value() > 0) {
    traits += fmt::format("-{:.0f}w", kPowerStep * std::round(device.power_limit->value() / kPowerStep));
  }
  if (device.ecc_enabled) traits += *device.ecc_enabled ? "-ecc" : "-noecc";
  // CUDA puts the slice into the name ("NVIDIA H200 MIG 1g.18gb"), NVML does not.
  const bool named = device.name.find("MIG") != std::string::npos;
  if (device.mig_enabled.value_or(false) && !named) traits += "-mig";
  return traits;
}

/// Like devices are counted together; a mixed node lists each kind, whatever the order of its devices.
std::string devices_key(const std::vector<DeviceInfo>& devices) {
  std::vector<std::pair<std::string, std::string>> kinds;
  kinds.reserve(devices.size());
  for (const DeviceInfo& device : devices) kinds.emplace_back(device_model(device.name), traits_of(device));
  std::sort(kinds.begin(), kinds.end());
  std::vector<std::string> parts;
  for (auto kind = kinds.begin(); kind != kinds.end();) {
    const auto next = std::upper_bound(kind, kinds.end(), *kind);
    parts.push_back(fmt::format("{}-x{}{}", kind->first, next - kind, kind->second));
    kind = next;
  }
  return parts.empty() ? "no-device" : fmt::format("{}", fmt::join(parts, "_"));
}

}  // namespace

std::string hardware_key(const Environment& environment) {
  if (environment.backend == "host") {
    return fmt::format("host-{}-{}c", cpu_model(environment.cpu.model), std::max(0, environment.cpu.cores));
  }
  const std::string devices = devices_key(environment.devices);
  // An emulated device must never share a folder with the real one, nor a backend of the future with CUDA.
  if (environment.backend == "cuda") return cut(devices, kMostKeyBytes);
  return cut(fmt::format("{}-{}", joined(words_of(environment.backend)), devices), kMostKeyBytes);
}

}  // namespace roofgate
