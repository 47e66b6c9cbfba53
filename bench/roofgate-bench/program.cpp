#include "bench/roofgate-bench/program.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstring>
#include <exception>
#include <memory>
#include <optional>
#include <ostream>
#include <span>
#include <utility>

#include "bench/command_line/descriptor_stream.hpp"
#include "bench/locate/data_folders.hpp"
#include "bench/record/atomic_file.hpp"
#include "bench/record/environment_json.hpp"
#include "bench/record/this_tool.hpp"
#include "bench/roofgate-bench/benchmark_run.hpp"
#include "bench/roofgate-bench/listing.hpp"
#include "bench/roofgate-bench/options.hpp"
#include "bench/roofgate-bench/placement.hpp"
#include "bench/roofgate-bench/profile.hpp"
#include "bench/roofgate-bench/record_session.hpp"
#include "bench/roofgate-bench/selection.hpp"
#include "bench/roofgate-bench/slowed_workload.hpp"
#include "bench/suite/suite.hpp"
#include "bench/telemetry/affinity.hpp"
#include "kernels/base/agree.hpp"
#include "kernels/collective/mpi_world.hpp"
#include "kernels/collective/node.hpp"

namespace roofgate {
namespace {

constexpr const char* kName = "roofgate-bench";

Result<Suite> read_suite(const std::string& name) {
  const auto file = locate_suite(this_process(), name);
  if (!file) return fail(file.error());
  const auto text = read_file(*file);
  if (!text) return fail(text.error());
  return parse_suite(*text, file->string());
}

/// One run of the program on one rank.
class Run {
 public:
  Run(BenchOptions options, World& world, const BenchConsole& console, const BenchExtensions& extensions)
      : options_{std::move(options)}, world_{world}, console_{console}, extensions_{extensions} {}

  Result<ExitStatus> run() {
    if (options_.action == BenchAction::describe) return describe();
    auto suite = read_suite(options_.suite);
    if (const auto all = agree(world_, suite ? Result<void>{} : fail(suite.error())); !all) return fail(all.error());
    suite_ = std::move(*suite);
    const bool lists = options_.action == BenchAction::list || options_.action == BenchAction::list_json;
    if (lists) return list();
    if (const auto chosen = choose(); !chosen) return fail(chosen.error());
    return options_.action == BenchAction::profile ? profile() : measure();
  }

 private:
  [[nodiscard]] bool speaks() const { return world_.rank() == 0; }

  void say(const std::string& line) const {
    if (speaks()) console_.err << kName << ": " << line << '\n' << std::flush;
  }

  Result<void> choose() {
    const auto node = ranks_here(world_);
    if (!node) return fail(node.error());
    const auto place = place_of_rank(world_, affinity_cpus(), ::getpid(), *node);
    if (!place) return fail(place.error());
    auto chosen = extensions_.choose(options_.backend, *place, world_);
    if (!chosen) return fail(chosen.error());
    if (!chosen->note.empty()) say(chosen->note);
    backend_ = std::move(chosen->backend);
    rank_on_node_ = place->rank_on_node;
    return {};
  }

  [[nodiscard]] const std::vector<SuiteCase>& section(SuiteBackend kind) const { return suite_.cases(kind); }

  [[nodiscard]] Result<std::vector<PlannedCase>> select(SuiteBackend kind, int ranks, CaseScope scope) const {
    auto cases = cases_in_world(section(kind), ranks, scope);
    if (!options_.case_file.empty()) {
      const auto text = read_file(options_.case_file);
      if (!text) return fail(text.error());
      auto listed = cases_listed_in(std::move(cases), *text, options_.case_file);
      if (!listed) return fail(listed.error());
      cases = std::move(*listed);
    }
    auto matching = cases_matching(std::move(cases), options_.filter);
    // To `roofgate run`, which asks for world after world, a world without cases is an answer.
    const bool may_be_none = options_.action == BenchAction::list_json && !section(kind).empty();
    if (matching && matching->empty() && !may_be_none) {
      return fail(ErrorKind::usage, fmt::format("has no cases for the {} backend", name_of(kind)),
                  fmt::format("suite {}", suite_.name), "another --suite or --backend has; --list shows them");
    }
    return matching;
  }

  Result<ExitStatus> describe() {
    if (const auto chosen = choose(); !chosen) return fail(chosen.error());
    if (speaks()) console_.out << environment_to_json(backend_->environment()) << '\n';
    return ExitStatus::pass;
  }

  Result<ExitStatus> list() {
    SuiteBackend kind = options_.backend == "cuda" ? SuiteBackend::cuda : SuiteBackend::host;
    if (options_.backend == "auto") {
      if (const auto chosen = choose(); !chosen) return fail(chosen.error());
      kind = backend_->kind();
    }
    const int ranks = options_.listed_ranks > 0 ? options_.listed_ranks : world_.size();
    // --benchmark_list_tests is a promise: exactly what would be measured.
    const CaseScope all = options_.list_tests ? default_scope() : CaseScope::both;
    const auto cases = select(kind, ranks, options_.only.value_or(all));
    if (!cases) return fail(cases.error());
    if (!speaks()) return ExitStatus::pass;
    if (options_.action == BenchAction::list_json) {
      console_.out << list_as_json(*cases);
    } else {
      console_.out << (options_.list_tests ? list_as_ids(*cases) : list_as_table(*cases));
    }
    return ExitStatus::pass;
  }

