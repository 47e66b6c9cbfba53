#include "bench/readers/mscclpp.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "bench/readers/json_stream.hpp"
#include "bench/readers/nccl/collective.hpp"
#include "bench/readers/record_builder.hpp"

namespace roofgate {
namespace {

/// One line of the file.
struct Line {
  std::string name, target;
  std::map<std::string, double, std::less<>> figures;

  [[nodiscard]] std::optional<double> figure(std::string_view key) const {
    const auto found = figures.find(key);
    return found == figures.end() ? std::nullopt : std::optional{found->second};
  }
  /// A whole number from `low` on that an id can hold.
  [[nodiscard]] std::optional<double> count(std::string_view key, double low) const {
    const auto value = figure(key);
    return value && *value >= low && *value < 1e15 && *value == std::floor(*value) ? value : std::nullopt;
  }
};

class Reader {
 public:
  explicit Reader(const Source& source)
      : name_{source.name},
        builder_{source, "mscclpp", "mean over the iterations of one run, as mscclpp-test prints it"} {
    builder_.set_tool("mscclpp-test");
  }

  void take(const Line& line, std::size_t number) {
    const std::string place = fmt::format("entry {}", number);
    const auto collective = nccl_collective_of(line.name);
    const auto bytes = line.count("size", 1);
    const auto ranks = line.count("ranks", 1);
    const auto kernel = line.count("kernel", 0);
    const auto time_us = line.figure("time");
    if (!collective || !bytes || !ranks || *ranks > 1e6 || !kernel || !time_us) {
      return remarks_.refuse("no collective, kernel, size, ranks or time", place);
    }
    const double per_node = line.count("ranksPerNode", 1).value_or(*ranks);
    const double nodes = std::ceil(*ranks / per_node);
    ImportedCase described;
    described.kind = roofgate::name_of(*collective);
    described.id =
        fmt::format("{}/mscclpp/kernel{:.0f}/bytes{:.0f}/ranks{:.0f}", described.kind, *kernel, *bytes, *ranks);
    described.parameters = {{"kernel", *kernel}, {"bytes", *bytes}, {"ranks", *ranks}, {"nodes", nodes}};
    if (line.target == "latency" || line.target == "throughput") described.parameters["target"] = line.target;
    described.definition = fmt::format("mscclpp {} nodes {:.0f}", described.id, nodes);
    described.work.subject = Subject::link_bytes;
    described.work.link_bytes = described.work.working_set = Bytes{*bytes};
    if (builder_.round_seen(described.id, 0) != nullptr)
      return remarks_.refuse("the same measurement a second time", place);
    Round* round = builder_.round(described, 0);
    if (round == nullptr) return remarks_.refuse(builder_.refusal(), place);
    round->world_size = static_cast<int>(*ranks);
    remarks_.add_read();
    remarks_.doubt("not checked: the file does not say whether results were right", place);
    if (const auto algbw = line.figure("algBw");
        algbw && std::abs(*algbw - *bytes / *time_us / 1e3) > 0.01 * *algbw + 0.0051) {
      remarks_.doubt("the printed algBw is not size / time: time and size are taken", place);
    }
    if (!builder_.add_sample(*round, described, *time_us * 1e-6)) {
      round->marks.push_back({MarkKind::error, "its time is not above zero: not measured"});
    }
  }

  Result<Imported> finish(TextStream& stream, bool is_cut_off) {
    if (builder_.case_count() == 0) {
      return fail(ErrorKind::measurement, fmt::format("no entry was measured ({})", remarks_.summary()), name_);
    }
    if (is_cut_off) remarks_.note("the file ends in its middle: what came before is kept");
    Imported imported;
    imported.records.push_back(builder_.finish(stream.fingerprint(), 0, remarks_));
    imported.remarks = std::move(remarks_);
    return imported;
  }

 private:
  std::string name_;
  RecordBuilder builder_;
  Remarks remarks_;
};

}  // namespace

Claim claims_mscclpp(std::string_view head) {
  const std::string_view first = head.substr(0, head.find('\n'));
  for (const std::string_view key : {"\"name\"", "\"kernel\"", "\"ranks\"", "\"algBw\"", "\"busBw\""}) {
    if (first.find(key) == std::string_view::npos) return {};
  }
  return {Fit::sure, "results of mscclpp-test"};
}

bool is_mscclpp_table(std::string_view head) {
  if (head.find("# Initializing MSCCL++") != std::string_view::npos) return true;
  const std::size_t at = head.find(" kernel num: ");
  if (at == std::string_view::npos) return false;
  const std::size_t begin = head.rfind('\n', at);
  const std::string_view line = head.substr(begin == std::string_view::npos ? 0 : begin, at);
  return line.find("minBytes ") != std::string_view::npos;
}

Claim claims_mscclpp_table(std::string_view head) {
  return is_mscclpp_table(head) ? Claim{Fit::sure, "the table that mscclpp-test prints"} : Claim{};
}

Result<Imported> read_mscclpp_table(TextStream& /*stream*/, const Source& source) {
  return fail(ErrorKind::input, "the table of mscclpp-test does not say which collective it is of", source.name,
              "run it with --output_file FILE and import that file");
}

Result<Imported> read_mscclpp(TextStream& stream, const Source& source) {
  Reader reader{source};
  Line line;
  std::size_t number = 0;
  const auto end = stream_json(stream, source.name, {},
                               [&](std::size_t /*document*/, std::string_view path, JsonNode& node) -> Result<void> {
                                 if (path.empty()) {
                                   reader.take(line, ++number);
                                   line = {};
                                 } else if (const auto figure = number_of(&node)) {
                                   line.figures.insert_or_assign(std::string{path.substr(1)}, *figure);
                                 } else if (const std::string* text = text_of(&node)) {
                                   if (path == "/name") line.name = text->substr(0, 64);
                                   if (path == "/target") line.target = text->substr(0, 64);
                                 }
                                 return {};
                               });
  if (!end) return fail(end.error());
  return unfinished_if(end->is_cut_off, reader.finish(stream, end->is_cut_off));
}

}  // namespace roofgate
