#include "bench/gate/shared_shifts.hpp"

#include <algorithm>
#include <map>

#include "bench/stats/hodges_lehmann.hpp"

namespace roofgate {

SharedShifts find_shared_shifts(std::span<const CaseSeries> series, const std::vector<CaseFigures>& cases,
                                const SpreadPolicy& policy) {
  std::map<std::size_t, std::vector<KindShift>> by_night;
  std::vector<KindShift> tonight;
  std::vector<std::size_t> reference_nights;
  bool is_bootstrapped = false;
  for (std::size_t i = 0; i < series.size(); ++i) {
    if (series[i].is_derived) continue;
    const auto add = [&](const std::vector<NightPoint>& points) {
      for (const NightPoint& point : points) {
        by_night[point.night].push_back({series[i].kind, point.location - cases[i].centre});
      }
    };
    add(cases[i].reference);
    add(cases[i].watched);
    for (const NightPoint& point : cases[i].reference) reference_nights.push_back(point.night);
    tonight.push_back({series[i].kind, cases[i].tonight - cases[i].centre});
    is_bootstrapped = is_bootstrapped || series[i].is_bootstrapped;
  }
  SharedShifts shifts;
  const auto shared = shared_shift(tonight);
  if (!shared) return shifts;
  shifts.is_known = true;
  for (const auto& [night, values] : by_night) shifts.nights[night] = shared_shift(values).value_or(0.0);
  std::sort(reference_nights.begin(), reference_nights.end());
  reference_nights.erase(std::unique(reference_nights.begin(), reference_nights.end()), reference_nights.end());
  std::vector<double> earlier;
  for (const std::size_t night : reference_nights) earlier.push_back(shifts.of(night));
  const double centre = hodges_lehmann_centre(earlier);
  for (double& shift : earlier) shift -= centre;
  for (auto& [night, shift] : shifts.nights) shift -= centre;
  shifts.tonight = *shared - centre;
  shifts.error =
      shared_shift_error(earlier, policy.common_typical, is_bootstrapped ? policy.common_bootstrapped_floor : 0.0);
  return shifts;
}

}  // namespace roofgate
