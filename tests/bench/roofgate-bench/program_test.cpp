// The program on a scripted backend: what is measured, printed, recorded and returned, without waiting for a clock.
#include "bench/roofgate-bench/program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "bench/record/record_json.hpp"
#include "tests/bench/measure/scripted.hpp"

namespace roofgate {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kSuite = R"({"schema": "roofgate.suite/1", "name": "trial", "purpose": "a test",
  "host": {"sampling": {"max_warmup_s": 0.01, "min_sampling_s": 0.001, "max_sampling_s": 0.02, "max_samples": 20},
           "grids": [{"kind": "memory", "ops": ["copy", "read", "write"], "bytes": [1024]},
                     {"kind": "allreduce", "dtypes": ["bf16"], "placements": ["in_place"], "bytes": [8]}]}})";

/// Launches take a real millisecond of nobody's clock: the platform only says so.
class ScriptedBackend final : public Backend {
 public:
  explicit ScriptedBackend(std::vector<std::string>& made)
      : made_{made}, platform_{clock_, [](std::size_t) { return Seconds{1e-3}; }} {
    environment_.backend = "host";
    environment_.cpu.model = "Test CPU";
    environment_.cpu.cores = 2;
  }
  [[nodiscard]] SuiteBackend kind() const override { return SuiteBackend::host; }
  [[nodiscard]] const Environment& environment() const override { return environment_; }
  [[nodiscard]] Platform& platform() override { return platform_; }
  [[nodiscard]] TelemetrySource& telemetry() override { return telemetry_; }
  [[nodiscard]] Result<std::unique_ptr<Workload>> make(const SuiteCase& suite_case, std::uint64_t /*seed*/,
                                                       World& /*world*/) override {
    made_.push_back(suite_case.id());
    const auto failure = failures.find(suite_case.id());
    if (failure != failures.end()) return fail(failure->second);
    auto workload = std::make_unique<scripted::Workload>();
    if (wrong == suite_case.id()) workload->outcome = Check{false, 3.0, "element 0 is 1, expected 2"};
    return workload;
  }
  [[nodiscard]] std::optional<std::string> oversubscription() const override { return std::nullopt; }

  std::map<std::string, Error> failures;
  std::string wrong;

 private:
  std::vector<std::string>& made_;
  scripted::Clock clock_;
  scripted::Platform platform_;
  scripted::Telemetry telemetry_;
  Environment environment_;
};

class ProgramTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path{testing::TempDir()} / ("program" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
    suite_ = (folder_ / "trial.json").string();
    std::ofstream{suite_} << kSuite;
    record_ = (folder_ / "record.json").string();
    extensions_.build_type = "Release";
    extensions_.choose = [this](const std::string& /*name*/, const RankPlace& /*place*/, World& /*world*/) {
      auto backend = std::make_unique<ScriptedBackend>(made_);
      backend->failures = failures_;
      backend->wrong = wrong_;
      ChosenBackend chosen;
      chosen.backend = std::move(backend);
      return chosen;
    };
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  ExitStatus run(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"--suite", suite_});
    out_.str("");
    err_.str("");
    return run_bench(arguments, world_, {out_, err_}, extensions_);
  }

  std::filesystem::path folder_;
  std::string suite_;
  std::string record_;
  SoloWorld world_;
  std::ostringstream out_;
  std::ostringstream err_;
  BenchExtensions extensions_;
  std::vector<std::string> made_;
  std::map<std::string, Error> failures_;
  std::string wrong_;
};

TEST_F(ProgramTest, MeasuresTheCasesOfOneProcessAndRecordsThem) {
  EXPECT_EQ(run({"--record", record_, "--rounds", "2"}), ExitStatus::pass) << err_.str();
  const auto record = read_record(record_);
  ASSERT_TRUE(record) << to_string(record.error());
  ASSERT_EQ(record->cases.size(), 3U);
  EXPECT_EQ(record->cases[0].id, "memory/copy/bytes1024");
  EXPECT_GE(record->cases[0].rounds.at(0).time_s.size(), 10U);
  EXPECT_EQ(record->rounds_planned, 2);
  EXPECT_THAT(err_.str(), HasSubstr("host · Test CPU, 2 cores · suite trial · round 1 of 2 · 3 cases"));
}

