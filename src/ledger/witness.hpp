#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace discreet::detail {

/// Which entry of which chain of which ledger a witness has seen.
struct WitnessMark {
  std::string id;
  std::int64_t sequence = 0;
  std::string hash;
  std::string stream = {};
};

/// A new witness, durable, that goes again unless it is kept.
///
/// Throws    Error{ledger} if the file exists or cannot be written.
class NewWitness {
 public:
  NewWitness(const std::string& path, const std::vector<WitnessMark>& marks);
  NewWitness(const NewWitness&) = delete;
  NewWitness& operator=(const NewWitness&) = delete;
  NewWitness(NewWitness&&) = delete;
  NewWitness& operator=(NewWitness&&) = delete;
  ~NewWitness();

  void keep() noexcept { kept_ = true; }

 private:
  std::string path_;
  bool kept_ = false;
};

/// What the witness has seen, one mark for each chain.
///
/// Throws    Error{ledger} if there is none, or it is not a witness.
std::vector<WitnessMark> read_witness(const std::string& path);

/// Moves the witness on to a later entry of a chain, durably, in place; an earlier one leaves it as it is.
///
/// Throws    Error{ledger}.
void advance_witness(const std::string& path, const WitnessMark& mark);

}  // namespace discreet::detail
