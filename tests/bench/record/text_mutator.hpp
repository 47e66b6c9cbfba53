// Seeded damage to a text: what a bad disk, an editor or an attacker may do to a file.
#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace roofgate {

class TextMutator {
 public:
  explicit TextMutator(std::uint64_t seed) : random_{seed} {}

  /// One to four wounds: bytes flipped, removed, repeated, or replaced by a token that parsers stumble over.
  [[nodiscard]] std::string damage(std::string text);

 private:
  [[nodiscard]] std::size_t below(std::size_t end);
  void wound(std::string& text);

  std::mt19937_64 random_;
};

}  // namespace roofgate
