#include "bench/readers/mamf_finder.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <map>
#include <optional>

#include "bench/readers/csv_line.hpp"
#include "bench/readers/moment_text.hpp"
#include "bench/readers/record_builder.hpp"
#include "bench/readers/stray_lines.hpp"
#include "bench/record/json_tree.hpp"
#include "kernels/base/text_fields.hpp"

namespace roofgate {
namespace {

struct Shape {
  double m = 0, n = 0, k = 0;
};

/// "4096x8192x1024", and what follows it is ignored.
std::optional<Shape> shape_at(std::string_view text) {
  text = trimmed(text);
  std::array<double, 3> sides{};
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
    const auto side = csv_number(text.substr(0, end));
    const bool separated = i == 2 || (end < text.size() && text[end] == 'x');
    if (!side || *side < 1 || *side > 1e9 || !separated) return std::nullopt;
    sides[i] = *side;
    text.remove_prefix(i == 2 ? end : end + 1);
  }
  return Shape{sides[0], sides[1], sides[2]};
}

/// The number that stands right before `at`.
std::optional<double> number_before(std::string_view text, std::size_t at) {
  const std::string_view before = trimmed(text.substr(0, at));
  const std::size_t begin = before.find_last_not_of("0123456789.eE+-");
  return csv_number(before.substr(begin == std::string_view::npos ? 0 : begin + 1));
}

struct Outcome {
  Shape shape;
  double tflops = 0;
  std::string statistic;  ///< "median", "mean"; empty where older versions say none
};

/// "   12 |  312.5(mean)  318.1(median)  330.1(max) @ 2048x2048x2048 | best: …" or "… 312.5 TFLOPS @ 2048x2048x2048 |
/// …". Only the part before "best" is of this shape. A maximum alone is no measurement of a shape.
std::optional<Outcome> outcome_in(std::string_view line) {
  const std::size_t bar = line.find('|');
  const std::size_t best = line.find("| best", bar == std::string_view::npos ? 0 : bar + 1);
  if (bar == std::string_view::npos) return std::nullopt;
  const std::string_view part = line.substr(bar + 1, best == std::string_view::npos ? best : best - bar - 1);
  const std::size_t at = part.find('@');
  const auto shape = at == std::string_view::npos ? std::nullopt : shape_at(part.substr(at + 1));
  if (!shape) return std::nullopt;
  for (const std::string_view statistic : {"(median)", "(mean)", "TFLOPS"}) {
    const std::size_t place = part.find(statistic);
    const auto value = place == std::string_view::npos ? std::nullopt : number_before(part, place);
    if (value)
      return Outcome{*shape, *value,
                     std::string{statistic == "TFLOPS" ? "" : statistic.substr(1, statistic.size() - 2)}};
  }
  return std::nullopt;
}

std::string dtype_of(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kNames{
      {{"bfloat16", "bf16"}, {"float16", "fp16"}, {"float32", "fp32"}, {"float8_e4m3fn", "fp8"}, {"float64", "fp64"}}};
  if (name.starts_with("torch.")) name.remove_prefix(6);
  for (const auto& [torch, ours] : kNames) {
    if (name == torch) return std::string{ours};
  }
  return printable(name.substr(0, 32));
}

void read_header(std::string_view line, RecordBuilder& builder, std::string& dtype) {
  constexpr std::string_view kStarted = "Benchmark started on ";
  if (line.starts_with(kStarted)) {
    const auto moment = moment_with_zone(trimmed(line.substr(kStarted.size())));
    if (moment) builder.set_started(*moment, "the file, whose time zone is not known");
  }
  if (line.starts_with("** Dtype:")) dtype = dtype_of(trimmed(line.substr(9)));
  const std::size_t name = line.find("DeviceProperties(name='");
  if (name != std::string_view::npos && builder.environment().devices.empty()) {
    const std::string_view rest = line.substr(name + 23);
    DeviceInfo device;
    device.name = rest.substr(0, std::min<std::size_t>(rest.find('\''), 128));
    builder.environment().devices.push_back(std::move(device));
    builder.environment().backend = "cuda";
  }
  for (const auto& [key, ours] : {std::pair{"- torch=", "torch"}, {"- cuda=", "cuda_runtime"}, {"- hip=", "hip"}}) {
    if (line.starts_with(key)) {
      builder.environment().software[ours] = printable(line.substr(std::string_view{key}.size(), 64));
    }
  }
}

void add_outcome(const Outcome& outcome, const std::string& dtype, RecordBuilder& builder, Remarks& remarks,
                 const std::string& place) {
  ImportedCase described;
  const auto& [m, n, k] = outcome.shape;
  described.id = fmt::format("gemm/{}/m{:.0f}n{:.0f}k{:.0f}", dtype, m, n, k);
  described.kind = "gemm";
  described.parameters = {{"dtype", dtype}, {"m", m}, {"n", n}, {"k", k}};
  described.definition = fmt::format("mamf-finder {} {}", described.id, outcome.statistic);
  described.work.flops = Flops{2.0 * m * n * k};
  described.work.subject = Subject::flops;
  Round* round = builder.round(described, 0);
  if (round == nullptr || !round->time_s.empty()) {
    remarks.refuse(round == nullptr ? builder.refusal() : "the same shape a second time", place);
    if (round != nullptr) mark_repeated(*round, described.work.flops.value() / (outcome.tflops * 1e12));
    return;
  }
  constexpr double kTera = 1e12;
  if (!(outcome.tflops > 0) ||
      !builder.add_sample(*round, described, described.work.flops.value() / (outcome.tflops * kTera))) {
    round->marks.push_back({MarkKind::error, "0 TFLOPS: not measured"});
  }
  remarks.add_read();
}

}  // namespace

