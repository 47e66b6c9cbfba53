#include "bench/suite/suite.hpp"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "bench/suite/grid.hpp"
#include "bench/suite/json_reader.hpp"

namespace roofgate {
namespace {

std::vector<SuiteCase> read_section(const JsonReader& section, SuiteBackend backend) {
  section.allow_only({"sampling", "grids"});
  const SuiteLimits limits = read_limits(section, {});
  std::vector<SuiteCase> cases;
  std::map<std::string, std::string> place_of;
  for (const JsonReader& grid : section.member("grids").elements()) {
    for (SuiteCase& added : expand_grid(grid, backend, limits)) {
      if (const auto valid = added.validate(); !valid) grid.report(valid.error().what, valid.error().hint);
      const auto [first, is_new] = place_of.try_emplace(added.id(), grid.path());
      if (!is_new) {
        grid.report(fmt::format("the case '{}' is there twice", added.id()),
                    fmt::format("it comes from {} too: remove one of the values that make it", first->second));
      }
      cases.push_back(std::move(added));
    }
  }
  return cases;
}

// A suite's name becomes a file's name under baselines/ and must stay in its folder.
std::string read_name(const JsonReader& name) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
  std::string text = name.text();
  const bool is_plain = text.find_first_not_of(kPlain) == std::string::npos && text.find_first_of("._-") != 0;
  if (!is_plain || text.size() > 100) {
    name.report(fmt::format("'{}' is not a plain name", text),
                "use at most 100 letters, digits, '.', '_' and '-', a letter or digit first");
  }
  return text;
}

}  // namespace

Result<Suite> parse_suite(std::string_view text, std::string_view source) {
  ReadingProblem problem{std::string{source}};
  const nlohmann::json document = parse_json_document(text, problem);
  if (problem.first()) return fail(*problem.first());
  const JsonReader root{document, "", problem};
  root.allow_only({"schema", "name", "purpose", "host", "cuda"});
  if (root.member("schema").text() != kSuiteSchema) {
    root.member("schema").report("not a suite file that this version reads", fmt::format("write \"{}\"", kSuiteSchema));
  }
  Suite suite;
  suite.name = read_name(root.member("name"));
  suite.purpose = root.member("purpose").text();
  if (!root.has("host") && !root.has("cuda")) root.report("no cases", "add a \"host\" or a \"cuda\" section");
  if (root.has("host")) suite.host = read_section(root.member("host"), SuiteBackend::host);
  if (root.has("cuda")) suite.cuda = read_section(root.member("cuda"), SuiteBackend::cuda);
  if (problem.first()) return fail(*problem.first());
  return suite;
}

}  // namespace roofgate
