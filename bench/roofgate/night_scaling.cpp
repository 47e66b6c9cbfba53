#include "bench/roofgate/night_scaling.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>

#include "bench/record/atomic_file.hpp"
#include "bench/report/render.hpp"
#include "bench/report/scaling_document.hpp"
#include "bench/report/scaling_json.hpp"

namespace roofgate {

Result<bool> write_night_scaling(const std::filesystem::path& folder, const Record& record, const PeaksDb& peaks) {
  const std::span<const Record> night{&record, 1};
  const auto scaling = scaling_of(night, peaks, {});
  if (!scaling) return false;  // emulated times, or names that collide: the night itself is judged all the same
  const auto is_compared = [](const ScalingTable& table) { return table.rows.size() > 1; };
  if (std::none_of(scaling->tables.begin(), scaling->tables.end(), is_compared)) return false;
  const std::array<std::pair<const char*, std::string>, 3> files{{
      {"scaling.md", render_markdown(scaling_document(record, *scaling, {true, true}), 0)},
      {"scaling.csv", render_csv(scaling_data(*scaling))},
      {"scaling.json", scaling_json(night, *scaling)},
  }};
  for (const auto& [name, text] : files) {
    if (auto written = replace_file(folder / name, text); !written) return fail(written.error());
  }
  return true;
}

}  // namespace roofgate
