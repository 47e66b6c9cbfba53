#include "bench/report/junit.hpp"

#include <fmt/format.h>

#include <cmath>
#include <pugixml.hpp>
#include <sstream>

#include "bench/gate/cause.hpp"
#include "bench/report/failure_report.hpp"
#include "bench/report/format.hpp"
#include "bench/report/visible_text.hpp"

namespace roofgate {
namespace {

enum class Outcome { passed, failure, error, skipped };

Outcome outcome_of(VerdictKind kind) {
  switch (kind) {
    case VerdictKind::pass:
    case VerdictKind::improved:
    case VerdictKind::drift:
      return Outcome::passed;
    case VerdictKind::regressed:
    case VerdictKind::wrong_result:
      return Outcome::failure;
    case VerdictKind::vanished:
    case VerdictKind::invalid:
      return Outcome::error;
    case VerdictKind::inconclusive:
    case VerdictKind::no_baseline:
    case VerdictKind::skipped:
    case VerdictKind::xfail:
      break;
  }
  return Outcome::skipped;
}

struct Counts {
  int tests = 0, failures = 0, errors = 0, skipped = 0;
};

Counts count(const GateResult& result) {
  Counts counts;
  if (!cause_beyond_cases(result).empty()) counts = {1, 0, 1, 0};
  for (const Verdict& verdict : result.verdicts) {
    ++counts.tests;
    const Outcome outcome = outcome_of(verdict.kind);
    counts.failures += outcome == Outcome::failure ? 1 : 0;
    counts.errors += outcome == Outcome::error ? 1 : 0;
    counts.skipped += outcome == Outcome::skipped ? 1 : 0;
  }
  return counts;
}

void set(pugi::xml_node node, const char* name, const std::string& value) {
  node.append_attribute(name).set_value(visible(value, LineBreaks::keep).c_str());
}

void set(pugi::xml_node node, const char* name, std::size_t value) { set(node, name, fmt::format("{}", value)); }

/// "regressed: throughput -31.4 % [-31.9, -30.8], tolerance 2.0 %, could see 0.9 %"
std::string finding_of(const Verdict& verdict) {
  std::string text{name_of(verdict.kind)};
  if (verdict.change) {
    text += fmt::format(": throughput {}", format_change(std::expm1(-*verdict.change)));
    if (verdict.change_low && verdict.change_high) {
      text += ' ' + format_interval(std::expm1(-*verdict.change_high), std::expm1(-*verdict.change_low));
    }
    text += fmt::format(", tolerance {}", format_percent(Ratio{verdict.tolerance}));
    if (verdict.smallest_detectable_loss) {
      text += fmt::format(", could see {}", format_percent(Ratio{*verdict.smallest_detectable_loss}));
    }
  }
  return text;
}

/// The finding with its first reason: the one line that a results page shows.
std::string message_of(const Verdict& verdict) {
  if (verdict.reasons.empty()) return finding_of(verdict);
  return finding_of(verdict) + (verdict.change ? ". " : ": ") + verdict.reasons.front().sentence;
}

std::string sentences_of(const std::vector<Reason>& reasons) {
  std::string text;
  for (const Reason& reason : reasons) text += reason.sentence + '\n';
  return text;
}

/// Jenkins shows the part before the last '.' as a package, so the family of the case is its class.
std::string class_of(const std::string& case_id) { return "roofgate." + case_id.substr(0, case_id.find('/')); }

void append_case(pugi::xml_node suite, const Verdict& verdict) {
  pugi::xml_node test = suite.append_child("testcase");
  set(test, "classname", class_of(verdict.case_id));
  set(test, "name", verdict.case_id);
  const std::string sentences = visible(sentences_of(verdict.reasons), LineBreaks::keep);
  const Outcome outcome = outcome_of(verdict.kind);
  if (outcome == Outcome::passed) {
    if (verdict.kind == VerdictKind::pass && verdict.reasons.empty()) return;
    test.append_child("system-out").text().set((finding_of(verdict) + '\n' + sentences).c_str());
    return;
  }
  const char* tag = outcome == Outcome::failure ? "failure" : outcome == Outcome::error ? "error" : "skipped";
  pugi::xml_node node = test.append_child(tag);
  set(node, "message", message_of(verdict));
  if (outcome == Outcome::skipped) return;  // the schema gives <skipped> no body and no type
  set(node, "type", std::string{name_of(verdict.kind)});
  node.text().set(sentences.c_str());
}

/// What fails the night though no case of it does.
void append_night(pugi::xml_node suite, const GateResult& result) {
  const std::string cause = cause_beyond_cases(result);
  if (cause.empty()) return;
  pugi::xml_node test = suite.append_child("testcase");
  set(test, "classname", std::string{"roofgate"});
  set(test, "name", std::string{"night"});
  pugi::xml_node error = test.append_child("error");
  set(error, "message", cause);
  set(error, "type", fmt::format("exit status {}", static_cast<int>(result.status)));
  error.text().set(visible(sentences_of(result.common), LineBreaks::keep).c_str());
}

void append_property(pugi::xml_node properties, const char* name, const std::string& value) {
  pugi::xml_node property = properties.append_child("property");
  set(property, "name", std::string{name});
  set(property, "value", value);
}

void set_counts(pugi::xml_node node, const Counts& counts) {
  set(node, "tests", static_cast<std::size_t>(counts.tests));
  set(node, "failures", static_cast<std::size_t>(counts.failures));
  set(node, "errors", static_cast<std::size_t>(counts.errors));
  set(node, "skipped", static_cast<std::size_t>(counts.skipped));
}

void append_suite(pugi::xml_node root, const std::string& name, const GateResult& result) {
  pugi::xml_node suite = root.append_child("testsuite");
  set(suite, "name", name);
  set_counts(suite, count(result));
  pugi::xml_node properties = suite.append_child("properties");
  append_property(properties, "record", result.record_id);
  append_property(properties, "baseline", result.baseline_file.empty() ? "none" : result.baseline_file);
  append_property(properties, "baseline_nights", fmt::format("{}", result.baseline_nights));
  if (!result.place.empty()) append_property(properties, "place", result.place);
  for (const Verdict& verdict : result.verdicts) append_case(suite, verdict);
  append_night(suite, result);
  if (!result.common.empty()) {
    suite.append_child("system-out").text().set(visible(sentences_of(result.common), LineBreaks::keep).c_str());
  }
}

struct Unjudged {
  std::string name, message, type;
};

std::vector<Unjudged> unjudged_of(const NightVerdict& night) {
  std::vector<Unjudged> all;
  for (const std::string& place : night.absent) {
    all.push_back(
        {place.substr(0, place.find(": its latest run")), "missing in the latest night: " + place, "missing"});
  }
  for (const LostPlace& place : night.lost) {
    all.push_back({place.name, outcome_of(place.error) + ": " + to_string(place.error), "lost"});
  }
  return all;
}

void append_unjudged(pugi::xml_node root, const std::vector<Unjudged>& unjudged) {
  if (unjudged.empty()) return;
  pugi::xml_node suite = root.append_child("testsuite");
  set(suite, "name", std::string{"places"});
  const auto size = static_cast<int>(unjudged.size());
  set_counts(suite, {size, 0, size, 0});
  for (const Unjudged& place : unjudged) {
    pugi::xml_node test = suite.append_child("testcase");
    set(test, "classname", std::string{"roofgate.places"});
    set(test, "name", place.name);
    pugi::xml_node error = test.append_child("error");
    set(error, "message", place.message);
    set(error, "type", place.type);
  }
}

struct NamedResult {
  std::string name;
  const GateResult* result = nullptr;
};

std::string render(const std::vector<NamedResult>& suites, const std::vector<Unjudged>& unjudged) {
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version") = "1.0";
  declaration.append_attribute("encoding") = "UTF-8";
  Counts all{static_cast<int>(unjudged.size()), 0, static_cast<int>(unjudged.size()), 0};
  for (const NamedResult& suite : suites) {
    const Counts own = count(*suite.result);
    all = {all.tests + own.tests, all.failures + own.failures, all.errors + own.errors, all.skipped + own.skipped};
  }
  pugi::xml_node root = document.append_child("testsuites");
  set(root, "name", std::string{"roofgate"});
  set_counts(root, all);
  for (const NamedResult& suite : suites) append_suite(root, suite.name, *suite.result);
  append_unjudged(root, unjudged);
  std::ostringstream text;
  document.save(text, "  ", pugi::format_default, pugi::encoding_utf8);
  return text.str();
}

}  // namespace

std::string render_junit(const GateResult& result) {
  return render({{result.hardware_key + "/" + result.suite, &result}}, {});
}

std::string render_junit(const NightVerdict& night) {
  if (night.is_of_one_place()) return render_junit(night.places.front().result);
  std::vector<NamedResult> suites;
  for (const PlaceVerdict& place : night.places) suites.push_back({place.name, &place.result});
  return render(suites, unjudged_of(night));
}

}  // namespace roofgate
