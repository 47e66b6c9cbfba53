#include "bench/suite/suite_case.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

namespace roofgate {
namespace {

using Parameters = std::map<std::string, CaseParameter>;

double number(std::int64_t value) { return static_cast<double>(value); }

std::string text(std::string_view value) { return std::string{value}; }

std::string_view name_of_choice(GemmChoice choice) {
  if (choice == GemmChoice::first) return "first";
  return choice == GemmChoice::best ? "best" : "sole";
}

std::string_view name_of_epilogue(Epilogue epilogue) {
  if (epilogue == Epilogue::bias_gelu_fused) return "bias_gelu_fused";
  return epilogue == Epilogue::bias_gelu_separate ? "bias_gelu_separate" : "none";
}

char letter(Transpose transpose) { return transpose == Transpose::transposed ? 't' : 'n'; }

Parameters parameters_of(const GemmSpec& gemm) {
  const auto element = static_cast<std::int64_t>(size_of(gemm.dtype));
  return {{"dtype", text(name_of(gemm.dtype))},
          {"layout", fmt::format("{}{}", letter(gemm.transpose_a), letter(gemm.transpose_b))},
          {"m", number(gemm.m)},
          {"n", number(gemm.n)},
          {"k", number(gemm.k)},
          {"lda", number(gemm.lda())},
          {"ldb", number(gemm.ldb())},
          {"ldd", number(gemm.ldd())},
          {"alignment", number(gemm.alignment())},
          {"pointer_offset_bytes", number(gemm.pointer_offset * element)},
          {"choice", text(name_of_choice(gemm.choice))},
          {"epilogue", text(name_of_epilogue(gemm.epilogue))}};
}

Parameters parameters_of(const ChainSpec& chain) {
  std::vector<std::string_view> ops;
  ops.reserve(chain.ops.size());
  for (const PointwiseOp op : chain.ops) ops.push_back(name_of(op));
  return {{"dtype", text("bf16")},
          {"chain", chain.name},
          {"ops", fmt::format("{}", fmt::join(ops, ","))},
          {"variant", text(name_of(chain.variant))},
          {"elements", number(chain.elements)},
          {"pointer_offset_bytes", number(2 * chain.pointer_offset)}};
}

Parameters parameters_of(const MemorySpec& memory) {
  return {{"op", text(name_of(memory.op))}, {"bytes", number(memory.bytes)}};
}

Parameters parameters_of(const CeilingSpec& ceiling) { return {{"op", text(name_of(ceiling.op))}}; }

Parameters parameters_of(const CollectiveSpec& collective) {
  Parameters parameters{{"dtype", text(name_of(collective.dtype))},
                        {"in_place", collective.in_place},
                        {"bytes", number(collective.bytes)},
                        {"ranks", number(collective.ranks)}};
  if (collective.op == CollectiveOp::send_recv) parameters.emplace("pairing", number(collective.pairing));
  if (collective.registered) parameters.emplace("registered", true);
  if (!collective.transport.empty()) parameters.emplace("transport", collective.transport);
  return parameters;
}

Parameters parameters_of(const StepSpec& step) {
  return {{"variant", text(name_of(step.variant))},
          {"scaling", text(name_of(step.scaling))},
          {"dtype", text("bf16")},
          {"layers", number(step.layers)},
          {"width", number(step.width)},
          {"micro_batch_tokens", number(step.rank_tokens())},
          {"micro_batches", number(step.micro_batches)},
          {"bucket_bytes", number(step.bucket_bytes)},
          {"recompute", step.recompute},
          {"model_parameters", number(step.model_parameters())},
          {"gradient_bytes", step.gradient_bytes().value()},
          {"tokens_per_step", number(step.step_tokens())},
          {"flops_per_token", 6.0 * number(step.model_parameters())},
          {"ranks", number(step.ranks)}};
}

bool launch_is_the_subject(const CaseSpec& spec) {
  const auto* ceiling = std::get_if<CeilingSpec>(&spec);
  return ceiling != nullptr && ceiling->op == CeilingOp::launch;
}

}  // namespace

std::string SuiteCase::id() const {
  std::string id = std::visit([](const auto& any) { return any.id(); }, spec);
  if (cache == CacheState::warm) id += "/warm";
  if (expose_launch && !launch_is_the_subject(spec)) id += "/launch_exposed";
  return id;
}

std::string_view SuiteCase::kind() const {
  if (const auto* collective = std::get_if<CollectiveSpec>(&spec)) return name_of(collective->op);
  constexpr std::string_view kKinds[]{"gemm", "elementwise", "memory", "ceiling", "collective", "step"};
  static_assert(std::variant_size_v<CaseSpec> == std::size(kKinds));
  return kKinds[spec.index()];
}

bool SuiteCase::is_collective() const {
  return std::holds_alternative<CollectiveSpec>(spec) || std::holds_alternative<StepSpec>(spec);
}

std::map<std::string, CaseParameter> SuiteCase::parameters() const {
  Parameters parameters = std::visit([](const auto& any) { return parameters_of(any); }, spec);
  parameters["cache"] = text(name_of(cache));
  if (expose_launch) parameters["launch_exposed"] = true;
  if (!nominal_shape.empty()) {
    parameters["nominal_shape"] = nominal_shape;
    parameters["ladder"] = variant;
  }
  return parameters;
}

std::optional<Work> SuiteCase::work() const {
  return std::visit(
      [](const auto& any) -> std::optional<Work> {
        if constexpr (std::is_same_v<std::decay_t<decltype(any)>, CeilingSpec>) {
          return std::nullopt;
        } else {
          return any.work();
        }
      },
      spec);
}

Result<void> SuiteCase::validate() const {
  return std::visit(
      [](const auto& any) -> Result<void> {
        if constexpr (std::is_same_v<std::decay_t<decltype(any)>, CeilingSpec>) {
          return {};
        } else {
          return any.validate();
        }
      },
      spec);
}

SuiteCase with_ranks(SuiteCase suite_case, int ranks) {
  if (auto* collective = std::get_if<CollectiveSpec>(&suite_case.spec)) collective->ranks = ranks;
  if (auto* step = std::get_if<StepSpec>(&suite_case.spec)) step->ranks = ranks;
  return suite_case;
}

bool exists_among(const SuiteCase& suite_case, int ranks) {
  if (const auto* step = std::get_if<StepSpec>(&suite_case.spec)) return step->exists_among(ranks);
  const auto* collective = std::get_if<CollectiveSpec>(&suite_case.spec);
  return collective == nullptr || collective->exists_among(ranks);
}

std::string_view name_of(SuiteBackend backend) { return backend == SuiteBackend::cuda ? "cuda" : "host"; }

std::string_view name_of(CacheState cache) { return cache == CacheState::warm ? "warm" : "cold"; }

}  // namespace roofgate
