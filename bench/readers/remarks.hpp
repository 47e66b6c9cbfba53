// What was read of a foreign file, what was refused and what is doubtful: counted, so that no row is lost silently.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace roofgate {

enum class RemarkKind {
  refused,   ///< rows that are not in the record
  doubtful,  ///< rows that are, and of which something is to be known before they are relied on
  note,      ///< about the file as a whole
};

struct Remark {
  RemarkKind kind = RemarkKind::note;
  std::string reason;                 ///< lower case, no full stop: "size 0: nothing was moved"
  std::size_t count = 0;              ///< rows; 1 for notes
  std::vector<std::string> examples;  ///< the first few: "line 12", "bytes1024"; never foreign text that may be secret
};

class Remarks {
 public:
  void add_read(std::size_t rows = 1) { rows_read_ += rows; }
  void refuse(const std::string& reason, const std::string& example = {}, std::size_t rows = 1);
  void doubt(const std::string& reason, const std::string& example = {}, std::size_t rows = 1);
  void note(const std::string& reason);
  void merge(const Remarks& other);

  [[nodiscard]] std::size_t rows_read() const { return rows_read_; }
  [[nodiscard]] std::size_t rows_refused() const { return rows_refused_; }
  [[nodiscard]] const std::vector<Remark>& all() const { return remarks_; }

  /// "38 of 40 rows read, 2 refused"; without rows: "no row read".
  [[nodiscard]] std::string summary() const;

 private:
  void add(RemarkKind kind, const std::string& reason, const std::string& example, std::size_t rows);

  std::vector<Remark> remarks_;
  std::size_t rows_read_ = 0;
  std::size_t rows_refused_ = 0;
};

/// "2 refused: size 0: nothing was moved (line 12, line 13)"; "1 doubtful: …"; a note as it is.
[[nodiscard]] std::string to_string(const Remark& remark);

}  // namespace roofgate