TEST_F(ProgramTest, TheTableHasALinePerCase) {
  EXPECT_EQ(run({"--no-shuffle", "--benchmark_filter=copy"}), ExitStatus::pass);
  EXPECT_EQ(out_.str(),
            "case                      median     95 %           rate  samples  marks\n"
            "memory/copy/bytes1024    1.00 ms   ±0.0 %   1.00 MFLOP/s       20\n");
}

TEST_F(ProgramTest, ASecondRoundIsAddedAndARepeatedOneIsNot) {
  ASSERT_EQ(run({"--record", record_, "--rounds", "2"}), ExitStatus::pass);
  ASSERT_EQ(run({"--record", record_, "--rounds", "2", "--round", "1"}), ExitStatus::pass);
  auto record = read_record(record_);
  ASSERT_TRUE(record);
  EXPECT_EQ(record->cases[1].rounds.size(), 2U);
  ASSERT_EQ(run({"--record", record_, "--rounds", "2", "--round", "1"}), ExitStatus::pass);
  EXPECT_THAT(err_.str(), HasSubstr("the record has this round already: nothing is left to measure"));
  EXPECT_TRUE(out_.str().empty());
}

TEST_F(ProgramTest, APlantedLossIsSaidAndItsRecordIsNeverMixedWithANight) {
  ASSERT_EQ(run({"--record", record_, "--rounds", "2", "--plant-loss", "0.05"}), ExitStatus::pass) << err_.str();
  EXPECT_THAT(err_.str(), HasSubstr("DRILL: every case is slowed by 5 % of its throughput"));
  EXPECT_EQ(read_record(record_)->notes.at("planted_loss"), "0.05");
  EXPECT_EQ(run({"--record", record_, "--rounds", "2", "--round", "1"}), ExitStatus::usage);
  EXPECT_THAT(err_.str(), HasSubstr("holds rounds of another planted loss: '0.05', not '0'"));
  const std::string night = (folder_ / "night.json").string();
  ASSERT_EQ(run({"--record", night, "--rounds", "2"}), ExitStatus::pass);
  EXPECT_EQ(run({"--record", night, "--rounds", "2", "--round", "1", "--plant-loss", "0.05"}), ExitStatus::usage);
}

TEST_F(ProgramTest, ALossIsPlantedIntoARecordOnly) {
  EXPECT_EQ(run({"--plant-loss", "0.05"}), ExitStatus::usage);
  EXPECT_THAT(err_.str(), HasSubstr("planted losses are measured into a record that says so"));
  EXPECT_EQ(run({"--plant-loss", "0.9", "--record", record_}), ExitStatus::usage);
}

TEST_F(ProgramTest, JsonHasPlainIdsAndCounters) {
  ASSERT_EQ(run({"--benchmark_format=json", "--benchmark_filter=read"}), ExitStatus::pass);
  const auto report = nlohmann::json::parse(out_.str());
  const auto& line = report.at("benchmarks").at(0);
  EXPECT_EQ(line.at("name"), "memory/read/bytes1024");
  EXPECT_DOUBLE_EQ(line.at("real_time").get<double>(), 1e6);
  EXPECT_EQ(line.at("time_unit"), "ns");
  EXPECT_EQ(line.at("samples"), 20.0);
  EXPECT_EQ(line.at("cpu_time"), 0.0);
}

TEST_F(ProgramTest, CsvSurvivesACaseWithoutCounters) {
  failures_["memory/copy/bytes1024"] = Error{ErrorKind::unavailable, "needs more memory", "", "", false};
  EXPECT_EQ(run({"--benchmark_format=csv", "--no-shuffle"}), ExitStatus::pass) << err_.str();
  EXPECT_THAT(out_.str(), HasSubstr("\"memory/write/bytes1024\""));
}

