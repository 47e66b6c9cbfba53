#include "kernels/base/result.hpp"

namespace roofgate {

std::string to_string(const Error& error) {
  std::string text = error.where.empty() ? error.what : error.where + ": " + error.what;
  if (!error.hint.empty()) text += "\n  hint: " + error.hint;
  return text;
}

}  // namespace roofgate
