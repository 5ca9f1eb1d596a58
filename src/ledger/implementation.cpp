#include "ledger/implementation.hpp"

#include <chrono>
#include <utility>

#include "discreet/ledger/words.hpp"
#include "ledger/sqlite/schema.hpp"
#include "ledger/witness.hpp"

namespace discreet {
namespace {

using detail::Chain;
using detail::Entry;
using detail::Transaction;

constexpr std::size_t longest_facts = 64UL * 1024;

[[noreturn]] void throw_unknown(const std::exception& reason) {
  throw Error{charge_unknown, std::string{reason.what()} +
                                  ": what was to be charged may be on disk; count it as made"};
}

}  // namespace

std::int64_t detail::read_clock(const LedgerOptions& options) {
  if (options.clock) {
    return options.clock();
  }
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::seconds>(since).count();
}

Ledger::Implementation::Implementation(const std::string& path, std::string name,
                                       const LedgerOptions& options)
    : name_(std::move(name)), options_(options), connection_(path, options_.patience) {
  read([] {});
}

void Ledger::Implementation::refresh(const Chain::Visit& visit) {
  detail::require_schema(connection_, detail::current_schema());
  if (visit) {
    chain_.require_prefix(connection_);
    Chain whole;
    whole.extend(connection_, visit);
    chain_ = std::move(whole);
  } else {
    chain_.extend(connection_);
  }
  if (options_.witness) {
    chain_.require_witnessed(connection_, *options_.witness);
  }
}

// The chain with the new entry in it, as somebody who opens the file will read it.
Chain Ledger::Implementation::read_back() {
  try {
    Chain after = chain_;
    after.extend(connection_);
    return after;
  } catch (const Error& error) {
    throw Error{
        ErrorKind::ledger,
        std::string{"what was to be written does not read back, so nothing was: "} + error.what()};
  }
}

Entry Ledger::Implementation::write(const std::function<Entry()>& action) {
  return detail::naming(name_, [&] { return write_one(action); });
}

Entry Ledger::Implementation::write_one(const std::function<Entry()>& action) {
  require_own_process();
  const std::scoped_lock hold{mutex_};
  Entry entry;
  {
    Transaction transaction{connection_, Transaction::Mode::write};
    refresh({});
    detail::bring_up(connection_, detail::current_schema());
    entry = action();
    Chain after = read_back();
    commit(transaction, entry);
    chain_ = std::move(after);
  }
  if (options_.witness) {
    try {
      detail::advance_witness(*options_.witness, {chain_.id(), entry.sequence, entry.hash});
    } catch (const std::exception& error) {
      throw_unknown(error);
    }
  }
  return entry;
}

// A COMMIT that fails may have happened all the same, where only the removal of its journal could not
// be synced; what failed is passed on as it is only if the entry is seen to be absent.
void Ledger::Implementation::commit(Transaction& transaction, const Entry& entry) {
  try {
    transaction.commit();
  } catch (const std::exception& error) {
    transaction.roll_back();
    if (!is_absent(entry)) {
      throw_unknown(error);
    }
    throw;
  }
}

// Whether the file can be read, any hot journal played back, and does not hold the entry.
bool Ledger::Implementation::is_absent(const Entry& entry) noexcept {
  try {
    detail::Statement row = connection_.prepare("SELECT 1 FROM entry WHERE hash = ?1");
    row.bind(1, entry.hash);
    return !row.step();
  } catch (const std::exception&) {
    return false;
  }
}

Entry Ledger::Implementation::append(const char* kind, const std::string& dataset,
                                     const detail::Facts& facts) {
  require(detail::facts_text(facts).size() <= longest_facts, bad_parameter,
          "what is written of a charge has at most 64 KiB");
  return chain_.append(connection_, kind, dataset, detail::read_clock(options_), facts);
}

Filter& Ledger::Implementation::filter(const std::string& dataset) {
  Filter* const found = chain_.find(dataset);
  if (found == nullptr) {
    throw detail::NamedError{bad_parameter, name_ + ": the ledger has no dataset of that name"};
  }
  return *found;
}

Amounts Ledger::Implementation::admit(const ChargeRequest& request) {
  require_witness();
  const Filter& filter = this->filter(request.dataset);
  Amounts priced = filter.price(request.cost);
  if (!filter.admits(priced)) {
    const char* const joint = filter.dataset().accountant == Accountant::mixed ? " or " : ", ";
    throw Error{over_budget, "the budget does not cover this: it would cost " +
                                 amounts_in_words(priced, Shorten::up, joint) + "; left is " +
                                 amounts_in_words(filter.left(), Shorten::down, joint)};
  }
  return priced;
}

void Ledger::Implementation::require_witness() const {
  require(options_.witness || !chain_.has_witness(), ErrorKind::ledger,
          "the ledger has a witness, and nothing is charged without it: say where it is");
}

void Ledger::Implementation::copy_to(const std::string& path) {
  detail::Connection copy{path, options_.patience};
  copy.copy_from(connection_);
  const Transaction transaction{copy, Transaction::Mode::read};
  detail::require_schema(copy, detail::current_schema());
  Chain read;
  read.extend(copy);
  require(read.hash() == chain_.hash(), bug, "a copy holds what was copied");
}

void Ledger::Implementation::adopt_witness(const std::string& path) {
  const std::scoped_lock hold{mutex_};
  if (!options_.witness) {
    options_.witness = path;
  }
}

}  // namespace discreet