Claim claims_mamf_finder(std::string_view head) {
  const bool summary = head.find("shapes => the best outcomes were") != std::string_view::npos;
  const bool progress = head.find("(mean)") != std::string_view::npos &&
                        head.find("(median)") != std::string_view::npos && head.find(" @ ") != std::string_view::npos;
  const bool older = head.find("TFLOPS @ ") != std::string_view::npos && head.find("| best:") != std::string_view::npos;
  return summary || progress || older ? Claim{Fit::sure, "output of mamf-finder.py"} : Claim{};
}

Result<Imported> read_mamf_finder(TextStream& stream, const Source& source) {
  Remarks remarks;
  RecordBuilder builder{source, "mamf-finder", "median over the iterations of one shape, else their mean"};
  builder.set_tool("mamf-finder.py");
  std::string dtype = "unknown";
  bool any_summary = false;
  StrayLines strays{"mamf-finder"};
  while (const auto line = stream.line()) {
    std::string_view rest = *line;  // progress is drawn over itself: carriage returns part the shapes
    while (!rest.empty()) {
      const std::size_t end = rest.find('\r');
      const std::string_view part = rest.substr(0, end);
      rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
      read_header(trimmed(part), builder, dtype);
      any_summary = any_summary || part.find("TFLOPS @") != std::string_view::npos;
      if (const auto outcome = outcome_in(part)) {
        add_outcome(*outcome, dtype, builder, remarks, fmt::format("line {}", stream.line_number()));
      } else if (part.find("TFLOPS @") == std::string_view::npos) {
        strays.take(trimmed(part), stream.line_number(), remarks);
      }
    }
  }
  if (builder.case_count() == 0) {
    return fail(ErrorKind::measurement, "holds no shape's result", source.name,
                any_summary ? "the best of a sweep is no measurement of one shape: keep the lines of all shapes"
                            : "mamf-finder.py writes a line per shape");
  }
  Imported imported;
  imported.records.push_back(builder.finish(stream.fingerprint(), 0, remarks));
  if (!strays.death().empty()) remarks.note(fmt::format("the sweep died: {}", strays.death()));
  imported.remarks = std::move(remarks);
  return unfinished_if(!strays.death().empty(), std::move(imported));
}

}  // namespace roofgate
