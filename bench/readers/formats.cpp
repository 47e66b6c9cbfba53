// The table of formats: a new reader is one row here.
#include <array>

#include "bench/readers/github_action.hpp"
#include "bench/readers/google/console.hpp"
#include "bench/readers/google/csv.hpp"
#include "bench/readers/google/json.hpp"
#include "bench/readers/mamf_finder.hpp"
#include "bench/readers/mapped_csv.hpp"
#include "bench/readers/mscclpp.hpp"
#include "bench/readers/nccl/json.hpp"
#include "bench/readers/nccl/text.hpp"
#include "bench/readers/nvbandwidth/json.hpp"
#include "bench/readers/nvbandwidth/text.hpp"
#include "bench/readers/nvbench/csv.hpp"
#include "bench/readers/nvbench/json.hpp"
#include "bench/readers/reader.hpp"
#include "bench/readers/roofgate_record.hpp"
#include "bench/readers/superbench.hpp"

namespace roofgate {
namespace {

constexpr std::array kFormats{
    Format{"roofgate", "roofgate's own run record", claims_roofgate_record, read_roofgate_record},
    Format{"nccl-tests", "text of nccl-tests and rccl-tests", claims_nccl_text, read_nccl_text, true},
    Format{"nccl-tests-json", "JSON of nccl-tests and rccl-tests", claims_nccl_json, read_nccl_json},
    Format{"mscclpp", "results of mscclpp-test, JSON lines", claims_mscclpp, read_mscclpp},
    Format{"mscclpp-table", "table that mscclpp-test prints, which names no collective", claims_mscclpp_table,
           read_mscclpp_table, true},
    Format{"nvbandwidth", "JSON of nvbandwidth", claims_nvbandwidth_json, read_nvbandwidth_json},
    Format{"nvbandwidth-text", "text of nvbandwidth", claims_nvbandwidth_text, read_nvbandwidth_text, true},
    Format{"google-benchmark", "JSON of Google Benchmark", claims_google_benchmark_json, read_google_benchmark_json},
    Format{"google-benchmark-csv", "CSV of Google Benchmark", claims_google_benchmark_csv, read_google_benchmark_csv,
           true},
    Format{"google-benchmark-text", "table that Google Benchmark prints", claims_google_benchmark_text,
           read_google_benchmark_text, true},
    Format{"nvbench", "JSON of nvbench, with its sample files", claims_nvbench_json, read_nvbench_json},
    Format{"nvbench-csv", "CSV of nvbench", claims_nvbench_csv, read_nvbench_csv, true},
    Format{"github-action-benchmark", "data.js of github-action-benchmark", claims_github_action_history,
           read_github_action_history},
    Format{"github-action-run", "custom JSON of github-action-benchmark", claims_github_action_run,
           read_github_action_run},
    Format{"superbench", "results and baselines of SuperBench", claims_superbench, read_superbench},
    Format{"superbench-rules", "rules of SuperBench, which hold no figures", claims_superbench_rules,
           read_superbench_rules},
    Format{"mamf-finder", "output of mamf-finder.py", claims_mamf_finder, read_mamf_finder, true},
    Format{"csv", "CSV of any kind, with --mapping", claims_mapped_csv, read_mapped_csv},
};

}  // namespace

std::span<const Format> formats() { return kFormats; }

}  // namespace roofgate