  Result<ExitStatus> profile() {
    for (const PlannedCase& planned : cases_in_world(section(backend_->kind()), world_.size(), CaseScope::both)) {
      if (planned.suite_case.id() != options_.profile_case) continue;
      auto workload = backend_->make(planned.suite_case, options_.seed, world_);
      if (!workload) return fail(workload.error());
      const auto done = profile_once(**workload, backend_->platform(), options_.profile_case);
      if (!done) return fail(done.error());
      say(fmt::format("{} ran once inside the range of its name", options_.profile_case));
      return ExitStatus::pass;
    }
    return fail(ErrorKind::usage, fmt::format("there is no case '{}'", options_.profile_case), "--profile",
                "--list shows the suite's cases");
  }

  [[nodiscard]] CaseScope default_scope() const {
    return world_.size() > 1 ? CaseScope::collective : CaseScope::single;
  }

  Result<ExitStatus> measure() {
    if (auto allowed = check_measuring(); !allowed) return fail(allowed.error());
    auto cases = select(backend_->kind(), world_.size(), options_.only.value_or(default_scope()));
    if (const auto all = agree(world_, cases ? Result<void>{} : fail(cases.error())); !all) return fail(all.error());
    if (options_.shuffle) *cases = in_round_order(std::move(*cases), options_.seed, options_.round);
    if (const auto opened = agree(world_, open_session()); !opened) return fail(opened.error());
    if (const auto placed = keep_placement(); !placed) return fail(placed.error());
    if (const auto left = leave_out_measured(*cases); !left) return fail(left.error());
    announce(cases->size());
    if (options_.planted_loss > 0.0) {
      say(fmt::format("DRILL: every case is slowed by {:g} % of its throughput", 100.0 * options_.planted_loss));
    }
    if (cases->empty()) return ended(ExitStatus::pass);

    CaseRunner runner{*backend_, world_, options_, wrapper(),
                      [this](const PlannedCase& planned, const Measured& hung) { end_hung(planned, hung); }};
    const auto summary = run_benchmarks(*cases, options_, runner, world_, session_.get(), console_.out, console_.err);
    if (!summary) return fail(summary.error());
    return ended(status_of(*summary));
  }

  Result<ExitStatus> ended(ExitStatus status) {
    if (!options_.finish || !session_) return status;
    if (status != ExitStatus::pass) {
      say("the record stays unfinished: something is missing");
      return status;
    }
    if (auto finished = session_->finish(); !finished) return fail(finished.error());
    return status;
  }

  [[nodiscard]] WorkloadWrapper wrapper() const {
    if (options_.planted_loss <= 0.0) return extensions_.wrap;
    return [this](std::unique_ptr<Workload> workload, const std::string& id) {
      if (extensions_.wrap) {
        auto wrapped = extensions_.wrap(std::move(workload), id);
        return slowed(std::move(wrapped), options_.planted_loss);
      }
      return slowed(std::move(workload), options_.planted_loss);
    };
  }

  [[nodiscard]] Result<void> check_measuring() const {
    const std::string build_type = extensions_.build_type.empty() ? this_tool().build_type : extensions_.build_type;
    if (build_type != "Release" && !options_.allow_debug_build) {
      return fail(ErrorKind::usage, fmt::format("this is a {} build: its times say nothing", build_type), {},
                  "build with -DCMAKE_BUILD_TYPE=Release; --allow-debug-build measures all the same, marked as such");
    }
    if (options_.planted_loss > 0.0 && backend_->kind() != SuiteBackend::host) {
      return fail(ErrorKind::unavailable, "losses are planted on the host backend only", "--plant-loss",
                  "a GPU's launches return before their work is done: --backend host drills this machine's CPUs");
    }
    if (world_.size() > 1 && options_.only == CaseScope::single) {
      return fail(ErrorKind::usage, fmt::format("{} ranks cannot measure cases of one process", world_.size()),
                  "--only single", "start one process, without mpirun");
    }
    if (world_.size() > 1 && options_.interleaves) {
      return fail(ErrorKind::usage, "ranks would interleave in different orders",
                  "--benchmark_enable_random_interleaving", "leave it out under mpirun");
    }
    return {};
  }

  Result<void> open_session() {
    if (!speaks() || options_.record.empty()) return {};
    std::vector<std::string> suite_ids;
    for (const SuiteCase& each : section(backend_->kind())) suite_ids.push_back(with_ranks(each, 1).id());
    auto session = RecordSession::open(
        options_.record, {this_tool(), backend_->environment(), suite_.name, options_.rounds, options_.planted_loss},
        std::move(suite_ids));
    if (!session) return fail(session.error());
    session_ = std::move(*session);
    return {};
  }

