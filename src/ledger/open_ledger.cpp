#include "ledger/open_ledger.hpp"

#include <chrono>
#include <utility>

#include "discreet/ledger/text.hpp"
#include "ledger/admitted.hpp"
#include "ledger/witness.hpp"

namespace discreet::detail {
namespace {

constexpr std::size_t longest_facts = 64UL * 1024;

// What an entry takes on disk beside its facts, and what a charge does.
constexpr std::uint64_t besides = 2 * longest_facts;

[[noreturn]] void throw_unknown(const std::exception& reason) {
  throw Error{charge_unknown, std::string{reason.what()} +
                                  ": what was to be charged may be on disk; count it as made"};
}

// What failed is passed on as it is only if the store was asked for the entry and does not have it.
void commit(StoreTransaction& store) {
  try {
    store.commit();
  } catch (const std::exception& error) {
    const Outcome outcome = store.outcome();
    if (outcome == Outcome::absent) {
      throw;
    }
    if (outcome != Outcome::durable) {
      throw_unknown(error);
    }
  }
}

}  // namespace

std::int64_t read_clock(const LedgerOptions& options) {
  if (options.clock) {
    return options.clock();
  }
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::seconds>(since).count();
}

OpenLedger::OpenLedger(const std::string& address, const LedgerOptions& options)
    : address_(shown_address(address)),
      options_(options),
      store_(open_store(address, options.patience)) {
  read([] {});
}

void OpenLedger::refresh(StoreTransaction& store, const Chain::Visit& visit) {
  if (visit) {
    chain_.require_prefix(store);
    Chain whole;
    whole.extend(store, visit);
    chain_ = std::move(whole);
  } else {
    chain_.extend(store);
  }
  if (options_.witness) {
    chain_.require_witnessed(store, *options_.witness);
  }
}

// The chain with the new entry in it, as somebody who opens the store will read it.
Chain OpenLedger::read_back(StoreTransaction& store) const {
  try {
    Chain after = chain_;
    after.extend(store);
    return after;
  } catch (const Error& error) {
    throw Error{
        ErrorKind::ledger,
        std::string{"what was to be written does not read back, so nothing was: "} + error.what()};
  }
}

void OpenLedger::commit_appended(StoreTransaction& store) {
  Chain after = read_back(store);
  commit(store);
  chain_ = std::move(after);
}

Entry OpenLedger::write(const std::function<Record()>& action) {
  return naming(address_, [&] { return write_one(action); });
}

Entry OpenLedger::write_one(const std::function<Record()>& action) {
  require_own_process();
  const std::scoped_lock hold{mutex_};
  Entry entry;
  std::string stream;
  {
    const auto transaction = store_->begin(Store::Access::write);
    refresh(*transaction, {});
    chain_.moves().require_here();
    const Record record = action();
    // How long a result may be was said before it was drawn.
    require(record.kind == "result" || facts_text(record.facts).size() <= longest_facts,
            bad_parameter, "what is written of a charge has at most 64 KiB");
    entry = chain_.append(*transaction, record, read_clock(options_));
    stream = transaction->stream_of(entry.dataset);
    commit_appended(*transaction);
  }
  if (options_.witness) {
    try {
      advance_witness(*options_.witness, {chain_.id(), entry.sequence, entry.hash, stream});
    } catch (const std::exception& error) {
      throw_unknown(error);
    }
  }
  return entry;
}

DatasetFilter& OpenLedger::filter(const std::string& dataset) {
  DatasetFilter* const found = chain_.find(dataset);
  if (found == nullptr) {
    throw NamedError{bad_parameter, address_ + ": the ledger has no dataset of that name"};
  }
  return *found;
}

DatasetFilter& OpenLedger::open_filter(const std::string& dataset) {
  DatasetFilter& found = filter(dataset);
  require(!found.closed(), bad_parameter, "the dataset was closed already");
  return found;
}

GroupFilter& OpenLedger::open_group(const std::string& group) {
  GroupFilter* const found = chain_.find_group(group);
  if (found == nullptr) {
    throw NamedError{bad_parameter, address_ + ": the ledger has no group of that name"};
  }
  require(!found->closed(), bad_parameter, "the group was closed already");
  return *found;
}

Charge OpenLedger::admit(const ChargeRequest& request) {
  chain_.moves().require_here();
  require_witness();
  const DatasetFilter& filter = this->filter(request.dataset);
  if (request.run && chain_.runs().find(request.dataset, request.run->id)) {
    throw RunThere{};
  }
  require_open(filter.closed());
  Charge out;
  out.request = request;
  out.charged = admitted(filter, request.cost);
  if (const auto& group = filter.dataset().group) {
    const GroupFilter& whole = *chain_.find_group(*group);
    out.charged_to_group = admitted_by_group(*group, whole.closed(), whole.whole(), request.cost);
  }
  return out;
}

void OpenLedger::require_witness() const {
  require(options_.witness || !chain_.has_witness(), ErrorKind::ledger,
          "the ledger has a witness, and nothing is charged without it: say where it is");
}

void OpenLedger::require_finisher(const Charge& charge) const {
  require(store_->may_finish(charge.user.value_or("")), ErrorKind::ledger,
          "another role was charged for this run: that one finishes it, or the ledger's owner");
}

RunIndex::Run OpenLedger::find_run(const std::string& dataset, const std::string& id) {
  return read([&] {
    static_cast<void>(filter(dataset));  // a name that no dataset has is an error
    return chain_.runs().find(dataset, id);
  });
}

Entry OpenLedger::entry_at(const std::string& dataset, std::int64_t sequence) {
  return read_store(
      [&](StoreTransaction& store) {
        return store.entry_at(store.stream_of(dataset), sequence).value_or(Entry{});
      },
      {});
}

// Without the mutex: who waits for a run must not keep others from theirs.
std::unique_ptr<RunHold> OpenLedger::hold_run(const std::string& dataset, const std::string& id) {
  return naming(address_, [&] {
    require_own_process();
    return store_->hold_run(dataset, id);
  });
}

void OpenLedger::reserve(std::uint64_t bytes) {
  naming(address_, [&] {
    require_own_process();
    const std::scoped_lock hold{mutex_};
    store_->reserve(bytes + besides);
  });
}

std::unique_ptr<Settlement> OpenLedger::settlement(const std::string& dataset,
                                                   const std::string& id, std::uint64_t size) {
  return naming(address_, [&] {
    require_own_process();
    return store_->settlement(dataset, id, size);
  });
}

std::optional<std::string> OpenLedger::settled(const std::string& dataset, const std::string& id) {
  return naming(address_, [&] {
    require_own_process();
    return store_->settled(dataset, id);
  });
}

void OpenLedger::forget_settled(const std::string& dataset, const std::string& id) {
  store_->forget_settled(dataset, id);
}

void OpenLedger::require_settled_stored() const {
  for (const RunState& run : chain_.runs().all()) {
    const ChargeRequest& asked = run.charge.request;
    require(run.result || !store_->settled(asked.dataset, asked.run->id), ErrorKind::ledger,
            "the result of a run was settled meanwhile and is not stored: repeat the command");
  }
}

void OpenLedger::back_up(const std::string& address) {
  read_store(
      [&](StoreTransaction& from) {
        require(!chain_.moves().unfinished(), ErrorKind::ledger,
                "an unfinished copy of a ledger is not copied: finish it first");
        require_settled_stored();
        // What fails here is about the copy, unless it is thrown by reading.
        const auto copying = [&](auto action) { return naming(shown_address(address), action); };
        const auto to = copying([&] { return create_store(address, options_.patience); });
        require(from.stream_of("a") == to->stream_of("a"), bad_parameter,
                "a backup is kept in a store of the same sort, entry by entry");
        for (const Head& head : from.heads()) {
          from.each_after(head.stream, 0,
                          [&](const Entry& entry) { copying([&] { to->append(entry); }); });
        }
        copying([&] {
          Chain copied;
          copied.extend(*to);
          require(copied.hash() == chain_.hash(), bug, "a copy holds what was copied");
          to->commit();
        });
      },
      {});
}

void OpenLedger::set_granted(const std::string& role, const std::string& dataset, bool granted) {
  naming(address_, [&] {
    require_own_process();
    const std::scoped_lock hold{mutex_};
    granted ? store_->grant(role, dataset) : store_->revoke(role, dataset);
  });
}

void OpenLedger::adopt_witness(const std::string& path) {
  const std::scoped_lock hold{mutex_};
  if (!options_.witness) {
    options_.witness = path;
  }
}

}  // namespace discreet::detail
