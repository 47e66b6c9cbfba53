#include "bench/readers/night_names.hpp"

namespace roofgate {
namespace {

/// ".log" of "nccl.log" and "nccl.log.gz".
std::string ending_of(const std::filesystem::path& file) {
  return file.extension() == ".gz" ? file.stem().extension().string() : file.extension().string();
}

}  // namespace

std::string name_pattern(const std::filesystem::path& file) {
  std::string name = file.filename().string();
  std::erase_if(name, [](char c) { return c >= '0' && c <= '9'; });
  return name;
}

std::vector<std::string> numbers_in(const std::filesystem::path& file) {
  std::vector<std::string> numbers;
  bool was_digit = false;
  for (const char c : file.filename().string()) {
    const bool is_digit = c >= '0' && c <= '9';
    if (is_digit && !was_digit) numbers.emplace_back();
    if (is_digit) numbers.back() += c;
    was_digit = is_digit;
  }
  return numbers;
}

void NightNames::add(const std::filesystem::path& file) {
  patterns_.insert(name_pattern(file));
  endings_.insert(ending_of(file));
}

bool NightNames::has(const std::filesystem::path& file, bool is_empty) const {
  return patterns_.contains(name_pattern(file)) || (is_empty && endings_.contains(ending_of(file)));
}

}  // namespace roofgate
