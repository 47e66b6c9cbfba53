#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/suite/grid.hpp"

namespace roofgate {
namespace {

constexpr std::int64_t kMostExtent = std::int64_t{1} << 20;
constexpr std::int64_t kMostCount = 1024;

StepSpec read_stack(const JsonReader& stack) {
  stack.allow_only({"layers", "width", "tokens", "micro_batches"});
  StepSpec spec;
  spec.layers = stack.member("layers").integer(1, kMostCount);
  spec.width = stack.member("width").integer(1, kMostExtent);
  spec.tokens = stack.member("tokens").integer(1, kMostExtent);
  if (stack.has("micro_batches")) spec.micro_batches = stack.member("micro_batches").integer(1, kMostCount);
  return spec;
}

/// `choices` of `key`, or `usual` alone where the grid does not say.
template <class T>
std::vector<T> read_choices(const JsonReader& grid, std::string_view key, T usual,
                            std::initializer_list<std::pair<std::string_view, T>> choices) {
  if (!grid.has(key)) return {usual};
  std::vector<T> values;
  for (const JsonReader& value : grid.member(key).elements()) values.push_back(value.choice<T>(choices));
  return values;
}

}  // namespace

std::vector<SuiteCase> expand_step_grid(const JsonReader& grid, const GridFrame& frame) {
  grid.allow_only({"kind", "why", "sampling", "stacks", "variants", "scaling", "bucket_bytes", "recompute"});
  const auto scalings = read_choices<StepScaling>(grid, "scaling", StepScaling::weak,
                                                  {{"weak", StepScaling::weak}, {"strong", StepScaling::strong}});
  const auto recomputes = read_choices<bool>(grid, "recompute", false, {{"no", false}, {"yes", true}});
  std::vector<StepVariant> variants;
  for (const JsonReader& variant : grid.member("variants").elements()) {
    variants.push_back(variant.choice<StepVariant>(
        {{"compute", StepVariant::compute}, {"serial", StepVariant::serial}, {"overlap", StepVariant::overlap}}));
  }
  const std::vector<std::int64_t> buckets = read_sizes(grid.member("bucket_bytes"));
  std::vector<SuiteCase> cases;
  for (const JsonReader& stack : grid.member("stacks").elements()) {
    StepSpec spec = read_stack(stack);
    for (const StepScaling scaling : scalings) {
      for (const bool recompute : recomputes) {
        for (const std::int64_t bucket : buckets) {
          spec.scaling = scaling;
          spec.recompute = recompute;
          spec.bucket_bytes = bucket;
          spec.variant = StepVariant::compute;
          const std::string group = spec.id();  // the variants are compared: measured back to back
          for (const StepVariant variant : variants) {
            spec.variant = variant;
            add_cases(cases, frame, spec, group);
          }
        }
      }
    }
  }
  return cases;
}

}  // namespace roofgate
