#include "bench/roofgate/night_files.hpp"

#include <array>
#include <string>
#include <utility>

#include "bench/record/atomic_file.hpp"
#include "bench/report/annotations.hpp"
#include "bench/report/gate_document.hpp"
#include "bench/report/gate_json.hpp"
#include "bench/report/junit.hpp"
#include "bench/report/render.hpp"
#include "bench/report/roofline_document.hpp"
#include "bench/report/roofline_json.hpp"

namespace roofgate {

Result<void> write_night_files(const std::filesystem::path& folder, const Record& record, const Roofline& roofline,
                               const GateResult& result) {
  const Document verdicts = gate_document(result, GateDetail::full);
  const std::array<std::pair<const char*, std::string>, 8> files{{
      {"roofline.md", render_markdown(roofline_document(record, roofline), 0)},
      {"roofline.csv", render_csv(roofline_data(roofline))},
      {"roofline.json", roofline_json(record, roofline)},
      {"gate.md", render_markdown(verdicts)},
      {"gate.csv", render_csv(verdicts)},
      {"gate.json", render_gate_json(result)},
      {"junit.xml", render_junit(result)},
      {"annotations.txt", render_annotations(result)},
  }};
  for (const auto& [name, text] : files) {
    if (auto written = replace_file(folder / name, text); !written) return written;
  }
  return {};
}

}  // namespace roofgate
