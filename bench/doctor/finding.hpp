// What `roofgate doctor` says of one thing that can spoil a measurement, and what to do about it.
#pragma once

#include <string>

namespace roofgate {

enum class Gravity {
  blocker,  ///< measuring cannot go on
  warning,  ///< figures will be worse, noisier or marked
  note,     ///< worth knowing; nothing to repair
};

struct Finding {
  Gravity gravity = Gravity::note;
  std::string what;    ///< what was seen, with figures; one sentence without a full stop
  std::string advice;  ///< what to do; for a note, what it means
};

}  // namespace roofgate