TEST_F(ProgramTest, OutFileBesideTheTable) {
  const std::string file = (folder_ / "out.json").string();
  ASSERT_EQ(run({"--benchmark_out=" + file}), ExitStatus::pass);
  std::ifstream stream{file};
  const auto report = nlohmann::json::parse(stream);
  EXPECT_EQ(report.at("benchmarks").size(), 3U);
  EXPECT_THAT(out_.str(), HasSubstr("memory/copy/bytes1024 "));
}

TEST_F(ProgramTest, AnOutFileThatCannotBeWrittenIsAUsageError) {
  EXPECT_EQ(run({"--benchmark_out=" + (folder_ / "absent" / "o").string()}), ExitStatus::usage);
  EXPECT_THAT(err_.str(), HasSubstr("cannot be written"));
}

TEST_F(ProgramTest, RepetitionsMeasureAgain) {
  ASSERT_EQ(run({"--benchmark_repetitions=3", "--benchmark_filter=copy"}), ExitStatus::pass);
  EXPECT_EQ(made_.size(), 3U);
  EXPECT_THAT(out_.str(), HasSubstr("memory/copy/bytes1024_median"));
}

TEST_F(ProgramTest, AggregatesOnly) {
  ASSERT_EQ(run({"--benchmark_repetitions=2", "--benchmark_report_aggregates_only=true", "--benchmark_filter=copy"}),
            ExitStatus::pass);
  EXPECT_THAT(out_.str(), Not(HasSubstr("memory/copy/bytes1024 ")));
  EXPECT_THAT(out_.str(), HasSubstr("memory/copy/bytes1024_mean"));
  // The library keeps flags between calls in one process.
  ASSERT_EQ(run({"--benchmark_filter=copy"}), ExitStatus::pass);
}

TEST_F(ProgramTest, ASkippedCaseIsMarkedAndTheOthersAreMeasured) {
  failures_["memory/read/bytes1024"] = Error{ErrorKind::unavailable, "needs 1 PiB", "", "use a smaller suite", false};
  EXPECT_EQ(run({"--record", record_}), ExitStatus::pass);
  EXPECT_THAT(out_.str(), HasSubstr("skipped: needs 1 PiB"));
  const auto record = read_record(record_);
  ASSERT_TRUE(record);
  EXPECT_EQ(record->cases[1].rounds[0].marks[0].kind, MarkKind::skipped);
  EXPECT_FALSE(record->cases[2].rounds[0].time_s.empty());
}

TEST_F(ProgramTest, NothingMeasuredIsStatusThree) {
  for (const char* op : {"copy", "read", "write"}) {
    failures_[std::string{"memory/"} + op + "/bytes1024"] = Error{ErrorKind::unavailable, "no", "", "", false};
  }
  EXPECT_EQ(run({}), ExitStatus::cannot_judge);
}

TEST_F(ProgramTest, AnErrorIsStatusThreeAndTheNightGoesOn) {
  failures_["memory/copy/bytes1024"] = Error{ErrorKind::measurement, "broke", "", "", false};
  EXPECT_EQ(run({"--no-shuffle", "--record", record_}), ExitStatus::cannot_judge);
  const auto record = read_record(record_);
  ASSERT_TRUE(record);
  EXPECT_EQ(record->cases[0].rounds[0].marks[0].kind, MarkKind::error);
  EXPECT_FALSE(record->cases[1].rounds[0].time_s.empty());
}

TEST_F(ProgramTest, ALostDeviceLeavesTheRestToAFreshProcess) {
  failures_["memory/copy/bytes1024"] = Error{ErrorKind::measurement, "device lost", "", "", true};
  EXPECT_EQ(run({"--no-shuffle", "--record", record_}), ExitStatus::cannot_judge);
  const auto record = read_record(record_);
  ASSERT_TRUE(record);
  ASSERT_EQ(record->cases.size(), 1U);
  EXPECT_EQ(record->cases[0].id, "memory/copy/bytes1024");
}

