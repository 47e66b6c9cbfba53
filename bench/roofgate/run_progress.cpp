#include "bench/roofgate/run_progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "bench/report/format.hpp"
#include "bench/report/utf8.hpp"
#include "bench/report/visible_text.hpp"

namespace roofgate {
namespace {

constexpr std::size_t kBar = 20;

std::size_t cases_in(const std::vector<Group>& plan) {
  std::size_t cases = 0;
  for (const Group& group : plan) cases += group.cases.size();
  return cases;
}

}  // namespace

RunProgress::RunProgress(std::ostream& stream, int width)
    : stream_{stream}, width_{width > 0 ? static_cast<std::size_t>(width) : 0} {}

RunProgress::~RunProgress() { erase(); }

void RunProgress::plan_is_made(const std::vector<Group>& plan, int rounds) {
  rounds_ = rounds;
  total_ = cases_in(plan) * static_cast<std::size_t>(rounds);
  done_ = 0;
  begin_ = std::chrono::steady_clock::now();
  stream_ << fmt::format("measuring {} cases in {} rounds\n", cases_in(plan), rounds) << std::flush;
}

void RunProgress::process_starts(int round, const Group& group, std::size_t missing) {
  const std::string world = group.collective ? fmt::format(", {} ranks", group.ranks) : "";
  step_ = fmt::format("round {}{}", round + 1, world);
  if (width_ == 0) {
    stream_ << fmt::format("{}: {} cases\n", step_, missing) << std::flush;
  } else {
    draw("");
  }
}

void RunProgress::case_is_done(const std::string& id) {
  done_ = std::min(done_ + 1, total_);
  if (width_ > 0) draw(id);
}

void RunProgress::tell(const std::string& sentence) {
  erase();
  stream_ << visible(sentence) << '\n' << std::flush;
}

void RunProgress::warn(const std::string& sentence) {
  erase();
  stream_ << "warning: " << visible(sentence) << '\n' << std::flush;
}

void RunProgress::draw(const std::string& what) {
  const double elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  const double share = total_ == 0 ? 0.0 : static_cast<double>(done_) / static_cast<double>(total_);
  std::string left;
  if (share > 0.05) left = fmt::format(", about {} left", format_duration(Seconds{elapsed * (1 - share) / share}));
  const auto filled = static_cast<std::size_t>(share * static_cast<double>(kBar));
  std::string line =
      fmt::format("[{}{}] {}/{}  {}  {}{}  {}", std::string(filled, '#'), std::string(kBar - filled, '.'), done_,
                  total_, step_, format_duration(Seconds{elapsed}), left, visible(what));
  while (!line.empty() && display_width(line) >= width_) line.pop_back();
  stream_ << "\r\x1b[K" << line << std::flush;  // ECMA-48: erase to the end of the line
  is_drawn_ = true;
}

void RunProgress::erase() {
  if (is_drawn_) stream_ << "\r\x1b[K" << std::flush;
  is_drawn_ = false;
}

}  // namespace roofgate
