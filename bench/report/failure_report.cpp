#include "bench/report/failure_report.hpp"

#include <fmt/format.h>

#include <pugixml.hpp>
#include <sstream>

#include "bench/record/json_text.hpp"
#include "bench/report/render.hpp"
#include "bench/report/visible_text.hpp"

namespace roofgate {
namespace {

std::string_view name_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::usage:
      return "usage";
    case ErrorKind::input:
      return "unreadable input";
    case ErrorKind::unavailable:
    case ErrorKind::measurement:
      return "cannot judge";
    case ErrorKind::internal:
      break;
  }
  return "internal error";
}

std::string sentence_of(const Error& error) {
  return error.where.empty() ? error.what : fmt::format("{}: {}", error.where, error.what);
}

void set(pugi::xml_node node, const char* name, std::string_view value) {
  node.append_attribute(name).set_value(visible(value, LineBreaks::keep).c_str());
}

void set_counts(pugi::xml_node node) {
  set(node, "tests", "1");
  set(node, "failures", "0");
  set(node, "errors", "1");
  set(node, "skipped", "0");
}

}  // namespace

std::string outcome_of(const Error& error) {
  return fmt::format("{} (exit status {})", name_of(error.kind), static_cast<int>(exit_status_of(error.kind)));
}

Document failure_document(const Error& error) {
  Document document;
  document.blocks.emplace_back(Paragraph{outcome_of(error) + ": " + sentence_of(error), Tone::bad});
  if (!error.hint.empty()) document.blocks.emplace_back(Detail{error.hint});
  return document;
}

std::string error_json(const Error& error) {
  return fmt::format(R"("status": {}, "what": {}, "where": {}, "hint": {})",
                     static_cast<int>(exit_status_of(error.kind)), json_string(error.what), json_string(error.where),
                     json_string(error.hint));
}

std::string failure_json(const Error& error, std::string_view command) {
  return fmt::format("{{\"schema\": {}, \"command\": {}, {}}}\n", json_string(kFailureSchema), json_string(command),
                     error_json(error));
}

std::string failure_junit(const Error& error, std::string_view command) {
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version") = "1.0";
  declaration.append_attribute("encoding") = "UTF-8";
  pugi::xml_node root = document.append_child("testsuites");
  set(root, "name", "roofgate");
  set_counts(root);
  pugi::xml_node suite = root.append_child("testsuite");
  set(suite, "name", command);
  set_counts(suite);
  pugi::xml_node test = suite.append_child("testcase");
  set(test, "classname", fmt::format("roofgate.{}", command));
  set(test, "name", command);
  pugi::xml_node node = test.append_child("error");
  set(node, "message", outcome_of(error) + ": " + sentence_of(error));
  set(node, "type", name_of(error.kind));
  if (!error.hint.empty()) node.text().set(visible(error.hint, LineBreaks::keep).c_str());
  std::ostringstream text;
  document.save(text, "  ", pugi::format_default, pugi::encoding_utf8);
  return text.str();
}

std::string failure_csv(const Error& error) {
  Table table{"failure", {{"status"}, {"what"}, {"where"}, {"hint"}}, {}};
  const auto status = static_cast<double>(static_cast<int>(exit_status_of(error.kind)));
  table.rows.push_back({{fmt::format("{}", status), Tone::bad, status}, {error.what}, {error.where}, {error.hint}});
  Document document;
  document.blocks.emplace_back(std::move(table));
  return render_csv(document);
}

}  // namespace roofgate
