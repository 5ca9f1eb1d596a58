#pragma once

#include <cstdint>
#include <string>

namespace discreet::detail {

/// Which entry of which ledger a witness has seen.
struct WitnessMark {
  std::string id;
  std::int64_t sequence = 0;
  std::string hash;
};

/// A new witness, durable, that goes again unless it is kept.
///
/// Throws    Error{ledger} if the file exists or cannot be written.
class NewWitness {
 public:
  NewWitness(const std::string& path, WitnessMark mark);
  NewWitness(const NewWitness&) = delete;
  NewWitness& operator=(const NewWitness&) = delete;
  NewWitness(NewWitness&&) = delete;
  NewWitness& operator=(NewWitness&&) = delete;
  ~NewWitness();

  void keep() noexcept { kept_ = true; }
  [[nodiscard]] const WitnessMark& mark() const noexcept { return mark_; }

 private:
  std::string path_;
  WitnessMark mark_;
  bool kept_ = false;
};

/// What the witness has seen.
///
/// Throws    Error{ledger} if there is none, or it is not a witness.
WitnessMark read_witness(const std::string& path);

/// Moves the witness on to a later entry, durably, in place; an earlier one leaves it as it is.
///
/// Throws    Error{ledger}.
void advance_witness(const std::string& path, const WitnessMark& mark);

}  // namespace discreet::detail
