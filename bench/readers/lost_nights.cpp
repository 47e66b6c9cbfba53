#include "bench/readers/lost_nights.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>

#include "bench/readers/night_names.hpp"
#include "bench/readers/record_builder.hpp"
#include "bench/record/utc_time.hpp"

namespace roofgate {
namespace {

namespace fs = std::filesystem;

/// Whether a file that could not be read was to be a night: it is of a known format, or is called like one.
bool was_night(const Unread& one, const NightNames& nights) {
  if (one.is_named || nights.has(one.file, one.error.what == kIsEmpty)) return true;
  return one.error.what != kIsEmpty && one.error.what != kNoFormatFits && one.error.what != kIsArchive &&
         one.error.what != kNoFile;
}

/// Text that names a later night than any run is what is left of a job that measured nothing, whatever it is called.
bool names_later_night(const Unread& one, const std::string& latest) {
  const auto named = moment_in_name(one.file.filename().string());
  return one.error.what == kNoFormatFits && named && *named > latest && !are_of_one_night(*named, latest);
}

/// The name's date, else when it changed last, links themselves not followed.
std::string moment_of(const fs::path& file) {
  if (auto named = moment_in_name(file.filename().string())) return std::move(*named);
  if (auto folder = moment_in_folder(file)) return std::move(*folder);
  struct stat status {};
  if (::lstat(file.c_str(), &status) != 0) return {};
  return format_utc(UtcSeconds{std::chrono::seconds{status.st_mtime}});
}

/// Files whose runs are of the same places: those of one job, as far as their content tells.
struct Job {
  std::vector<const ImportedFile*> files;
  std::vector<std::string> numbers;  ///< of their names: those that all have in one place, others empty
};

/// How many of a job's unchanging numbers the name has: "node1-2026-11-28.log" is node1's, not node2's.
std::size_t likeness(const Job& job, const std::vector<std::string>& numbers) {
  std::size_t same = 0;
  for (std::size_t i = 0; i < std::min(job.numbers.size(), numbers.size()); ++i) {
    same += !job.numbers[i].empty() && job.numbers[i] == numbers[i] ? 1 : 0;
  }
  return same;
}

/// The job whose files are called like `file`; null where none is, or more than one.
const Job* job_of(const fs::path& file, const std::map<std::string, Job>& jobs) {
  const std::vector<std::string> numbers = numbers_in(file);
  const Job* best = nullptr;
  std::size_t most = 0;
  bool is_tied = false;
  for (const auto& [name, job] : jobs) {
    const bool is_called_so = std::any_of(job.files.begin(), job.files.end(), [&](const ImportedFile* one) {
      return name_pattern(one->name) == name_pattern(file);
    });
    if (!is_called_so) continue;
    const std::size_t same = likeness(job, numbers);
    is_tied = best != nullptr && same == most;
    if (best != nullptr && same <= most) continue;
    best = &job;
    most = same;
  }
  return is_tied ? nullptr : best;
}

std::map<std::string, Job> jobs_of(std::span<const ImportedFile> read) {
  std::map<std::string, Job> jobs;
  for (const ImportedFile& file : read) {
    std::string name;
    for (const RunPlace& place : file.places) name += place.kind + '\n' + place.key + '\n';
    Job& job = jobs[name];
    const std::vector<std::string> numbers = numbers_in(file.name);
    if (job.files.empty()) job.numbers = numbers;
    for (std::size_t i = 0; i < job.numbers.size(); ++i) {
      if (i >= numbers.size() || numbers[i] != job.numbers[i]) job.numbers[i].clear();
    }
    job.files.push_back(&file);
  }
  return jobs;
}

/// A later run of the same job stands for it.
bool is_made_up_for(const Unread& one, const std::string& moment, const Job* job, std::span<const ImportedFile> read) {
  const auto makes_up = [&](const ImportedFile& file) {
    return file.latest > moment && name_pattern(file.name) == name_pattern(one.file);
  };
  if (job == nullptr) return std::any_of(read.begin(), read.end(), makes_up);
  return std::any_of(job->files.begin(), job->files.end(), [&](const ImportedFile* file) { return makes_up(*file); });
}

}  // namespace

std::vector<LostNight> lost_nights(const std::string& latest, std::span<const Unread> unread,
                                   std::span<const ImportedFile> read) {
  NightNames nights;
  for (const ImportedFile& file : read) nights.add(file.name);
  const std::map<std::string, Job> jobs = jobs_of(read);
  std::vector<LostNight> lost;
  for (const Unread& one : unread) {
    if (!was_night(one, nights) && !names_later_night(one, latest)) continue;
    if (one.error.kind == ErrorKind::usage) continue;
    const std::string moment = moment_of(one.file);
    const bool is_of_latest = are_of_one_night(moment, latest);
    const Job* const job = job_of(one.file, jobs);
    const bool is_late = is_of_latest ? !is_made_up_for(one, moment, job, read) : moment > latest;
    if ((!is_late && !one.is_named) || (one.is_copy && is_of_latest)) continue;
    lost.push_back({one.error, job == nullptr ? std::vector<RunPlace>{} : job->files.front()->places, moment,
                    moment > latest && !is_of_latest});
  }
  return lost;
}

}  // namespace roofgate
