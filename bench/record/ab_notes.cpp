#include "bench/record/ab_notes.hpp"

#include <sstream>

namespace roofgate {
namespace {

const std::string* find_note(const Record& record, std::string_view key) {
  const auto found = record.notes.find(std::string{key});
  return found == record.notes.end() ? nullptr : &found->second;
}

}  // namespace

std::optional<AbNotes> ab_notes_of(const Record& record) {
  const std::string* id = find_note(record, kAbIdNote);
  const std::string* side = find_note(record, kAbSideNote);
  const std::string* order = find_note(record, kAbOrderNote);
  const std::string* environment = find_note(record, kAbEnvironmentNote);
  if (id == nullptr || side == nullptr || order == nullptr || environment == nullptr) return std::nullopt;
  if (id->empty() || (*side != "a" && *side != "b")) return std::nullopt;
  AbNotes notes{*id, side->front(), {}, *environment};
  std::istringstream pairs{*order};
  for (std::string pair; pairs >> pair;) {
    if (pair != "AB" && pair != "BA") return std::nullopt;
    notes.b_first.push_back(pair == "BA");
  }
  return notes;
}

void put_ab_notes(Record& record, const AbNotes& notes) {
  std::string order;
  for (const bool is_b_first : notes.b_first) {
    order += order.empty() ? "" : " ";
    order += is_b_first ? "BA" : "AB";
  }
  record.notes[std::string{kAbIdNote}] = notes.id;
  record.notes[std::string{kAbSideNote}] = std::string(1, notes.side);
  record.notes[std::string{kAbOrderNote}] = order;
  record.notes[std::string{kAbEnvironmentNote}] = notes.environment;
}

std::vector<bool> balanced_order(int rounds) {
  std::vector<bool> b_first;
  for (int round = 0; round < rounds; ++round) b_first.push_back(round % 2 == 1);
  return b_first;
}

}  // namespace roofgate
