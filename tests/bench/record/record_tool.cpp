// For the tests in Python: the sample record as a file, large records, and the reader's word on many files at once.
//   record_tool sample            prints the sample record
//   record_tool large BYTES FILE  writes a record of about so many bytes
//   record_tool read FILE...      one line per file: "ok" or the error's first line; and the peak memory on stderr
#include <sys/resource.h>

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <random>
#include <span>
#include <string>
#include <string_view>

#include "bench/record/record_json.hpp"
#include "tests/bench/record/sample_record.hpp"

namespace roofgate {
namespace {

constexpr std::size_t kSamplesPerRound = 1000;
constexpr std::size_t kBytesPerSample = 23;  // "0.00012345678901234567, "

/// A night of many cases whose samples have all their digits, as measured ones have.
Record make_large_record(std::size_t bytes) {
  const Record sample = make_sample_record();
  Record record = sample;
  record.cases.clear();
  std::mt19937_64 random{42};
  std::lognormal_distribution<double> time{-9.0, 0.01};
  for (std::size_t i = 0; i * 2 * kSamplesPerRound * kBytesPerSample < bytes; ++i) {
    Case measured = sample.cases.front();
    measured.id += "/" + std::to_string(i);
    for (Round& round : measured.rounds) {
      round.time_s.resize(kSamplesPerRound);
      for (double& sample_s : round.time_s) sample_s = time(random);
    }
    record.cases.push_back(std::move(measured));
  }
  return record;
}

int read_all(std::span<char*> files) {
  bool all_good = true;
  for (const char* file : files) {
    const auto begin = std::chrono::steady_clock::now();
    const auto record = read_record(file);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    const std::string text = record ? "ok" : to_string(record.error());
    std::cout << text.substr(0, text.find('\n')) << '\n';
    std::cerr << "read_s " << elapsed.count() << '\n';
    all_good = all_good && record.has_value();
  }
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  std::cerr << "peak_kib " << usage.ru_maxrss << '\n';
  return all_good ? 0 : 2;
}

int run(std::span<char*> arguments) {
  const std::string_view command = arguments.size() > 1 ? arguments[1] : "";
  if (command == "sample") {
    std::cout << to_json_text(make_sample_record());
    return 0;
  }
  if (command == "large" && arguments.size() == 4) {
    const auto written = write_record(make_large_record(std::stoull(arguments[2])), arguments[3]);
    if (!written) std::cerr << to_string(written.error()) << '\n';
    return written ? 0 : 1;
  }
  if (command == "read") return read_all(arguments.subspan(2));
  std::cerr << "usage: record_tool sample | large BYTES FILE | read FILE...\n";
  return 2;
}

}  // namespace
}  // namespace roofgate

int main(int argc, char** argv) { return roofgate::run({argv, static_cast<std::size_t>(argc)}); }
