// Foreign files become records: what a file is, who reads it, and many files as one history.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/readers/reader.hpp"
#include "bench/record/run_place.hpp"
#include "kernels/base/result.hpp"

namespace roofgate {

struct ImportOptions {
  std::string format = "auto";  ///< a format's name, or "auto": by content
  std::string mapping = {};     ///< text of the mapping file, for CSV
  std::string place = {};       ///< a glob: only runs of this host or device are wanted; empty: all
  PlaceRule places = PlaceRule::apart;
};

/// The one format that fits the head of a file (of a stream: of what stands in its first 16 MiB, if none fits the head
/// and the format is one of lines): the only sure one, else the only possible one. Two that fit are refused with both
/// names, none with what is known. `among` is formats() outside of tests.
struct Detection {
  const Format* format = nullptr;
  Fit fit = Fit::sure;
  std::string what;  ///< "nccl-tests: …": what the file was taken for
};
inline constexpr std::string_view kIsEmpty = "is empty";
inline constexpr std::string_view kNoFile = "is no file: a folder, a pipe, or a link that leads nowhere";
inline constexpr std::string_view kNoFormatFits = "no known format fits its content";
[[nodiscard]] Result<Detection> detect(std::string_view head, const std::string& name,
                                       std::span<const Format> among = formats());

struct ImportedFile {
  std::string name;
  std::string taken_for;  ///< "nccl-tests (text, …)"
  Imported imported;
  std::string latest = {};            ///< of a history's file: when its latest run began
  std::vector<RunPlace> places = {};  ///< of a history's file: of its runs, each once
};

/// Reads one stream to its end.
[[nodiscard]] Result<ImportedFile> import_stream(TextStream& stream, const Source& source,
                                                 const ImportOptions& options);
[[nodiscard]] Result<ImportedFile> import_file(const std::filesystem::path& file, const ImportOptions& options);

/// When the file changed last: UTC, ISO 8601; empty where the system does not say, or for a pipe, whose time says
/// nothing.
[[nodiscard]] std::string modified_of(const std::filesystem::path& file);

/// Arguments as files: a folder stands for the files right in it, a name with '*', '?' or '[' that is no file for what
/// it matches; sorted, hidden files left out. Nothing found is an error.
[[nodiscard]] Result<std::vector<std::filesystem::path>> expand_files(std::span<const std::string> arguments);

/// A night of which no run can be judged: its file is empty, damaged, or of a tool that failed.
struct LostNight {
  Error error;                   ///< `where` is the file
  std::vector<RunPlace> places;  ///< whose it was to be, by its name; empty where that does not tell it
  std::string moment = {};       ///< by the file's name, else when it changed last
  bool is_after_all = false;     ///< later than the night of every run: an earlier one must not stand for it
};

struct History {
  std::vector<Record> records;        ///< by start, the earliest first
  std::vector<ImportedFile> files;    ///< without their records: what was taken for what, and the remarks
  std::vector<std::string> left_out;  ///< "b.log: the same content as a.log"; "notes.md: …"
  std::vector<std::string> unread;    ///< of those, files that hold no run
  /// Of the latest night. Whoever judges it must not judge an earlier one in its place.
  std::vector<LostNight> lost;
};

/// Many files as the nights of a history. The same content twice counts once. Of a folder or a glob, files that cannot
/// be read are left out and named; one that was named itself is lost, whatever it is, and an error if it is all there
/// is.
[[nodiscard]] Result<History> import_history(std::span<const std::string> arguments, const ImportOptions& options);

}  // namespace roofgate