  /// Every rank tells where it sits; rank 0 has the record.
  Result<void> keep_placement() {
    OwnPlacement mine{backend_->placement(), backend_->environment().host.launcher, rank_on_node_,
                      backend_->oversubscription().has_value()};
    auto placed = gather_placement(world_, mine);
    if (!placed) return fail(placed.error());
    if (session_) session_->set_world(std::move(*placed));
    return {};
  }

  /// Cases that the record already has in this round; rank 0 has the record and decides for all.
  Result<void> leave_out_measured(std::vector<PlannedCase>& cases) {
    std::vector<std::byte> is_measured(cases.size());
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const bool there = session_ && session_->has_samples(cases[i].suite_case.id(), options_.round);
      is_measured[i] = std::byte{there};
    }
    if (auto shared = world_.broadcast_bytes(is_measured); !shared) return shared;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      if (is_measured[i] == std::byte{0}) std::swap(cases[kept++], cases[i]);
    }
    cases.erase(cases.begin() + static_cast<std::ptrdiff_t>(kept), cases.end());
    return {};
  }

  void announce(std::size_t cases) const {
    const Environment& environment = backend_->environment();
    const std::string device = environment.devices.empty()
                                   ? fmt::format("{}, {} cores", environment.cpu.model, environment.cpu.cores)
                                   : fmt::format("{} x {}", environment.devices.size(), environment.devices[0].name);
    const std::string ranks = world_.size() > 1 ? fmt::format(" · {} ranks", world_.size()) : "";
    say(fmt::format("{} · {}{} · suite {} · round {} of {} · {} cases", environment.backend, device, ranks, suite_.name,
                    options_.round + 1, std::max(options_.rounds, options_.round + 1), cases));
    if (cases == 0) say("the record has this round already: nothing is left to measure");
    if (cases > 0) {
      for (const std::string& gap : backend_->gaps()) say("not seen by telemetry: " + gap);
    }
  }

  [[noreturn]] void end_hung(const PlannedCase& planned, const Measured& hung) {
    if (session_) {
      if (const auto saved = session_->add(planned.suite_case, hung); !saved) say(to_string(saved.error()));
      session_->will_measure(planned.suite_case.id());  // it is where the process ends, last of its cases or not
    }
    say(hung.round.marks.front().evidence);
    end_all_ranks(static_cast<int>(ExitStatus::cannot_judge));
  }

  BenchOptions options_;
  World& world_;
  const BenchConsole& console_;
  const BenchExtensions& extensions_;
  Suite suite_;
  std::unique_ptr<Backend> backend_;
  int rank_on_node_ = 0;
  std::unique_ptr<RecordSession> session_;
};

}  // namespace

ExitStatus run_bench(const std::vector<std::string>& arguments, World& world, const BenchConsole& console,
                     const BenchExtensions& extensions) {
  const auto report = [&](const Error& error) {
    if (world.rank() == 0) console.err << kName << ": " << to_string(error) << '\n' << std::flush;
    return exit_status_of(error.kind);
  };
  auto options = parse_options(arguments);
  if (!options) return report(options.error());
  if (options->action == BenchAction::print_text) {
    if (world.rank() == 0) console.out << options->text << std::flush;
    return ExitStatus::pass;
  }
  Run run{std::move(*options), world, console, extensions};
  const auto status = run.run();
  return status ? *status : report(status.error());
}

int bench_main(int argc, const char* const* argv, const BenchExtensions& extensions) {
  DescriptorStream out{STDOUT_FILENO};
  DescriptorStream err{STDERR_FILENO};
  // A reader that closes the pipe (`| head`) must not change the status: writing fails with EPIPE instead.
  std::signal(SIGPIPE, SIG_IGN);
  ExitStatus status = ExitStatus::wrong_result;
  try {
    const std::span arguments{argv + 1, static_cast<std::size_t>(argc > 0 ? argc - 1 : 0)};
    std::unique_ptr<World> world = std::make_unique<SoloWorld>();
    if (launched_by_mpi()) {
      auto ranks = make_mpi_world();
      if (!ranks) {
        err << kName << ": " << to_string(ranks.error()) << '\n' << std::flush;
        return static_cast<int>(exit_status_of(ranks.error().kind));
      }
      world = std::move(*ranks);
    }
    status = run_bench({arguments.begin(), arguments.end()}, *world, {out, err}, extensions);
  } catch (const std::exception& bug) {
    err << kName << ": internal error: " << bug.what() << '\n' << std::flush;
  }
  const int error_number = out.finish();
  if (error_number != 0 && error_number != EPIPE) {
    err << kName << ": standard output: " << std::strerror(error_number) << '\n' << std::flush;
    status = ExitStatus::wrong_result;
  }
  return static_cast<int>(status);
}

}  // namespace roofgate
