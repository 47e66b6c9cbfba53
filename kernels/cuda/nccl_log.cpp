#include "kernels/cuda/nccl_log.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>

namespace roofgate {
namespace {

constexpr std::array<const char*, 3> kVariables{"NCCL_DEBUG", "NCCL_DEBUG_SUBSYS", "NCCL_DEBUG_FILE"};

std::string name_of_algorithm(const std::string& word) {
  // NCCL_ALGO_* and NCCL_PROTO_* of its nccl_common.h, which older versions log as numbers.
  static const std::map<std::string, std::string> kNames{
      {"0", "TREE"},      {"1", "RING"}, {"2", "COLLNET_DIRECT"}, {"3", "COLLNET_CHAIN"}, {"4", "NVLS"},
      {"5", "NVLS_TREE"}, {"6", "PAT"}};
  const auto found = kNames.find(word);
  return found == kNames.end() ? word : found->second;
}

std::string name_of_protocol(const std::string& word) {
  static const std::map<std::string, std::string> kNames{{"0", "LL"}, {"1", "LL128"}, {"2", "SIMPLE"}};
  const auto found = kNames.find(word);
  return found == kNames.end() ? word : found->second;
}

std::string upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::toupper(letter)); });
  return text;
}

/// Calls `visit(line)` for each line that has ended: one that is still being written is not read.
template <class Visit>
void for_each_line(std::string_view log, Visit visit) {
  for (std::size_t end = log.find('\n'); end != std::string_view::npos; end = log.find('\n')) {
    visit(std::string{log.substr(0, end)});
    log.remove_prefix(end + 1);
  }
}

}  // namespace

std::map<std::string, std::string> nccl_choice(std::string_view log, std::string_view function) {
  static const std::regex kChoice{
      R"((?:(\w+): +)?\d+ Bytes -> Algo (\w+) proto (\w+)(?: channel\{Lo\.\.Hi\}=\{(\d+)\.\.(\d+)\})?)"};
  std::map<std::string, std::string> choice;
  for_each_line(log, [&](const std::string& line) {
    std::smatch match;
    if (line.find("NCCL INFO") == std::string::npos || !std::regex_search(line, match, kChoice)) return;
    if (match[1].matched && match[1].str() != function) return;
    choice = {{"algorithm", upper(name_of_algorithm(match[2].str()))},
              {"protocol", upper(name_of_protocol(match[3].str()))}};
    if (!match[4].matched) return;
    const long lowest = std::strtol(match[4].str().c_str(), nullptr, 10);
    const long highest = std::strtol(match[5].str().c_str(), nullptr, 10);
    if (highest >= lowest) choice["channels"] = std::to_string(highest - lowest + 1);
  });
  return choice;
}

std::set<std::string> nccl_transports(std::string_view log) {
  static const std::regex kVia{R"( via (P2P|SHM|NET|COLLNET|NVLS)([/A-Za-z0-9_]*))"};
  static const std::regex kDevice{R"(/\d+(?=/|$))"};
  std::set<std::string> transports;
  for_each_line(log, [&](const std::string& line) {
    std::smatch match;
    if (line.find("Channel") == std::string::npos || !std::regex_search(line, match, kVia)) return;
    transports.insert(match[1].str() + std::regex_replace(match[2].str(), kDevice, ""));
  });
  return transports;
}

NcclLog::NcclLog() {
  for (const char* name : kVariables) {
    if (std::getenv(name) != nullptr) return;  // the user's own log
  }
  std::error_code unknown;
  const auto folder = std::filesystem::temp_directory_path(unknown);
  std::string name = (unknown ? std::filesystem::path{"/tmp"} : folder) / "roofgate-nccl-XXXXXX";
  const int descriptor = ::mkstemp(name.data());
  if (descriptor < 0) return;
  ::close(descriptor);
  file_ = name;
  ::setenv("NCCL_DEBUG", "INFO", 0);
  ::setenv("NCCL_DEBUG_SUBSYS", "INIT,TUNING", 0);
  ::setenv("NCCL_DEBUG_FILE", file_.c_str(), 0);
}

NcclLog::~NcclLog() {
  if (file_.empty()) return;
  std::error_code ignored;
  std::filesystem::remove(file_, ignored);
  for (const char* name : kVariables) ::unsetenv(name);
}

void NcclLog::mark() {
  std::error_code unknown;
  const auto size = std::filesystem::file_size(file_, unknown);
  mark_ = unknown ? 0 : static_cast<std::size_t>(size);
}

std::string NcclLog::since_mark() const { return read_from(mark_); }

std::string NcclLog::whole() const { return read_from(0); }

std::string NcclLog::read_from(std::size_t begin) const {
  if (file_.empty()) return {};
  std::ifstream stream{file_, std::ios::binary};
  stream.seekg(static_cast<std::streamoff>(begin));
  return {std::istreambuf_iterator<char>{stream}, std::istreambuf_iterator<char>{}};
}

}  // namespace roofgate
