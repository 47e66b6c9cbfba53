#include "tests/bench/session/scripted_bench.hpp"

#include <signal.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "bench/record/environment_json.hpp"
#include "bench/record/record_json.hpp"
#include "bench/record/running_file.hpp"
#include "bench/record/this_tool.hpp"

namespace roofgate {
namespace {

Environment environment(int cores) {
  Environment made;
  made.backend = "host";
  made.cpu.model = "Test CPU";
  made.cpu.sockets = 1;
  made.cpu.cores = cores;
  made.cpu.threads = cores;
  made.host.name = "here";
  return made;
}

Record new_record(const std::string& suite, int cores, int number) {
  Record record;
  const std::string minute = std::to_string(10 + number);
  record.id = "20261129T02" + minute + "00Z-test";
  record.started_at = "2026-11-29T02:" + minute + ":00Z";
  record.tool = this_tool();
  record.environment = environment(cores);
  record.suite = suite;
  record.rounds_planned = 1;
  return record;
}

/// Samples around 1 ms x `slow`, a little different in each round.
Round new_round(int index, int ranks, double slow) {
  Round round;
  round.index = index;
  round.started_at = "2026-11-29T02:00:01Z";
  round.world_size = ranks;
  for (int i = 0; i < 9; ++i) round.time_s.push_back(0.001 * slow * (1 + 0.0001 * ((3 * index + 7 * i) % 10)));
  round.stop = StopReason::converged;
  return round;
}

}  // namespace

std::map<std::string, std::string> options_of(const ProcessRequest& request) {
  std::map<std::string, std::string> options;
  for (std::size_t i = 0; i < request.arguments.size(); ++i) {
    if (request.arguments[i].substr(0, 2) != "--") continue;
    const bool has_value = i + 1 < request.arguments.size() && request.arguments[i + 1].substr(0, 2) != "--";
    options[request.arguments[i]] = has_value ? request.arguments[i + 1] : "";
  }
  return options;
}

std::vector<std::string> ScriptedBench::ids(int ranks) const {
  std::vector<std::string> all = single;
  for (const std::string& id : collective) all.push_back(id + "/ranks" + std::to_string(ranks));
  return all;
}

ProcessEnd ScriptedBench::answer(const std::string& text) const {
  ProcessEnd end;
  end.exit_code = answer_status;
  end.out = answer_status == 0 ? text : "";
  end.last_words = answer_words;
  return end;
}

Result<ProcessEnd> ScriptedBench::run(const ProcessRequest& request) {
  const auto options = options_of(request);
  if (options.count("--describe") > 0) return answer(environment_to_json(environment(cores)));
  if (options.count("--list-json") == 0) return measure(request, options);
  nlohmann::json listing = nlohmann::json::array();
  for (const std::string& id : ids(std::stoi(options.at("--ranks")))) {
    listing.push_back({{"id", id},
                       {"kind", id.substr(0, id.find('/'))},
                       {"definition", "d1"},
                       {"collective", id.find("/ranks") != std::string::npos}});
  }
  return answer(listing.dump());
}

Result<ProcessEnd> ScriptedBench::measure(const ProcessRequest& request,
                                          const std::map<std::string, std::string>& options) {
  const int round = std::stoi(options.at("--round"));
  const bool in_world = request.program.filename() == "mpirun";
  const int ranks = in_world ? std::stoi(request.arguments.at(1)) : 1;
  std::vector<std::string> cases;
  std::ifstream file{options.at("--cases")};
  for (std::string id; std::getline(file, id);) cases.push_back(id);
  std::string process = std::to_string(round) + "/" + std::to_string(ranks) + ":";
  for (const std::string& id : cases) process += " " + id;
  processes.push_back(process);
  ProcessEnd end;
  end.exit_code = measuring_status;
  end.last_words = answer_words;
  if (measuring_status != 0) return end;
  const std::filesystem::path path = options.at("--record");
  const bool exists = std::filesystem::exists(path);
  records += exists ? 0 : 1;
  Record record = new_record(options.at("--suite"), cores, records);
  if (!tool_version.empty()) record.tool.version = tool_version;
  if (exists) record = read_record(path).value();
  record.rounds_planned = std::max(record.rounds_planned, std::stoi(options.at("--rounds")));
  bool has_news = false;
  for (const std::string& id : cases) {
    if (kills[id] > 0) {
      --kills[id];
      if (!dies_at_once) std::ofstream{running_file(path)} << id;
      end.exit_code.reset();
      end.signal = SIGSEGV;
      break;
    }
    auto found = std::find_if(record.cases.begin(), record.cases.end(), [&](const Case& one) { return one.id == id; });
    if (found == record.cases.end()) {
      Case made;
      made.id = id;
      made.kind = id.substr(0, id.find('/'));
      made.definition = "d1";
      found = record.cases.insert(record.cases.end(), made);
    }
    found->rounds.push_back(new_round(round, ranks, slow.count(id) > 0 ? slow.at(id) : 1.0));
    if (marks.count(id) > 0) found->rounds.back().marks.push_back(marks.at(id));
    has_news = true;
    if (request.on_line) request.on_line(id + "/manual_time   1.00 ms");
    end.was_stopped = stops && stops(++measured);
    if (end.was_stopped) break;
  }
  // The real program writes after each case; nobody reads in between here, and a write waits for the disk.
  if (!has_news) return end;
  if (auto written = write_record(record, path); !written) return fail(written.error());
  return end;
}

}  // namespace roofgate
