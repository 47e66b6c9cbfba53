#include "bench/record/running_file.hpp"

#include <fstream>
#include <iterator>

namespace roofgate {

std::filesystem::path running_file(const std::filesystem::path& record) { return record.string() + ".running"; }

std::string take_running(const std::filesystem::path& record) {
  const std::filesystem::path file = running_file(record);
  std::string id;
  {
    std::ifstream in{file};
    id.assign(std::istreambuf_iterator<char>{in}, {});
  }
  std::error_code ignored;
  std::filesystem::remove(file, ignored);
  return id;
}

}  // namespace roofgate
