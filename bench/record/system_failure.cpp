#include "bench/record/system_failure.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <system_error>

namespace roofgate {

Error system_failure(std::string_view doing, const std::filesystem::path& file, int errno_value) {
  Error error{ErrorKind::internal, fmt::format("cannot {}: {}", doing, std::generic_category().message(errno_value)),
              file.string(), ""};
  switch (errno_value) {
    case ENOSPC:
    case EDQUOT:
      error.hint = "free some space, then run the command again";
      break;
    case EACCES:
    case EPERM:
    case EROFS:
      error.kind = ErrorKind::input;
      error.hint = "choose another place, or give this user the right to it";
      break;
    case ENOENT:
    case ENOTDIR:
      error.kind = ErrorKind::input;
      error.hint = "check the path: the file, or the folder it should be in, does not exist";
      break;
    case EISDIR:
    case ENAMETOOLONG:
    case ELOOP:
      error.kind = ErrorKind::input;
      error.hint = "name a file";
      break;
    default:
      break;
  }
  return error;
}

}  // namespace roofgate
