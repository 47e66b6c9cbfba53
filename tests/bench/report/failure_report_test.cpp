#include "bench/report/failure_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "bench/report/annotations.hpp"
#include "bench/report/gate_json.hpp"
#include "bench/report/junit.hpp"
#include "bench/report/render.hpp"

namespace roofgate {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const Error kEmpty{ErrorKind::input, "is empty", "nights/a|b\n.log", "measure again"};

TEST(FailureReport, SaysTheExitStatusAndWhatToDoInEveryForm) {
  EXPECT_EQ(outcome_of(kEmpty), "unreadable input (exit status 2)");
  EXPECT_EQ(outcome_of({ErrorKind::measurement, "", "", ""}), "cannot judge (exit status 3)");
  EXPECT_EQ(outcome_of({ErrorKind::unavailable, "", "", ""}), "cannot judge (exit status 3)");
  EXPECT_EQ(outcome_of({ErrorKind::usage, "", "", ""}), "usage (exit status 2)");
  EXPECT_EQ(outcome_of({ErrorKind::internal, "", "", ""}), "internal error (exit status 4)");

  const auto json = nlohmann::json::parse(failure_json(kEmpty, "gate"));
  EXPECT_EQ(json["schema"], "roofgate.failure/1");
  EXPECT_EQ(json["command"], "gate");
  EXPECT_EQ(json["status"], 2);
  EXPECT_EQ(json["where"], kEmpty.where);
  EXPECT_EQ(json["hint"], "measure again");

  pugi::xml_document junit;
  ASSERT_TRUE(junit.load_string(failure_junit(kEmpty, "gate").c_str()));
  EXPECT_EQ(junit.child("testsuites").attribute("errors").as_int(), 1);
  const pugi::xml_node error = junit.child("testsuites").child("testsuite").child("testcase").child("error");
  EXPECT_THAT(error.attribute("message").value(), StartsWith("unreadable input (exit status 2): nights/a|b"));

  EXPECT_THAT(render_markdown(failure_document(kEmpty)), HasSubstr("nights/a\\|b .log: is empty"));
  EXPECT_THAT(failure_csv(kEmpty), StartsWith("status,what,where,hint\r\n2,is empty,"));
}

TEST(FailureReport, AMissingOrLostPlaceIsAnAnnotationOfItsOwn) {
  NightVerdict night;
  night.absent = {"n1 (x): its latest run is of 2026-11-27"};
  night.lost = {{"n2 (x)", kEmpty}};
  const std::string text = render_unjudged_annotations(night);
  EXPECT_THAT(text, HasSubstr("::error title=roofgate%3A missing::n1 (x): its latest run"));
  EXPECT_THAT(text, HasSubstr("::error title=roofgate%3A unreadable input (exit status 2)::n2 (x)%0Anights/a|b"));
  EXPECT_EQ(night.status(), ExitStatus::usage) << "a lost place outranks a missing one by its own status";
  night.lost.front().error.kind = ErrorKind::measurement;
  EXPECT_EQ(night.status(), ExitStatus::cannot_judge);
  EXPECT_FALSE(night.is_of_one_place());
}

}  // namespace
}  // namespace roofgate
