#include "bench/readers/nccl/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <set>

#include "kernels/base/text_fields.hpp"

namespace roofgate {
namespace {

constexpr std::size_t kMostRanks = 1'000'000;  // an attack on memory, not a machine

/// The number after `key` and blanks: "iters: 20", "minBytes 8".
std::optional<double> number_after(std::string_view text, std::string_view key) {
  const std::size_t at = text.find(key);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view rest = trimmed(text.substr(at + key.size()));
  double value = 0;
  const auto [end, problem] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
  return problem == std::errc{} && value >= 0 && value < 1e18 ? std::optional{value} : std::nullopt;
}

/// The word after `key`, cut where anything but the characters of names and versions comes.
std::string word_after(std::string_view text, std::string_view key) {
  const std::size_t at = text.find(key);
  if (at == std::string_view::npos) return {};
  std::string_view rest = trimmed(text.substr(at + key.size()));
  const auto is_part = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           std::string_view{"._-+:"}.find(c) != std::string_view::npos;
  };
  rest = rest.substr(0, static_cast<std::size_t>(std::find_if_not(rest.begin(), rest.end(), is_part) - rest.begin()));
  return std::string{rest.substr(0, 64)};
}

void read_settings(std::string_view text, NcclRun& run) {
  run.min_bytes = number_after(text, "minBytes");
  run.max_bytes = number_after(text, "maxBytes");
  const std::optional<double> step = number_after(text, "step:");
  run.step_factor = run.step_bytes = 0;
  if (step) (text.find("(bytes)") != std::string_view::npos ? run.step_bytes : run.step_factor) = *step;
  run.warmup = number_after(text, "warmup iters:");
  // "warmup iters: 5 iters: 20 agg iters: 1": the middle one.
  const std::size_t warmup = text.find("warmup iters:");
  const std::size_t after = warmup == std::string_view::npos ? 0 : warmup + std::string_view{"warmup iters:"}.size();
  run.iterations = number_after(text.substr(after), " iters:");
  run.aggregated = number_after(text, "agg iters:");
  if (const auto validation = number_after(text, "validation:")) run.validates = *validation != 0;
  if (const auto graph = number_after(text, "graph:"); graph && *graph > 0)
    run.settings["graph"] = fmt::format("graph{}", *graph);
  if (run.aggregated && *run.aggregated > 1) run.settings["agg"] = fmt::format("agg{}", *run.aggregated);
  if (const auto shift = number_after(text, "unalign:"); shift && *shift > 0)
    run.settings["unalign"] = fmt::format("unaligned{}", *shift);
}

/// A line that several ranks printed counts once; rank 0 after others begins the list of another attempt.
void add_rank(NcclRun& run, NcclRank one) {
  const auto same = [&one](const NcclRank& known) {
    return known.rank == one.rank && known.group == one.group && known.process == one.process && known.host == one.host;
  };
  // A list of several ranks is in order, but for what printed it twice.
  if (one.rank == 0 || run.ranks.size() < 64) {
    if (std::any_of(run.ranks.begin(), run.ranks.end(), same)) return;
  }
  if (one.rank == 0 && run.rank_count() > 1 && run.group_count() == 1 && one.group == run.ranks.front().group)
    run.ranks.clear();
  run.ranks.push_back(std::move(one));
}

/// "Rank  0 Group  0 Pid 202829 on  nid005471 device  0 [0009:01:00] NVIDIA GH200 120GB"; no Group before 2.17.
bool read_rank(std::string_view text, NcclRun& run) {
  const auto rank = number_after(text, "Rank ");
  const std::size_t on = text.find(" on ");
  const std::size_t device = text.find(" device ");
  if (!rank || !text.starts_with("Rank ") || on == std::string_view::npos || device == std::string_view::npos ||
      device < on)
    return false;
  if (run.ranks.size() >= kMostRanks || *rank >= static_cast<double>(kMostRanks)) return true;
  NcclRank one;
  one.rank = static_cast<int>(*rank);
  one.group = static_cast<int>(std::min(number_after(text.substr(0, on), "Group ").value_or(0), 1e6));
  one.host = trimmed(text.substr(on + 4, device - on - 4));
  one.device = static_cast<int>(std::min(number_after(text, " device ").value_or(0), 1e6));
  const std::size_t open = text.find('[', device);
  const std::size_t close = open == std::string_view::npos ? open : text.find(']', open);
  if (close != std::string_view::npos) {
    one.pci_bus_id = text.substr(open + 1, std::min<std::size_t>(close - open - 1, 32));
    one.device_name = trimmed(text.substr(close + 1)).substr(0, 128);
  }
  one.host = one.host.substr(0, 128);
  one.process = number_after(text.substr(0, on), "Pid ").value_or(0);
  add_rank(run, std::move(one));
  return true;
}

/// "NCCL version 2.23.4+cuda12.6", also inside an INFO line; "RCCL version : 2.18.3", "HIP version  : 6.0".
bool read_versions(std::string_view text, NcclRun& run) {
  if (text.find("RCCL version") != std::string_view::npos) {
    const std::string word = word_after(text, "RCCL version");
    run.software["rccl"] = word.starts_with(':') ? word_after(text, "RCCL version :") : word;
    return true;
  }
  if (text.starts_with("HIP version") || text.starts_with("ROCm version")) {
    const std::string word = word_after(text, ":");
    if (!word.empty()) run.software[text.starts_with("HIP") ? "hip" : "rocm"] = word;
    return true;
  }
  if (text.find("NCCL version ") != std::string_view::npos) {
    const std::string word = word_after(text, "NCCL version ");
    const std::size_t plus = word.find("+cuda");
    run.software["nccl"] = word.substr(0, plus);
    if (plus != std::string::npos) run.software["nccl_built_with_cuda"] = word.substr(plus + 5);
    return true;
  }
  if (const auto code = number_after(text, "cudaDriverVersion ")) {
    const int number = static_cast<int>(std::min(*code, 1e6));
    run.software["cuda_driver_api"] = fmt::format("{}.{}", number / 1000, number % 1000 / 10);
    return true;
  }
  return false;
}

/// "NCCL_ALGO set by environment to Ring."
bool read_variable(std::string_view text, NcclRun& run) {
  constexpr std::string_view kSet = " set by environment to ";
  const std::size_t at = text.find(kSet);
  if (at == std::string_view::npos) return false;
  const std::string_view before = text.substr(0, at);
  const std::string_view name =
      before.substr(before.find_last_of(' ') == std::string_view::npos ? 0 : before.find_last_of(' ') + 1);
  std::string value = word_after(text, kSet);
  while (value.ends_with('.')) value.pop_back();
  if (is_kept_variable(name, value)) run.variables[std::string{name}] = value;
  return true;
}

struct Failure {
  std::string_view sign;
  std::string_view said;
};

constexpr std::array kFailures{
    Failure{"Invalid number of GPUs", "Invalid number of GPUs"},
    Failure{"invalid size specified for", "invalid size specified"},
    Failure{"invalid sizes for", "invalid sizes"},
    Failure{"Test CUDA failure", "Test CUDA failure"},
    Failure{"Test NCCL failure", "Test NCCL failure"},
    Failure{"Test HIP failure", "Test HIP failure"},
    Failure{"Test timeout", "Test timeout"},
    Failure{"Test failure", "Test failure"},
    Failure{"number of requested GPUs", "more GPUs requested than there are"},
    Failure{"unhandled cuda error", "unhandled cuda error"},
    Failure{"unhandled system error", "unhandled system error"},
    Failure{"remote process exited or there was a network error", "remote process exited or network error"},
    Failure{"exited on signal", "a process exited on a signal"},
    Failure{"Segmentation fault", "Segmentation fault"},
    Failure{"CANCELLED AT", "cancelled by Slurm"},
    Failure{"There are not enough slots available", "not enough slots for mpirun"},
    Failure{"mpirun has detected an attempt to run as root", "mpirun refused to run as root"},
    Failure{"a non-zero exit code", "a process ended with an error"},
    Failure{"exited with non-zero status", "a process ended with an error"},
};

// Names of settings that NCCL's and RCCL's documents list; none holds a credential, an address or a path.
constexpr std::array<std::string_view, 34> kVariables{"NCCL_ALGO",
                                                      "NCCL_PROTO",
                                                      "NCCL_NTHREADS",
                                                      "NCCL_MIN_NCHANNELS",
                                                      "NCCL_MAX_NCHANNELS",
                                                      "NCCL_MIN_CTAS",
                                                      "NCCL_MAX_CTAS",
                                                      "NCCL_BUFFSIZE",
                                                      "NCCL_P2P_DISABLE",
                                                      "NCCL_P2P_LEVEL",
                                                      "NCCL_P2P_DIRECT_DISABLE",
                                                      "NCCL_SHM_DISABLE",
                                                      "NCCL_NVLS_ENABLE",
                                                      "NCCL_MNNVL_ENABLE",
                                                      "NCCL_COLLNET_ENABLE",
                                                      "NCCL_CUMEM_ENABLE",
                                                      "NCCL_CROSS_NIC",
                                                      "NCCL_IB_DISABLE",
                                                      "NCCL_IB_GID_INDEX",
                                                      "NCCL_IB_TC",
                                                      "NCCL_IB_SL",
                                                      "NCCL_IB_QPS_PER_CONNECTION",
                                                      "NCCL_IB_SPLIT_DATA_ON_QPS",
                                                      "NCCL_NET_GDR_LEVEL",
                                                      "NCCL_NET_GDR_READ",
                                                      "NCCL_LL_THRESHOLD",
                                                      "NCCL_LL128_THRESHOLD",
                                                      "NCCL_TREE_THRESHOLD",
                                                      "NCCL_LAUNCH_MODE",
                                                      "NCCL_CGA_CLUSTER_SIZE",
                                                      "NCCL_PXN_DISABLE",
                                                      "NCCL_GRAPH_REGISTER",
                                                      "NCCL_LOCAL_REGISTER",
                                                      "RCCL_MSCCL_ENABLE"};

// What those settings are set to, besides numbers: algorithms, protocols, collectives, distances, modes.
constexpr std::array<std::string_view, 26> kValues{
    "ring",  "tree",   "collnetdirect", "collnetchain", "collnet", "nvls",      "nvlstree",      "pat",     "ll",
    "ll128", "simple", "allreduce",     "broadcast",    "reduce",  "allgather", "reducescatter", "loc",     "nvl",
    "pix",   "pxb",    "pxn",           "phb",          "sys",     "node",      "group",         "parallel"};

bool is_number_or_known(std::string_view word) {
  std::string small;
  for (const char c : word) small += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  if (std::find(kValues.begin(), kValues.end(), small) != kValues.end()) return true;
  const std::string_view digits = std::string_view{small}.substr(small.starts_with('-') ? 1 : 0);
  return !digits.empty() && digits.size() <= 12 &&
         std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

bool is_kept_variable(std::string_view name, std::string_view value) {
  if (std::find(kVariables.begin(), kVariables.end(), name) == kVariables.end() || value.empty() || value.size() > 80) {
    return false;
  }
  bool is_known = true;
  while (!value.empty() && is_known) {
    const std::size_t end = std::min(value.find_first_of(",;:^+"), value.size());
    is_known = end == 0 || is_number_or_known(value.substr(0, end));
    value.remove_prefix(std::min(value.size(), end + 1));
  }
  return is_known;
}

int NcclRun::rank_count() const {
  if (ranks.empty()) return told_ranks;
  if (group_count() > 1) {
    const int first = ranks.front().group;
    return static_cast<int>(
        std::count_if(ranks.begin(), ranks.end(), [first](const NcclRank& one) { return one.group == first; }));
  }
  int highest = 0;
  for (const NcclRank& one : ranks) highest = std::max(highest, one.rank);
  return highest + 1;
}

int NcclRun::group_count() const {
  std::set<int> groups;
  for (const NcclRank& one : ranks) groups.insert(one.group);
  return static_cast<int>(groups.size());
}

std::string_view failure_in(std::string_view text) {
  for (const Failure& failure : kFailures) {
    if (text.find(failure.sign) != std::string_view::npos) return failure.said;
  }
  return {};
}

std::string nccl_version_text(long code) {
  if (code <= 0 || code > 9'999'999) return {};
  const long major = code >= 10'000 ? code / 10'000 : code / 1000;
  const long rest = code >= 10'000 ? code % 10'000 : code % 1000;
  return fmt::format("{}.{}.{}", major, rest / 100, rest % 100);
}

bool read_remark(std::string_view text, NcclRun& run) {
  text = trimmed(text);
  if (text.empty()) return false;
  if (read_rank(text, run)) return true;
  if (text.starts_with("nThread")) {
    read_settings(text, run);
    run.has_settings = true;
    return true;
  }
  if (text.starts_with("Collective test starting:") || text.starts_with("Collective test concluded:")) {
    if (const auto collective = nccl_collective_of(trimmed(text.substr(text.find(':') + 1))))
      run.collective = collective;
    run.is_concluded = run.is_concluded || text.starts_with("Collective test concluded:");
    return true;
  }
  if (text.starts_with("nccl-tests version")) {
    run.tool = "nccl-tests " + word_after(text, "nccl-tests version");
    if (const auto code = number_after(text, "nccl-library="))
      run.software["nccl"] = nccl_version_text(static_cast<long>(std::min(*code, 1e8)));
    return true;
  }
  if (text.starts_with("rccl-tests: Version")) {
    run.tool = "rccl-tests " + word_after(text, "rccl-tests: Version");
    return true;
  }
  if (text.starts_with("Reducing maxBytes to")) {
    run.reduced_max_bytes = number_after(text, "Reducing maxBytes to");
    return true;
  }
  if (text.starts_with("Blocking Enabled")) {
    const bool is_outer = text.find("outer iteration") != std::string_view::npos;
    const bool has_barrier =
        text.find("barrier") != std::string_view::npos && text.find("no barrier") == std::string_view::npos;
    run.settings["blocking"] = is_outer ? "blocking_outer" : has_barrier ? "blocking" : "blocking_without_barrier";
    return true;
  }
  if (text.starts_with("Out of bounds values")) {
    run.out_of_bounds = number_after(text, ":");
    return true;
  }
  if (text.starts_with("Avg bus bandwidth")) {
    run.is_concluded = true;
    return true;
  }
  return read_versions(text, run) || read_variable(text, run);
}

}  // namespace roofgate
