#include <fmt/format.h>

#include <limits>

#include "bench/suite/gemm_ladder.hpp"
#include "bench/suite/grid.hpp"

namespace roofgate {
namespace {

constexpr std::int64_t kMaxExtent = std::numeric_limits<std::int32_t>::max();

struct Shape {
  std::int64_t m, n, k;
};

struct Layout {
  Transpose a, b;
};

// D (out x tokens) = W (in x out, transposed) x X (in x tokens): how a framework's row-major linear layer arrives at a
// column-major BLAS.
std::vector<Shape> projection_shapes(const JsonReader& grid) {
  std::vector<std::int64_t> tokens;
  for (const JsonReader& count : grid.member("tokens").elements()) tokens.push_back(count.integer(1, kMaxExtent));
  std::vector<Shape> shapes;
  for (const JsonReader& projection : grid.member("projections").elements()) {
    projection.allow_only({"name", "out", "in"});
    static_cast<void>(projection.member("name").text());
    const std::int64_t out = projection.member("out").integer(1, kMaxExtent);
    const std::int64_t in = projection.member("in").integer(1, kMaxExtent);
    for (const std::int64_t count : tokens) shapes.push_back({out, count, in});
  }
  return shapes;
}

std::vector<Shape> read_shapes(const JsonReader& grid) {
  std::vector<Shape> shapes;
  if (grid.has("projections")) shapes = projection_shapes(grid);
  if (grid.has("shapes") || !grid.has("projections")) {
    for (const JsonReader& shape : grid.member("shapes").elements()) {
      const auto extents = shape.elements();
      if (extents.size() != 3) {
        shape.report("a shape has three extents", "write [m, n, k], such as [4096, 4096, 4096]");
        continue;
      }
      shapes.push_back(
          {extents[0].integer(1, kMaxExtent), extents[1].integer(1, kMaxExtent), extents[2].integer(1, kMaxExtent)});
    }
  }
  return shapes;
}

std::vector<Layout> read_layouts(const JsonReader& grid) {
  constexpr auto n = Transpose::none;
  constexpr auto t = Transpose::transposed;
  if (!grid.has("layouts")) return {{t, n}};
  std::vector<Layout> layouts;
  for (const JsonReader& layout : grid.member("layouts").elements()) {
    layouts.push_back(layout.choice<Layout>({{"nn", {n, n}}, {"nt", {n, t}}, {"tn", {t, n}}, {"tt", {t, t}}}));
  }
  return layouts;
}

std::vector<GemmChoice> read_choices(const JsonReader& grid, SuiteBackend backend) {
  if (backend == SuiteBackend::host) {
    if (grid.has("choices")) {
      grid.member("choices").report("the host library makes one choice", "leave \"choices\" to the cuda section");
    }
    return {GemmChoice::sole};
  }
  if (!grid.has("choices")) return {GemmChoice::first};
  std::vector<GemmChoice> choices;
  for (const JsonReader& choice : grid.member("choices").elements()) {
    choices.push_back(choice.choice<GemmChoice>({{"first", GemmChoice::first}, {"best", GemmChoice::best}}));
  }
  return choices;
}

std::vector<Epilogue> read_epilogues(const JsonReader& grid) {
  if (!grid.has("epilogues")) return {Epilogue::none};
  std::vector<Epilogue> epilogues;
  for (const JsonReader& epilogue : grid.member("epilogues").elements()) {
    epilogues.push_back(epilogue.choice<Epilogue>({{"none", Epilogue::none},
                                                   {"bias_gelu_fused", Epilogue::bias_gelu_fused},
                                                   {"bias_gelu_separate", Epilogue::bias_gelu_separate}}));
  }
  return epilogues;
}

DType read_dtype(const JsonReader& grid) {
  if (!grid.has("dtype")) return DType::bf16;
  return grid.member("dtype").choice<DType>({{"bf16", DType::bf16}});
}

// One nominal product in every alignment that the grid asks for.
void add_ladder(std::vector<SuiteCase>& cases, const JsonReader& grid, const GemmSpec& nominal, SuiteCase pattern) {
  GemmSpec plain = nominal;
  plain.choice = GemmChoice::sole;
  plain.epilogue = Epilogue::none;
  pattern.group = plain.id();
  if (!grid.has("align")) {
    pattern.spec = nominal;
    cases.push_back(std::move(pattern));
    return;
  }
  pattern.nominal_shape = fmt::format("m{}n{}k{}", nominal.m, nominal.n, nominal.k);
  for (const JsonReader& step : grid.member("align").elements()) {
    const std::string variant = step.is_text() ? step.text() : fmt::format("align{}", step.integer(1, 128));
    const auto spec = ladder_variant(nominal, variant);
    if (!spec) {
      step.report(spec.error().what, spec.error().hint);
      return;
    }
    pattern.variant = variant;
    pattern.spec = *spec;
    cases.push_back(pattern);
  }
}

}  // namespace

std::vector<SuiteCase> expand_gemm_grid(const JsonReader& grid, const GridFrame& frame) {
  grid.allow_only({"kind", "why", "cache", "launch", "sampling", "dtype", "layouts", "shapes", "projections", "tokens",
                   "align", "choices", "epilogues"});
  const auto layouts = read_layouts(grid);
  const auto shapes = read_shapes(grid);
  const auto epilogues = read_epilogues(grid);
  const auto choices = read_choices(grid, frame.backend);
  GemmSpec nominal;
  nominal.dtype = read_dtype(grid);
  std::vector<SuiteCase> cases;
  for (const CacheState cache : frame.caches) {
    for (const Layout& layout : layouts) {
      for (const Shape& shape : shapes) {
        for (const Epilogue epilogue : epilogues) {
          for (const GemmChoice choice : choices) {
            nominal.transpose_a = layout.a;
            nominal.transpose_b = layout.b;
            nominal.m = shape.m;
            nominal.n = shape.n;
            nominal.k = shape.k;
            nominal.epilogue = epilogue;
            nominal.choice = choice;
            SuiteCase pattern;
            pattern.backend = frame.backend;
            pattern.cache = cache;
            pattern.expose_launch = frame.expose_launch;
            pattern.limits = frame.limits;
            add_ladder(cases, grid, nominal, std::move(pattern));
          }
        }
      }
    }
  }
  return cases;
}

}  // namespace roofgate
