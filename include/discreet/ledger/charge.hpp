#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "discreet/ledger/dataset.hpp"
#include "discreet/release/account.hpp"

namespace discreet {

/// One release under one charge, however often it is asked for.
struct RunRequest {
  std::string id;  ///< what the run is called; a dataset has one of that name
  /// What must be equal when it is repeated: a hash of all that was asked, 64 hex digits.
  std::string request = {};
  /// The most bytes that its result can have, whatever is drawn; a newline and a backslash count twice.
  std::uint64_t room = 0;

  friend bool operator==(const RunRequest&, const RunRequest&) = default;
};

/// What a release asks of a dataset's budget.
struct ChargeRequest {
  std::string dataset;
  std::string what;      ///< which release, as in top-k
  std::string asked_by;  ///< who wants it
  /// What the release is proved to be: slack-close to something that is (epsilon, delta)-differentially private
  /// and rho-zCDP; at least one of the two. No delta and no slack mean 0.
  Amounts cost;
  Parameters parameters;
  std::optional<RunRequest> run = {};  ///< the run that is charged for, where it is one
};

/// A charge that is on disk.
struct Charge {
  std::int64_t sequence = 0;  ///< its place in the chain
  std::string at;             ///< when, in UTC, as the clock said
  /// The time by which it is ordered, where the clock stood before that of an earlier entry.
  std::optional<std::string> ordered_at;
  ChargeRequest request;
  Amounts charged;   ///< the cost in the dataset's own terms
  std::string hash;  ///< the link of the chain
  /// The system's name of the user that charged, whoever asked; nothing in charges of older programs.
  std::optional<std::string> user = {};
  std::optional<Amounts> charged_to_group = {};  ///< the cost in the terms of the dataset's group
};

/// A run, and whether its result is stored.
struct RunState {
  /// The entry that has the result.
  struct Result {
    std::int64_t sequence = 0;
    std::string at;
    std::string sha256;  ///< of its text
    std::string hash;    ///< the link of the chain
  };
  Charge charge;      ///< what was paid, with the run it was paid for
  Amounts left;       ///< what that left of the budget
  Budget limit = {};  ///< what the dataset could spend in all then, by which it was planned
  std::optional<Result> result = {};  ///< nothing where nothing was delivered yet
};

/// Why somebody stopped a dataset or a group, or lowered what it may spend.
struct Decision {
  /// What was decided.
  enum class Kind {
    lower,  ///< that less may be spent than was promised
    close,  ///< that nothing more may be spent
  };
  Kind kind = Kind::close;
  std::int64_t sequence = 0;
  std::string at = {};
  std::string dataset = {};
  std::string user = {};    ///< the system's name of the user who did it
  std::string reason = {};  ///< why
  Amounts budget = {};      ///< what may be spent from then on; empty where it was closed
  std::string hash = {};
  std::optional<std::string> group = {};  ///< the group it is about, where it is about no dataset
  /// How many charges a group had when it was closed, to whichever of its datasets.
  std::optional<std::uint64_t> charges = {};
};

/// That a ledger was copied, entry by entry, to another place, and closed where it was.
struct Move {
  std::int64_t sequence = 0;
  std::string at = {};
  std::string to = {};       ///< where the new one was made; never with a password
  std::string id = {};       ///< the id of the new one
  std::string from = {};     ///< the id of the old one
  std::int64_t entries = 0;  ///< how many entries the old one had before this,
  std::string head = {};     ///< and its last hash
  std::string user = {};     ///< the system's name of the user who did it
  std::string hash = {};
};

/// Where a group of datasets stands.
struct GroupState {
  DatasetGroup group;
  std::vector<std::string> datasets;
  std::uint64_t charges = 0;
  Amounts spent;
  Amounts left;
  Budget limit = {};                     ///< what it may spend in all, no more than was promised
  std::optional<Decision> closed = {};   ///< who closed it, if somebody did
  std::optional<Decision> lowered = {};  ///< who lowered the limit last, if somebody did
};

/// Where a dataset stands.
struct DatasetState {
  Dataset dataset;  ///< with the budget that was promised
  std::uint64_t charges = 0;
  Amounts spent;
  Amounts left;
  Budget limit = {};                        ///< what it may spend in all, no more than was promised
  std::optional<Decision> closed = {};      ///< who closed it, if somebody did
  std::optional<Decision> lowered = {};     ///< who lowered the limit last, if somebody did
  std::optional<GroupState> in_group = {};  ///< where its group stands, if it has one
};

/// Refuses a dataset or a group that was closed, in the words in which a charge to it is refused.
///
/// Throws    Error{over_budget}.
void require_open(const std::optional<Decision>& closed);

/// What a charge would be, and what it would leave.
struct Afterwards {
  Amounts charged;  ///< in the dataset's own terms
  Amounts left;     ///< as rest_of() says it
};

/// What is left of a dataset where its group has to pay as well: of each amount that both add up the lesser, and nothing
/// of one that was closed.
[[nodiscard]] Amounts rest_of(const DatasetState& state);

/// What a charge of this cost would be now, and leave.
///
/// Throws    what Ledger::charge() would throw.
[[nodiscard]] Afterwards after_charge(const DatasetState& state, const Amounts& cost);

/// All that a ledger holds, as it stood at one moment.
struct LedgerContents {
  std::vector<DatasetState> datasets;  ///< in order of creation
  std::vector<GroupState> groups;      ///< in order of creation
  std::vector<Charge> charges;         ///< oldest first
  std::vector<Decision> decisions;     ///< oldest first
  std::int64_t entries = 0;            ///< how many links the chain has,
  std::string head;                    ///< and the hash of the last of them
  std::optional<Move> moved = {};   ///< where it went, if it did: nothing is charged here any more
  std::optional<Move> copied = {};  ///< how it came here, if it did
  bool unfinished = false;          ///< whether it is a copy that nothing can be charged to yet
  std::vector<RunState> runs = {};  ///< in order of their charges
};

}  // namespace discreet