TEST_F(ProgramTest, AWrongResultIsStatusFour) {
  wrong_ = "memory/write/bytes1024";
  EXPECT_EQ(run({"--record", record_}), ExitStatus::wrong_result);
  EXPECT_THAT(out_.str(), HasSubstr("wrong_result: element 0 is 1, expected 2"));
  const auto record = read_record(record_);
  ASSERT_TRUE(record);
  EXPECT_TRUE(record->cases[2].rounds[0].time_s.empty());
}

TEST_F(ProgramTest, AForeignRecordIsRefusedBeforeMeasuring) {
  std::ofstream{record_} << "{}";
  EXPECT_EQ(run({"--record", record_}), ExitStatus::usage);
  EXPECT_TRUE(made_.empty());
}

TEST_F(ProgramTest, ListsInThreeForms) {
  ASSERT_EQ(run({"--list", "--ranks", "4"}), ExitStatus::pass);
  EXPECT_THAT(out_.str(), HasSubstr("allreduce/bf16/in_place/bytes8/ranks4"));
  EXPECT_THAT(out_.str(), HasSubstr("8 B sent               all ranks"));
  EXPECT_THAT(out_.str(), HasSubstr("2 KiB moved            one process"));
  ASSERT_EQ(run({"--list-json"}), ExitStatus::pass);
  const auto list = nlohmann::json::parse(out_.str());
  ASSERT_EQ(list.size(), 4U);
  EXPECT_EQ(list[3].at("id"), "allreduce/bf16/in_place/bytes8/ranks1");
  EXPECT_EQ(list[3].at("collective"), true);
  EXPECT_EQ(list[0].at("kind"), "memory");
  EXPECT_EQ(list[0].at("definition").get<std::string>().size(), 16U);
  ASSERT_EQ(run({"--benchmark_list_tests"}), ExitStatus::pass);
  EXPECT_EQ(out_.str(), "memory/copy/bytes1024\nmemory/read/bytes1024\nmemory/write/bytes1024\n");
}

TEST_F(ProgramTest, Describe) {
  ASSERT_EQ(run({"--describe"}), ExitStatus::pass);
  EXPECT_EQ(nlohmann::json::parse(out_.str()).at("backend"), "host");
}

TEST_F(ProgramTest, Profile) {
  ASSERT_EQ(run({"--profile", "memory/copy/bytes1024"}), ExitStatus::pass);
  EXPECT_THAT(err_.str(), HasSubstr("memory/copy/bytes1024 ran once inside the range of its name"));
  EXPECT_EQ(run({"--profile", "memory/copy"}), ExitStatus::usage);
  EXPECT_THAT(err_.str(), HasSubstr("--profile: there is no case 'memory/copy'"));
}

TEST_F(ProgramTest, ADebugBuildDoesNotMeasureUnlessTold) {
  extensions_.build_type = "RelWithDebInfo";
  EXPECT_EQ(run({}), ExitStatus::usage);
  EXPECT_THAT(err_.str(), HasSubstr("this is a RelWithDebInfo build: its times say nothing"));
  EXPECT_EQ(run({"--list"}), ExitStatus::pass);
  EXPECT_EQ(run({"--allow-debug-build"}), ExitStatus::pass);
}

TEST_F(ProgramTest, ABackendWithoutCasesSaysSo) {
  std::ofstream{suite_} << R"({"schema": "roofgate.suite/1", "name": "trial", "purpose": "p",
      "cuda": {"grids": [{"kind": "ceiling", "ops": ["launch"]}]}})";
  EXPECT_EQ(run({}), ExitStatus::usage);
  EXPECT_THAT(err_.str(), HasSubstr("suite trial: has no cases for the host backend"));
}

TEST_F(ProgramTest, AWrapperGoesAroundEachWorkload) {
  std::vector<std::string> wrapped;
  extensions_.wrap = [&](std::unique_ptr<Workload> workload, const std::string& id) {
    wrapped.push_back(id);
    return workload;
  };
  ASSERT_EQ(run({"--benchmark_filter=copy"}), ExitStatus::pass);
  EXPECT_EQ(wrapped, (std::vector<std::string>{"memory/copy/bytes1024"}));
}

}  // namespace
}  // namespace roofgate
